import type { Screen } from "../screen.js";
import { textsOf } from "../texts.js";
import { printable } from "./width.js";

interface KeyShape {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly user?: string;
  readonly agent?: string;
  readonly state: string;
  readonly expiresAt?: string;
  readonly lastUsedAt?: string;
}

interface Listing<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

function boundsOf({ user, agent }: KeyShape): string {
  return [user === undefined ? "" : `user ${user}`, agent === undefined ? "" : `agent ${agent}`]
    .filter(Boolean)
    .join(", ");
}

function table<Item>(
  screen: Screen,
  page: Listing<Item>,
  titles: readonly string[],
  cells: (item: Item) => readonly string[],
): void {
  const texts = textsOf(screen.language);
  if (page.items.length === 0) screen.say(texts.none);
  else {
    const columns = titles.map((title, index) => ({
      title,
      ...(index === titles.length - 1 && { flexible: true as const }),
    }));
    screen.table(columns, page.items.map(cells));
  }
  if (page.nextCursor !== undefined) screen.note(texts.more(page.nextCursor));
}

export function keyList(screen: Screen, page: Listing<KeyShape>): void {
  const texts = textsOf(screen.language);
  const when = (at: string | undefined): string => (at === undefined ? "–" : screen.when(at));
  table(
    screen,
    page,
    [texts.name, texts.role, texts.status, texts.expires, texts.lastUsed, texts.bounds, texts.id],
    (key) => [
      ...[key.name, screen.label(key.role), screen.label(key.state), when(key.expiresAt), when(key.lastUsedAt)],
      ...[boundsOf(key), key.id],
    ],
  );
}

/** The secret stands alone on its line, so that it can be taken whole. */
export function madeKey(screen: Screen, made: { readonly key: KeyShape; readonly secret: string }): void {
  const texts = textsOf(screen.language);
  screen.say(made.secret);
  screen.note(texts.keyMade(printable(made.key.name), screen.label(made.key.role), made.key.id));
}

export function revokedKey(screen: Screen, { key }: { readonly key: KeyShape }): void {
  screen.say(textsOf(screen.language).keyRevoked(printable(key.name), key.id));
}

interface LineShape {
  readonly position: number;
  readonly at: string;
  readonly action: string;
  readonly actor: string;
  readonly door?: string;
  readonly user?: string;
  readonly targets: readonly string[];
  readonly outcome: string;
  readonly detail?: string;
}

export function auditLines(screen: Screen, page: Listing<LineShape>): void {
  const texts = textsOf(screen.language);
  table(
    screen,
    page,
    ["#", texts.when, texts.actor, texts.action, texts.about, texts.outcome, texts.targets],
    (line) => [
      ...[String(line.position), screen.when(line.at), line.actor, line.action, line.user ?? "–"],
      ...[[screen.label(line.outcome), line.detail ?? ""].filter(Boolean).join(" "), line.targets.join(" ")],
    ],
  );
}

export function auditVerdict(
  screen: Screen,
  report: {
    readonly intact: boolean;
    readonly lines: number;
    readonly unchained: number;
    readonly head?: { readonly position: number; readonly hash: string };
    readonly faults: readonly { readonly position: number; readonly fault: string }[];
  },
): void {
  const texts = textsOf(screen.language);
  if (report.intact) screen.say(texts.auditIntact(report.lines));
  else screen.say(screen.red(texts.auditBroken(report.faults.length)));
  for (const { position, fault } of report.faults) screen.say(`  #${position}  ${screen.label(fault)}`);
  if (report.unchained > 0) screen.note(texts.auditUnchained(report.unchained));
  if (report.head !== undefined) screen.say(`${texts.auditHead} #${report.head.position} ${report.head.hash}`);
}

export function tenantList(screen: Screen, page: Listing<{ readonly id: string; readonly createdAt: string }>): void {
  const texts = textsOf(screen.language);
  table(screen, page, [texts.since, texts.id], (tenant) => [screen.when(tenant.createdAt), tenant.id]);
}
