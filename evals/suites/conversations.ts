import type { RetrievalRow } from "../metrics/index.js";
import { readConversationLines } from "../readers/conversations.js";
import { readNamedData } from "./data.js";
import { retrievalMeasures, retrievalRowSchema, runConversations } from "./retrieval-run.js";
import { defineSuite } from "./suite.js";

/** The common format of qmem-zh, madial, factcons and precisionmem. */
export const conversationsSuite = defineSuite<RetrievalRow>({
  name: "conversations",
  summary: "conversations with questions and gold turns, one a line (qmem-zh, madial, factcons, precisionmem)",
  needsData: true,
  rowSchema: retrievalRowSchema,
  measures: retrievalMeasures,
  run: async (context) => {
    const file = await readNamedData(context, "a JSONL file of conversations");
    const outcome = await runConversations(readConversationLines(file), context);
    return { ...outcome, data: { path: file.path, sha256: file.sha256 }, views: {} };
  },
});
