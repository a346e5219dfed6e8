import { dirname, join } from "node:path";
import type { RetrievalRow } from "../metrics/index.js";
import { findDataFile } from "../readers/files.js";
import { readLocomo, readLocomoAudit } from "../readers/locomo.js";
import { readNamedData } from "./data.js";
import { retrievalMeasures, retrievalRowSchema, runConversations } from "./retrieval-run.js";
import { defineSuite } from "./suite.js";

/** LoCoMo (Maharana et al. 2024): long conversations between two people, questions with evidence turns. */
export const locomoSuite = defineSuite<RetrievalRow>({
  name: "locomo",
  summary: "two people over 19–32 sessions, questions of categories 1–4 with evidence turns (LoCoMo)",
  needsData: true,
  rowSchema: retrievalRowSchema,
  measures: retrievalMeasures,
  run: async (context) => {
    const file = await readNamedData(context, "a LoCoMo file, e.g. locomo10.json");
    const beside = (name: string) => findDataFile(join(dirname(file.path), name));
    const audit = readLocomoAudit(await beside("bad_questions.json"), await beside("evidence_overrides.json"));
    const outcome = await runConversations(readLocomo(file), context);
    const questionOf = (row: RetrievalRow) => row.id.slice(row.conversation.length + 1);
    return {
      ...outcome,
      data: { path: file.path, sha256: file.sha256 },
      views: audit.bad.size === 0 ? {} : { "audit-excluded": (row) => !audit.bad.has(questionOf(row)) },
    };
  },
});
