import type {
  EpisodeId,
  Keepsake,
  Memory,
  MemoryId,
  RecalledItem,
  RecallRequest,
  RecordRequest,
  SessionId,
  TurnId,
  UserMemory,
} from "keepsake";
import type { OpenStore } from "../engine/system.js";
import { countTokens } from "../engine/tokens.js";
import type { Ranker } from "./rankers.js";

export interface BaselineOptions {
  readonly ranker: Ranker;
  /** Whether every user turn is a memory too; otherwise turns are episodes only. */
  readonly remembers: boolean;
}

interface HeldTurn {
  readonly id: TurnId;
  readonly sessionId: SessionId;
  readonly role: string;
  readonly text: string;
  /** What is searched: the text with its speaker's name before it. */
  readonly searched: string;
  readonly at: number;
}

/** A verb that a baseline does not have: suites that need it cannot be run on it. */
function absent(verb: string): () => never {
  return () => {
    throw new Error(`a baseline has no ${verb}`);
  };
}

function toMemory(turn: HeldTurn): Memory {
  const id = `mem_${turn.id}` as MemoryId;
  return {
    id,
    lineageId: id,
    version: 1,
    revision: 1,
    sessionId: turn.sessionId,
    turnIds: [turn.id],
    content: turn.text,
    evidence: turn.text,
    kind: "fact",
    tier: "long-term",
    status: "active",
    subject: "user",
    qualifiers: {},
    cardinality: "multi",
    polarity: "positive",
    entities: [],
    tags: [],
    importance: 0.5,
    confidence: 0.5,
    source: "rule",
    supersedes: [],
    saidAt: turn.at,
    validFrom: turn.at,
    recordedAt: turn.at,
    accessCount: 0,
    reinforcedCount: 0,
    contentHash: turn.id,
    policyVersion: "baseline",
    reason: "baseline: kept verbatim",
  };
}

function toItem(turn: HeldTurn, score: number, options: BaselineOptions): RecalledItem {
  const base = {
    content: turn.text,
    score,
    channels: { keyword: score },
    why: "words in common",
    saidAt: turn.at,
    sessionId: turn.sessionId,
    turnIds: [turn.id],
  };
  if (!options.remembers || turn.role !== "user") return { ...base, type: "episode", id: `ep_${turn.id}` as EpisodeId };
  const memory = toMemory(turn);
  const { id, kind, tier, status, subject, version } = memory;
  return { ...base, type: "memory", id, kind, tier, status, subject, version, memory };
}

class BaselineMemory {
  readonly #turns: HeldTurn[] = [];

  constructor(private readonly options: BaselineOptions) {}

  record(request: RecordRequest) {
    const ids = request.turns.map((turn, index) => {
      const id = (turn.id ?? `${request.sessionId}/${this.#turns.length + index}`) as TurnId;
      this.#turns.push({
        id,
        sessionId: request.sessionId as SessionId,
        role: turn.role,
        text: turn.text,
        searched: turn.speaker === undefined ? turn.text : `${turn.speaker}: ${turn.text}`,
        at: turn.at ?? 0,
      });
      return id;
    });
    return { turnIds: ids, accepted: ids.length, duplicates: 0, redacted: {} };
  }

  recall(request: RecallRequest): readonly RecalledItem[] {
    const searched = this.options.remembers ? this.#turns.filter((turn) => turn.role === "user") : this.#turns;
    const scores = this.options.ranker(
      request.query,
      searched.map((turn) => turn.searched),
    );
    return searched
      .map((turn, index) => ({ turn, score: scores[index] ?? 0 }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, request.limit ?? 10)
      .map(({ turn, score }) => toItem(turn, score, this.options));
  }

  memories(): readonly Memory[] {
    return this.options.remembers ? this.#turns.filter((turn) => turn.role === "user").map(toMemory) : [];
  }

  get(id: MemoryId): Memory {
    const found = this.memories().find((memory) => memory.id === id);
    if (found === undefined) throw new Error(`no memory ${id}`);
    return found;
  }

  turnsOf(memory: Memory): readonly HeldTurn[] {
    return this.#turns.filter((turn) => memory.turnIds.includes(turn.id));
  }
}

function insightless(): Pick<UserMemory, "route" | "trace" | "feedback" | "export" | "attachment"> {
  return {
    route: absent("route"),
    trace: absent("trace"),
    export: absent("export"),
    feedback: { give: absent("feedback"), list: absent("feedback") },
    attachment: {
      add: absent("attachment"),
      get: absent("attachment"),
      list: absent("attachment"),
      remove: absent("attachment"),
    },
  };
}

function toUserMemory(store: BaselineMemory): UserMemory {
  return {
    record: async (request) => store.record(request),
    load: absent("load"),
    recall: async (request) => ({ items: store.recall(request), pendingTurns: 0 }),
    list: async () => ({ items: store.memories() }),
    get: async (id) => store.get(id),
    history: async (id) => {
      const memory = store.get(id);
      const turns = store.turnsOf(memory).map((turn, position) => ({
        id: turn.id,
        sessionId: turn.sessionId,
        position,
        role: "user" as const,
        text: turn.text,
        at: turn.at,
        recordedAt: turn.at,
        timeZone: "UTC",
      }));
      return { versions: [memory], currentId: memory.id, turns };
    },
    context: async (request) => {
      const items = store.recall({ query: request.query });
      const content = items.map((item) => item.content).join("\n");
      const maxTokens = request.maxTokens ?? 2_000;
      return {
        messages: [
          { role: "system", content },
          { role: "user", content: request.query },
        ],
        tokens: countTokens(content) + countTokens(request.query),
        maxTokens,
        encoding: "o200k_base",
        parts: [],
        included: items,
        cut: [],
      };
    },
    profile: async () => ({ sections: [], asOf: 0 }),
    stats: async () => ({
      memories: {
        active: store.memories().length,
        "pending-review": 0,
        superseded: 0,
        archived: 0,
        expired: 0,
        erased: 0,
      },
      episodes: 0,
      ...{ sessions: 0, pendingTurns: 0, turnsAwaitingModel: 0, deadEntries: 0, acceptingTurns: true },
      vectorsByModel: {},
      embedder: { modelId: "none", runtime: "none" },
    }),
    processed: async () => undefined,
    remember: absent("remember"),
    correct: absent("correct"),
    reextract: absent("reextract"),
    usage: absent("usage"),
    forget: absent("forget"),
    review: { list: absent("review"), accept: absent("review"), reject: absent("review") },
    writes: absent("writes"),
    rollback: absent("rollback"),
    state: { put: absent("state"), get: absent("state"), list: absent("state"), delete: absent("state") },
    session: { end: absent("session") },
    summary: { get: absent("summary"), list: absent("summary") },
    ...insightless(),
    journal: { list: async () => [], retry: async () => 0 },
  };
}

/** A store in Keepsake's shape that keeps turns as they are; it forgets, replaces and redacts nothing. */
export function createBaselineStore(options: BaselineOptions): OpenStore {
  const users = new Map<string, UserMemory>();
  const keepsake: Keepsake = {
    user: (id) => {
      const known = users.get(id) ?? toUserMemory(new BaselineMemory(options));
      users.set(id, known);
      return known;
    },
    close: async () => undefined,
  };
  return { keepsake, dispose: async () => undefined };
}
