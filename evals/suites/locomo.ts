import { dirname, join } from "node:path";
import type { RetrievalRow } from "../metrics/index.js";
import type { DataConversation } from "../readers/conversation.js";
import { findDataFile } from "../readers/files.js";
import { type LocomoAudit, readLocomo, readLocomoAudit, repairEvidence } from "../readers/locomo.js";
import { readNamedData } from "./data.js";
import { retrievalMeasures, retrievalRowSchema, runConversations } from "./retrieval-run.js";
import { defineSuite } from "./suite.js";

const REPAIRED = "~repaired";

/** A question that the audit found better evidence for is asked a second time, to be judged by that. */
function withRepairs(conversation: DataConversation, audit: LocomoAudit): DataConversation {
  const known = new Set(conversation.turns.map((turn) => turn.id));
  const repaired = conversation.questions.flatMap((question) => {
    const goldTurnIds = repairEvidence(audit.evidence.get(question.id) ?? [], known);
    return goldTurnIds.length === 0 ? [] : [{ ...question, id: `${question.id}${REPAIRED}`, goldTurnIds }];
  });
  return { ...conversation, questions: [...conversation.questions, ...repaired] };
}

/** LoCoMo (Maharana et al. 2024): long conversations between two people, questions with evidence turns. */
export const locomoSuite = defineSuite<RetrievalRow>({
  name: "locomo",
  summary:
    "two people over 19–32 sessions, questions of categories 1–4 with evidence turns, those of category 5 to abstain from (LoCoMo)",
  needsData: true,
  rowSchema: retrievalRowSchema,
  measures: retrievalMeasures,
  run: async (context) => {
    const file = await readNamedData(context, "a LoCoMo file, e.g. locomo10.json");
    const beside = (name: string) => findDataFile(join(dirname(file.path), name));
    const audit = readLocomoAudit(await beside("bad_questions.json"), await beside("evidence_overrides.json"));
    const conversations = readLocomo(file).map((conversation) => withRepairs(conversation, audit));
    const { rows: asked, ...identity } = await runConversations(conversations, context);
    const questionOf = (row: RetrievalRow) => row.id.slice(row.conversation.length + 1);
    const repaired = asked.filter((row) => row.id.endsWith(REPAIRED));
    const rows = asked.filter((row) => !row.id.endsWith(REPAIRED));
    // what the audit looked at: an unanswerable question has no evidence to be wrong
    const kept = rows.filter((row) => !row.unanswerable && !audit.bad.has(questionOf(row)));
    return {
      ...identity,
      rows,
      data: { path: file.path, sha256: file.sha256 },
      views: audit.bad.size === 0 ? {} : { "audit-excluded": kept, "audit-repaired": [...kept, ...repaired] },
    };
  },
});
