import { KeepsakeError } from "../domain/index.js";
import { attachmentAddOperation } from "./attachment-add.js";
import { attachmentGetOperation } from "./attachment-get.js";
import { attachmentListOperation } from "./attachment-list.js";
import { attachmentRemoveOperation } from "./attachment-remove.js";
import { auditListOperation } from "./audit-list.js";
import { auditVerifyOperation } from "./audit-verify.js";
import { contextOperation } from "./context.js";
import { correctOperation } from "./correct.js";
import { exportOperation } from "./export.js";
import { feedbackGiveOperation } from "./feedback-give.js";
import { feedbackListOperation } from "./feedback-list.js";
import { forgetOperation } from "./forget.js";
import { getOperation } from "./get.js";
import { historyOperation } from "./history.js";
import { importOperation } from "./import.js";
import { journalListOperation } from "./journal-list.js";
import { journalRetryOperation } from "./journal-retry.js";
import { keysCreateOperation } from "./keys-create.js";
import { keysListOperation } from "./keys-list.js";
import { keysRevokeOperation } from "./keys-revoke.js";
import { keysRotateOperation } from "./keys-rotate.js";
import { listOperation } from "./list.js";
import { loadOperation } from "./load.js";
import type { Operation } from "./operation.js";
import { profileOperation } from "./profile.js";
import { recallOperation } from "./recall.js";
import { recordOperation } from "./record.js";
import { reextractOperation } from "./reextract.js";
import { rememberOperation } from "./remember.js";
import { reviewAcceptOperation } from "./review-accept.js";
import { reviewListOperation } from "./review-list.js";
import { reviewRejectOperation } from "./review-reject.js";
import { rollbackOperation } from "./rollback.js";
import { routeOperation } from "./route.js";
import { sessionEndOperation } from "./session-end.js";
import { stateDeleteOperation } from "./state-delete.js";
import { stateGetOperation } from "./state-get.js";
import { stateListOperation } from "./state-list.js";
import { statePutOperation } from "./state-put.js";
import { statsOperation } from "./stats.js";
import { summaryGetOperation } from "./summary-get.js";
import { summaryListOperation } from "./summary-list.js";
import { tenantsCreateOperation } from "./tenants-create.js";
import { tenantsListOperation } from "./tenants-list.js";
import { traceOperation } from "./trace.js";
import { usageOperation } from "./usage.js";
import { writesOperation } from "./writes.js";

/** The one table that every door derives from, in the order in which people read it. */
export const OPERATIONS: readonly Operation[] = [
  recordOperation,
  rememberOperation,
  recallOperation,
  contextOperation,
  routeOperation,
  traceOperation,
  feedbackGiveOperation,
  feedbackListOperation,
  correctOperation,
  forgetOperation,
  listOperation,
  getOperation,
  historyOperation,
  profileOperation,
  statsOperation,
  exportOperation,
  importOperation,
  loadOperation,
  statePutOperation,
  stateGetOperation,
  stateListOperation,
  stateDeleteOperation,
  sessionEndOperation,
  summaryGetOperation,
  summaryListOperation,
  attachmentAddOperation,
  attachmentGetOperation,
  attachmentListOperation,
  attachmentRemoveOperation,
  journalListOperation,
  journalRetryOperation,
  reviewListOperation,
  reviewAcceptOperation,
  reviewRejectOperation,
  writesOperation,
  rollbackOperation,
  reextractOperation,
  usageOperation,
  keysCreateOperation,
  keysListOperation,
  keysRotateOperation,
  keysRevokeOperation,
  auditListOperation,
  auditVerifyOperation,
  tenantsCreateOperation,
  tenantsListOperation,
];

/** What a door to the network offers: everything but what is the whole store's. */
export const REMOTE_OPERATIONS: readonly Operation[] = OPERATIONS.filter((operation) => operation.reach !== "store");

export function findOperation(name: string): Operation | undefined {
  return OPERATIONS.find((operation) => operation.name === name);
}

/** For code that names an operation of the table itself. @throws INTERNAL */
export function operationNamed(name: string): Operation {
  const operation = findOperation(name);
  if (operation === undefined) throw new KeepsakeError("INTERNAL", `there is no operation ${name}`);
  return operation;
}

export { digestedName } from "../audit/index.js";
export { inChinese } from "./chinese-messages.js";
export { describeCause } from "./describe-cause.js";
export { parseInput } from "./input-refusal.js";
export { listDead } from "./journal-list.js";
export { inputJsonSchema, type JsonObject, outputJsonSchema } from "./json-schema.js";
export { LIMITS } from "./limits.js";
export { type Sentence, translator } from "./message-templates.js";
export {
  type Bilingual,
  type Caller,
  NO_USER,
  type Operation,
  type OperationContext,
  type OperationProgress,
} from "./operation.js";
export { failureOf, originOf, runInOwnForm, runOperation } from "./run-operation.js";
export { ID_KEYWORDS } from "./wire.js";
