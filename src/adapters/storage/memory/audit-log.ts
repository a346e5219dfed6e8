import { type AuditEvent, type AuditFilter, type AuditRecord, BY_NUMBER, scopeKey } from "../../../domain/index.js";
import type { AuditLog, AuditStore } from "../../../ports/index.js";
import { lineAfter } from "./audit-chain.js";
import { type Listing, pageOf } from "./paging.js";
import type { Draft } from "./state.js";
import type { Store } from "./store.js";

const newestFirst = (owner: string): Listing<AuditRecord> => ({
  ...{ order: "audit", owner, keyOf: (record) => [record.position], keyParts: BY_NUMBER, directions: ["descending"] },
});

function fits(record: AuditRecord, { user, actor, action, outcome, from, to }: AuditFilter): boolean {
  const same = <Value>(wanted: Value | undefined, found: Value) => wanted === undefined || wanted === found;
  const named = same(user, record.user) && same(actor, record.actor) && same(action, record.action);
  const timely = (from === undefined || record.at >= from) && (to === undefined || record.at < to);
  return named && same(outcome, record.outcome) && timely;
}

function eventOf({ position: _position, previous: _previous, hash: _hash, ...event }: AuditRecord): AuditEvent {
  return event;
}

/** Lines are held back in the draft until it is committed; of `chain`, what was there when the transaction began is read. */
export function createAuditStore(draft: Draft, chain: readonly AuditRecord[]): AuditStore {
  const { tenant, user } = draft.scope;
  const found = chain.length;
  return {
    async append(event) {
      draft.addLine({ ...event, user });
    },
    async list(page) {
      const whole = chain.slice(0, found);
      for (const event of draft.lines) whole.push(lineAfter(tenant, whole.at(-1), event));
      const own = whole.filter((record) => record.user === user);
      const { items, ...rest } = pageOf(own, newestFirst(scopeKey(draft.scope)), page);
      return { items: items.map(eventOf), ...rest };
    },
  };
}

export function createAuditLog(store: Store): AuditLog {
  return {
    append: (tenant, events) =>
      store.serialise(async () => {
        store.appendAudit(tenant, events);
      }),
    async list(tenant, filter, page) {
      store.requireOpen();
      const found = store.auditOf(tenant).filter((record) => fits(record, filter));
      return pageOf(found, newestFirst(JSON.stringify([tenant, filter])), page);
    },
    async chain(tenant, page) {
      store.requireOpen();
      const listing = { order: "audit-chain", owner: tenant, keyOf: (record: AuditRecord) => [record.position] };
      return pageOf(store.auditOf(tenant), { ...listing, keyParts: BY_NUMBER, directions: ["ascending"] }, page);
    },
  };
}
