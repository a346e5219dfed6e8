import { attributeInChinese, subjectInChinese } from "../matter-names.js";
import type { Screen } from "../screen.js";
import { textsOf } from "../texts.js";
import type { MemoryShape, WriteShape } from "./shapes.js";
import { padTo, printable, wrap } from "./width.js";

export function aboutOf(screen: Screen, subject: string, attribute: string | undefined): string {
  const isChinese = screen.language === "zh";
  const who = isChinese ? subjectInChinese(subject) : subject;
  if (attribute === undefined) return who;
  return `${who} · ${isChinese ? attributeInChinese(attribute) : attribute}`;
}

export function sourceOf(item: { readonly sessionId?: string; readonly turnIds: readonly string[] }): string {
  return [item.sessionId, item.turnIds[0]].filter((part) => part !== undefined).join(" / ") || "–";
}

function kindOf(screen: Screen, memory: MemoryShape): string {
  const kind = screen.label(memory.kind);
  return memory.status === "active" ? kind : `${kind} (${screen.label(memory.status)})`;
}

/** Ids are long: a terminal narrower than this gets a block per memory instead of a row. */
const TABLE_WIDTH = 160;

function memoryBlock(screen: Screen, memory: MemoryShape): void {
  const texts = textsOf(screen.language);
  const kind = kindOf(screen, memory);
  const about = aboutOf(screen, memory.subject, memory.attribute);
  screen.say(screen.dim(printable(`${kind}  ${about}  ${texts.since.toLowerCase()} ${screen.day(memory.validFrom)}`)));
  for (const line of wrap(memory.content, Math.max(20, screen.width - 2))) screen.say(`  ${screen.bold(line)}`);
  screen.say(screen.dim(printable(`  ${memory.id}  ${texts.fromTurn} ${sourceOf(memory)}`)));
}

export function memoryTable(screen: Screen, memories: readonly MemoryShape[]): void {
  const texts = textsOf(screen.language);
  if (screen.width < TABLE_WIDTH) {
    for (const memory of memories) memoryBlock(screen, memory);
    return;
  }
  screen.table(
    [
      { title: texts.kind },
      { title: texts.about },
      { title: texts.what, flexible: true },
      { title: texts.since },
      { title: texts.from },
      { title: texts.id },
    ],
    memories.map((memory) => [
      kindOf(screen, memory),
      aboutOf(screen, memory.subject, memory.attribute),
      memory.content,
      screen.day(memory.validFrom),
      sourceOf(memory),
      memory.id,
    ]),
  );
}

export function memoryList(
  screen: Screen,
  page: { readonly items: readonly MemoryShape[]; readonly nextCursor?: string },
): void {
  const texts = textsOf(screen.language);
  if (page.items.length === 0) screen.say(texts.none);
  else memoryTable(screen, page.items);
  if (page.nextCursor !== undefined) screen.note(texts.more(page.nextCursor));
}

export function memoryDetail(screen: Screen, memory: MemoryShape): void {
  const range =
    `${screen.when(memory.validFrom)} – ${memory.validTo === undefined ? "" : screen.when(memory.validTo)}`.trim();
  const rows: (readonly [string, string | undefined])[] = [
    ["id", memory.id],
    ["kind", `${screen.label(memory.kind)} · ${screen.label(memory.tier)}`],
    [
      "status",
      memory.supersededBy === undefined
        ? screen.label(memory.status)
        : `${screen.label(memory.status)} → ${memory.supersededBy}`,
    ],
    ["about", aboutOf(screen, memory.subject, memory.attribute)],
    ["value", memory.value],
    ["evidence", memory.evidence],
    ["valid", range],
    ["expires", memory.expiresAt === undefined ? undefined : screen.when(memory.expiresAt)],
    ["said", screen.when(memory.saidAt)],
    ["recorded", screen.when(memory.recordedAt)],
    ["from", sourceOf(memory)],
    ["version", `${memory.version} (${screen.label("revision")} ${memory.revision})`],
    ["importance", memory.importance.toFixed(2)],
    ["confidence", memory.confidence.toFixed(2)],
    ["tags", memory.tags.join(", ")],
    ["reason", screen.reason(memory.reason)],
  ];
  screen.say(screen.bold(printable(memory.content)));
  for (const [name, value] of rows) {
    if (value !== undefined && value !== "")
      screen.say(`  ${screen.dim(padTo(screen.label(name), 11))} ${printable(value)}`);
  }
}

export function writeResult(screen: Screen, result: WriteShape): void {
  const texts = textsOf(screen.language);
  screen.say(`${screen.bold(screen.label(result.outcome))}  ${printable(screen.reason(result.reason))}`);
  if (result.memory !== undefined) memoryTable(screen, [result.memory]);
  if (result.supersededIds.length > 0) screen.say(`${texts.supersedes} ${result.supersededIds.join(", ")}`);
  if (result.degraded !== undefined) screen.note(texts.degraded(result.degraded.join(", ")));
}

export function memoryHistory(
  screen: Screen,
  history: {
    readonly versions: readonly MemoryShape[];
    readonly currentId?: string;
    readonly turns: readonly {
      readonly id: string;
      readonly role: string;
      readonly speaker?: string;
      readonly text: string;
      readonly at: string;
    }[];
  },
): void {
  const turns = new Map(history.turns.map((turn) => [turn.id, turn]));
  for (const version of history.versions) {
    const mark = version.id === history.currentId ? "●" : "○";
    const until = version.validTo === undefined ? "" : screen.when(version.validTo);
    screen.say(`${mark} v${version.version}  ${screen.bold(printable(version.content))}`);
    screen.say(
      screen.dim(`     ${screen.when(version.validFrom)} – ${until}  ${screen.label(version.status)}  ${version.id}`),
    );
    screen.say(screen.dim(`     ${printable(screen.reason(version.reason))}`));
    for (const id of version.turnIds) {
      const turn = turns.get(id);
      if (turn === undefined) continue;
      screen.say(`     “${printable(turn.text)}”`);
      screen.say(screen.dim(`       ${turn.speaker ?? screen.label(turn.role)}, ${screen.when(turn.at)}, ${turn.id}`));
    }
  }
}

export function memoryProfile(
  screen: Screen,
  profile: { readonly sections: readonly { readonly kind: string; readonly memories: readonly MemoryShape[] }[] },
): void {
  if (profile.sections.every((section) => section.memories.length === 0)) {
    screen.say(textsOf(screen.language).none);
    return;
  }
  for (const { kind, memories } of profile.sections) {
    if (memories.length === 0) continue;
    screen.say(screen.bold(screen.label(kind)));
    for (const memory of memories) {
      screen.say(
        `  ${printable(memory.content)}  ${screen.dim(`${aboutOf(screen, memory.subject, memory.attribute)}, ${screen.day(memory.validFrom)}`)}`,
      );
    }
  }
}
