import type { OpenEngine } from "./compose.js";
import { assembleContext, traceContext } from "./context/index.js";
import {
  type ExportResult,
  type ForgetReport,
  makeScope,
  PERMISSIONS,
  type RememberResult,
  type ReviewSelection,
  readDryRun,
  refuseStray,
  type Scope,
} from "./domain/index.js";
import type { Keepsake, UserMemory } from "./keepsake.js";
import { check, forgetToWire, ORIGIN_FIELDS, onlyWay, REVIEW_FIELDS, saidFields } from "./library-requests.js";
import { type Caller, digestedName, listDead, operationNamed, runInOwnForm, runOperation } from "./operations/index.js";
import type { EngineParts } from "./ports/index.js";
import { getMemory, history, listMemories, profile, recall, stats } from "./recall/index.js";
import { accept, correct, load, reextract, remember, retryDead, usage } from "./remember/index.js";
import { acceptReview, giveFeedback, listFeedback, listReview, rejectReview } from "./review/index.js";
import { route } from "./routing/index.js";
import {
  addAttachment,
  deleteState,
  endSession,
  getAttachment,
  getState,
  getSummary,
  listAttachments,
  listState,
  listSummaries,
  putState,
  removeAttachment,
} from "./sessions/index.js";
import { listWrites, rollback } from "./undo/index.js";

/** One user's calls: each is checked, told and measured as through every other door. */
interface Calls {
  readonly scope: Scope;
  readonly actor: string;
  /**
   * @param work is given the parts to do it with
   * @param targets the ids that the audit log names
   */
  run<Result>(
    operation: string,
    work: (parts: EngineParts) => Promise<Result>,
    targets?: (result: Result) => readonly string[],
  ): Promise<Result>;
  /** In the wire form, for what has no other. */
  runWire(operation: string, input: unknown): Promise<unknown>;
}

function callsOf(parts: EngineParts, scope: Scope): Calls {
  const caller: Caller = { scope, permissions: new Set(PERMISSIONS), actor: "library", door: "library" };
  return {
    scope,
    actor: caller.actor,
    run: (operation, work, targets = () => []) =>
      runInOwnForm(operationNamed(operation), { parts, caller }, work, targets),
    runWire: (operation, input) => runOperation(operationNamed(operation), { parts, caller }, input),
  };
}

const idOf = ({ memory }: RememberResult): readonly string[] => (memory === undefined ? [] : [memory.id]);

function modelUse({ scope, run }: Calls): Pick<UserMemory, "reextract" | "usage"> {
  return {
    reextract: (request = {}) =>
      run(
        "reextract",
        async (parts) => {
          check("reextract", request);
          return reextract(parts, scope, request);
        },
        () => (request.sessionId === undefined ? [] : [digestedName(request.sessionId)]),
      ),
    usage: () => run("usage", (parts) => usage(parts, scope)),
  };
}

type ChangeControl = Pick<UserMemory, "review" | "writes" | "rollback">;

function changeControl({ scope, actor, run }: Calls): ChangeControl {
  const decide = (action: string, work: typeof acceptReview, selection: ReviewSelection) =>
    run(
      action,
      async (parts) => {
        check(action, onlyWay(selection, REVIEW_FIELDS));
        return work(parts, scope, selection, actor);
      },
      (decisions) => {
        const decided = decisions.filter(({ outcome }) => outcome !== "not-pending" && outcome !== "not-found");
        return [
          ...new Set(decided.flatMap(({ id, memoryId, supersededIds }) => [id, memoryId ?? id, ...supersededIds])),
        ];
      },
    );
  return {
    review: {
      list: (request = {}) =>
        run("review-list", async (parts) => {
          check("review-list", request);
          return listReview(parts, scope, request);
        }),
      accept: (selection) => decide("review-accept", acceptReview, selection),
      reject: (selection) => decide("review-reject", rejectReview, selection),
    },
    writes: (selection, page = {}) =>
      run("writes", async (parts) => {
        check("writes", { ...onlyWay(selection, ORIGIN_FIELDS), ...page });
        return listWrites(parts, scope, selection, page);
      }),
    rollback: (selection, ...rest: readonly unknown[]) =>
      run(
        "rollback",
        async (parts) => {
          const options = readDryRun("rollback", selection, rest);
          check("rollback", { ...onlyWay(selection, ORIGIN_FIELDS), ...options });
          return rollback(parts, scope, selection, options);
        },
        ({ dryRun, closed, restored, weakened }) => (dryRun ? [] : [...closed, ...restored, ...weakened]),
      ),
  };
}

/** Where to look, where something was lost, and what it was worth. */
function insight({ scope, actor, run }: Calls): Pick<UserMemory, "route" | "trace" | "feedback"> {
  return {
    route: (request) =>
      run("route", async (parts) => {
        check("route", request);
        return route(parts, scope, request);
      }),
    trace: (request) =>
      run("trace", async (parts) => {
        const { saidBetween: _, ...rest } = request ?? {};
        check("trace", rest);
        return traceContext(parts, scope, request);
      }),
    feedback: {
      give: (request) =>
        run(
          "feedback-give",
          async (parts) => {
            check("feedback-give", request);
            return giveFeedback(parts, scope, request, actor);
          },
          ({ id, reviewId }) => (reviewId === undefined ? [id] : [id, reviewId]),
        ),
      list: (page = {}) =>
        run("feedback-list", async (parts) => {
          check("feedback-list", page);
          return listFeedback(parts, scope, page);
        }),
    },
  };
}

