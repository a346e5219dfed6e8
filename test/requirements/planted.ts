/** Runs an operation of the table by its name, as one user. */
export type Call = (operation: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Letters that stand nowhere else: whatever becomes of a marker on its way (case, stems, single characters), these are left of it. */
export const TRACES = { en: "vexqu", zh: ["龘", "靐", "齉"] } as const;

/** Makes strings that are found once in the world, in both languages by turns, and keeps them. */
class Marks {
  readonly all: string[] = [];

  get next(): string {
    const number = String(this.all.length + 1).padStart(4, "0");
    const mark = this.all.length % 2 === 0 ? `${TRACES.en}${number}` : `${TRACES.zh.join("")}${number}`;
    this.all.push(mark);
    return mark;
  }

  list(count: number): readonly string[] {
    return Array.from({ length: count }, () => this.next);
  }
}

const isEnglish = (mark: string): boolean => mark.startsWith(TRACES.en);
const lives = (mark: string): string => (isEnglish(mark) ? `I live in ${mark}.` : `我住在${mark}。`);
const likes = (mark: string): string => (isEnglish(mark) ? `I like ${mark} tea.` : `我喜欢${mark}茶。`);
const talk = (mark: string): string =>
  isEnglish(mark)
    ? `We talked about ${mark} for an hour, and agreed on a plan.`
    : `我们谈了${mark}一个小时，定了计划。`;

async function plantTurns(call: Call, marks: Marks): Promise<readonly string[]> {
  const sessions = marks.list(20);
  for (const [index, sessionId] of sessions.entries()) {
    const turns = [lives, likes, talk].map((say) => ({
      ...{ id: marks.next, role: "user", speaker: marks.next, text: say(marks.next) },
      at: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
    }));
    await call("record", { sessionId, importId: marks.next, turns });
  }
  return sessions;
}

interface Kept {
  readonly memory?: { readonly id: string };
}

async function plantStatements(call: Call, marks: Marks): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let count = 0; count < 12; count++) {
    const kept = (await call("remember", {
      ...{ content: talk(marks.next), subject: marks.next, attribute: "project", value: marks.next },
      ...{ tags: [marks.next], qualifiers: { place: marks.next }, idempotencyKey: marks.next },
    })) as Kept;
    if (kept.memory !== undefined) ids.push(kept.memory.id);
  }
  for (const id of ids.slice(0, 6)) await call("correct", { id, content: talk(marks.next) });
  return ids;
}

async function plantState(call: Call, marks: Marks): Promise<void> {
  for (let count = 0; count < 8; count++) {
    await call("state-put", { space: marks.next, key: marks.next, value: { draft: marks.next } });
  }
}

/** Each in its place, and what the engine makes of it: memories, versions, episodes, summaries, index rows, the write log, the journal. */
export async function plantMarkers(call: Call, digest: () => Promise<void>): Promise<readonly string[]> {
  const marks = new Marks();
  const sessions = await plantTurns(call, marks);
  await digest();
  const ids = await plantStatements(call, marks);
  await plantState(call, marks);
  for (const sessionId of sessions) await call("session-end", { sessionId });
  await digest();
  for (const [index, id] of ids.entries()) {
    const verdict = index % 2 === 0 ? "wrong" : "useful";
    await call("feedback-give", { id, verdict });
  }
  for (const sessionId of sessions.slice(0, 4)) await call("recall", { query: talk(sessionId), explain: true });
  // these wait in the journal
  const turns = marks.list(6).map((id) => ({ id, role: "user", text: talk(marks.next) }));
  await call("record", { sessionId: marks.next, turns });
  return marks.all;
}

function timesIn(bytes: Buffer, needle: string): number {
  const text = bytes.toString("latin1");
  return text.split(Buffer.from(needle, "utf8").toString("latin1")).length - 1;
}

/**
 * How often a trace of any marker stands in the bytes.
 * @param options `enciphered`: among random bytes one letter alone means nothing, so whole beginnings are looked for
 */
export function countTraces(bytes: Buffer, { enciphered }: { readonly enciphered: boolean }): number {
  const letters = enciphered ? [TRACES.zh.join("")] : TRACES.zh;
  const english = Buffer.from(bytes.toString("latin1").toLowerCase(), "latin1");
  return timesIn(english, TRACES.en) + letters.reduce((count, letter) => count + timesIn(bytes, letter), 0);
}
