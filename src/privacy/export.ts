import { decodeCursor, encodeCursor, KeepsakeError, MAX_PAGE_LIMIT, type Scope, scopeKey } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import { type ExportRecord, SECTIONS, type Section, type Step } from "./export-sections.js";

export interface ExportPage {
  readonly records: readonly ExportRecord[];
  /** Of the section that goes on from the page before. */
  readonly after?: ExportRecord["type"];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

const ORDER = "export";
const PARTS = ["text", "text", "text"] as const;

/** Where to go on: in which section, and where in it. */
interface Place {
  readonly section: Section;
  readonly outer: string;
  readonly inner: string;
}

function placeOf(scope: Scope, cursor: string | undefined): Place {
  const [first] = SECTIONS;
  if (first === undefined) throw new KeepsakeError("INTERNAL", "there are no sections");
  if (cursor === undefined) return { section: first, outer: "", inner: "" };
  const [name, outer, inner] = decodeCursor(ORDER, scopeKey(scope), cursor, PARTS);
  const section = SECTIONS.find((known) => known.name === name);
  if (section === undefined || typeof outer !== "string" || typeof inner !== "string") {
    throw new KeepsakeError("INVALID_INPUT", "cursor was not made by this listing", { field: "cursor" });
  }
  return { section, outer, inner };
}

function sectionAfter(section: Section): Section | undefined {
  return SECTIONS[SECTIONS.indexOf(section) + 1];
}

/**
 * Everything that is held about a user, a page at a time and in a fixed order, so that a user of any size is given without being held in
 * memory (requirement 9.3): sessions with their turns, memories of every status and version with what wrote them, episodes, summaries,
 * working memory, attachments (what they are; their bytes are read one by one), queued work, verdicts on what was recalled, and the lines of the audit log about the user. Left out is what is made from
 * these and gives nothing more: vectors, keyword rows, and remembered answers to repeated requests.
 * What is written while the pages are read may be missing from them.
 * @param page `limit` 1–1000: about so many records come; a little more where some belong together
 * @throws INVALID_INPUT (a cursor that is not this user's)
 */
export async function exportPage(
  parts: EngineParts,
  scope: Scope,
  page: { readonly limit: number; readonly cursor?: string },
): Promise<ExportPage> {
  const limit = Math.min(MAX_PAGE_LIMIT, Math.max(1, page.limit));
  const records: ExportRecord[] = [];
  const first = placeOf(scope, page.cursor);
  let place: Place | undefined = first;
  while (place !== undefined && records.length < limit) {
    const { section, outer, inner }: Place = place;
    const step: Step = await section.read(parts, scope, { outer, inner, limit: limit - records.length });
    records.push(...step.records);
    const next: Section | undefined = step.next === undefined ? sectionAfter(section) : section;
    place = next === undefined ? undefined : { section: next, outer: "", inner: "", ...step.next };
  }
  const begun = first.outer === "" && first.inner === "" ? {} : { after: first.section.type };
  if (place === undefined) return { records, ...begun };
  const nextCursor = encodeCursor(ORDER, scopeKey(scope), [place.section.name, place.outer, place.inner]);
  return { records, ...begun, nextCursor };
}