function conversations({ scope, run }: Calls): Pick<UserMemory, "session" | "summary"> {
  return {
    session: {
      end: (sessionId) =>
        run(
          "session-end",
          async (parts) => {
            check("session-end", { sessionId });
            return endSession(parts, scope, sessionId);
          },
          () => [digestedName(sessionId)],
        ),
    },
    summary: {
      get: (sessionId) =>
        run("summary-get", async (parts) => {
          check("summary-get", { sessionId });
          return getSummary(parts, scope, sessionId);
        }),
      list: (page = {}) =>
        run("summary-list", async (parts) => {
          check("summary-list", page);
          return listSummaries(parts, scope, { ...page, limit: page.limit ?? 20 });
        }),
    },
  };
}

/** Content stands in the schemas as text: its bytes are looked at where they are kept. */
const SOME_CONTENT = "AA==";

function files({ scope, run }: Calls): Pick<UserMemory, "attachment"> {
  return {
    attachment: {
      add: (request) =>
        run(
          "attachment-add",
          async (parts) => {
            const { content, ...rest } = request ?? {};
            check("attachment-add", { ...rest, content: content instanceof Uint8Array ? SOME_CONTENT : content });
            return addAttachment(parts, scope, request);
          },
          ({ id }) => [id],
        ),
      get: (id) =>
        run("attachment-get", async (parts) => {
          check("attachment-get", { id });
          return getAttachment(parts, scope, id);
        }),
      list: (request = {}) =>
        run("attachment-list", async (parts) => {
          check("attachment-list", request);
          return listAttachments(parts, scope, { ...request, limit: request.limit ?? 50 });
        }),
      remove: (id) =>
        run(
          "attachment-remove",
          async (parts) => {
            check("attachment-remove", { id });
            await removeAttachment(parts, scope, id);
          },
          () => [id],
        ),
    },
  };
}

/** Working memory, and what failed for good. */
function inProgress({ scope, run }: Calls): Pick<UserMemory, "state" | "journal"> {
  return {
    state: {
      put: (space, key, value, ttlSeconds) =>
        run(
          "state-put",
          async (parts) => {
            check("state-put", { space, key, value, ...(ttlSeconds === undefined ? {} : { ttlSeconds }) });
            await putState(parts, scope, space, key, value, ttlSeconds);
          },
          () => [space, key].map(digestedName),
        ),
      get: (space, key) => run("state-get", (parts) => getState(parts, scope, space, key)),
      list: (space) => run("state-list", (parts) => listState(parts, scope, space)),
      delete: (space, key, ...rest: readonly unknown[]) =>
        run(
          "state-delete",
          async (parts) => {
            refuseStray("state.delete", rest);
            return deleteState(parts, scope, space, key);
          },
          () => [space, key].map(digestedName),
        ),
    },
    journal: {
      list: () => run("journal-list", (parts) => listDead(parts, scope)),
      retry: () => run("journal-retry", (parts) => retryDead(parts, scope)),
    },
  };
}

type Reading = Pick<UserMemory, "recall" | "context" | "list" | "get" | "history" | "profile" | "stats" | "export">;

function reading({ scope, run, runWire }: Calls): Reading {
  return {
    recall: (request) =>
      run("recall", async (parts) => {
        const { saidBetween, ...rest } = request ?? {};
        check("recall", { ...rest, ...saidFields(saidBetween) });
        return recall(parts, scope, request);
      }),
    context: (request) =>
      run("context", async (parts) => {
        check("context", request);
        return assembleContext(parts, scope, request);
      }),
    list: (request = {}) =>
      run("list", async (parts) => {
        check("list", request);
        return listMemories(parts, scope, request);
      }),
    get: (id) =>
      run("get", async (parts) => {
        check("get", { id });
        return getMemory(parts, scope, id);
      }),
    history: (id) =>
      run("history", async (parts) => {
        check("history", { id });
        return history(parts, scope, id);
      }),
    profile: () => run("profile", (parts) => profile(parts, scope)),
    stats: () => run("stats", (parts) => stats(parts, scope)),
    export: async (request = {}) => (await runWire("export", request)) as ExportResult,
  };
}

type Writing = Pick<UserMemory, "record" | "remember" | "load" | "correct" | "forget">;

function writing({ scope, run, runWire }: Calls): Writing {
  return {
    record: (request) =>
      run("record", async (parts) => {
        check("record", request);
        return accept(parts, scope, request);
      }),
    remember: (request) =>
      run(
        "remember",
        async (parts) => {
          check("remember", request);
          return remember(parts, scope, request);
        },
        idOf,
      ),
    load: (request) =>
      run(
        "load",
        async (parts) => {
          check("load", request);
          return load(parts, scope, request);
        },
        ({ importId }) => [digestedName(importId)],
      ),
    correct: (request, ...rest: readonly unknown[]) =>
      run(
        "correct",
        async (parts) => {
          refuseStray("correct", rest);
          check("correct", request);
          return correct(parts, scope, request);
        },
        idOf,
      ),
    forget: async (request, ...rest: readonly unknown[]) => {
      const options = readDryRun("forget", request, rest);
      return (await runWire("forget", { ...forgetToWire(request), ...options })) as ForgetReport;
    },
  };
}

function userMemory(engine: OpenEngine, scope: Scope): UserMemory {
  const calls = callsOf(engine.parts, scope);
  return {
    ...writing(calls),
    ...reading(calls),
    ...insight(calls),
    ...modelUse(calls),
    ...changeControl(calls),
    ...inProgress(calls),
    ...conversations(calls),
    ...files(calls),
    // Async, so that a closed engine rejects like every other call instead of throwing.
    processed: async (timeoutMs) => engine.drain(scope, timeoutMs),
  };
}

/** Wraps an open engine as the library's face for one tenant. */
export function libraryOver(engine: OpenEngine, tenant: string): Keepsake {
  return {
    user: (id) => userMemory(engine, makeScope(tenant, id)),
    close: () => engine.close(),
  };
}
