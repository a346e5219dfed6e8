import { z } from "zod";
import type { DataConversation, DataQuestion, DataTurn } from "./conversation.js";
import { DataError } from "./data-error.js";
import type { DataFile } from "./files.js";
import { parseJsonFile } from "./files.js";

const EXPECTED =
  "a LoCoMo file: a list of {sample_id, conversation: {session_1, session_1_date_time, …}, qa: [{question, evidence, category}]}";

const turnSchema = z.object({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string(),
  blip_caption: z.string().optional(),
});

const sampleSchema = z.object({
  sample_id: z.string(),
  conversation: z.record(z.string(), z.unknown()),
  qa: z.array(z.object({ question: z.string(), category: z.number(), evidence: z.array(z.string()).default([]) })),
});

const badSchema = z.record(z.string(), z.array(z.number()));
const overrideSchema = z.record(z.string(), z.record(z.string(), z.array(z.string())));

/** Names of LoCoMo's question categories 1–4 (Maharana et al. 2024, as numbered in its data). */
const CATEGORIES: ReadonlyMap<number, string> = new Map([
  [1, "multi-hop"],
  [2, "temporal"],
  [3, "open-domain"],
  [4, "single-hop"],
]);

/** Category 5: about what was never said, or was said by the other of the two. The evidence in the data is what misleads. */
const ADVERSARIAL = 5;
const ADVERSARIAL_CATEGORY = "adversarial";

/** What an audit of the data found: questions to leave out, and better evidence for some of them. */
export interface LocomoAudit {
  /** Question ids. */
  readonly bad: ReadonlySet<string>;
  readonly evidence: ReadonlyMap<string, readonly string[]>;
}

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** "1:56 pm on 8 May, 2023" as epoch ms in UTC: the data set names no zone. */
export function parseLocomoDate(text: string): number {
  const parts = /^(\d{1,2}):(\d{2}) (am|pm) on (\d{1,2}) (\w+), (\d{4})$/i.exec(text.trim());
  const month = MONTHS.indexOf((parts?.[5] ?? "").toLowerCase());
  if (parts === null || month === -1)
    throw new DataError(`"${text}" is no LoCoMo session date like "1:56 pm on 8 May, 2023".`);
  const hour = (Number(parts[1]) % 12) + (parts[3]?.toLowerCase() === "pm" ? 12 : 0);
  return Date.UTC(Number(parts[6]), month, Number(parts[4]), hour, Number(parts[2]));
}

/** Repairs evidence as written ("D8:6; D9:17", "D:11:26") and drops what names no turn. */
export function repairEvidence(evidence: readonly string[], known: ReadonlySet<string>): readonly string[] {
  const repaired = evidence.flatMap((entry) =>
    [...entry.matchAll(/D:?(\d+):(\d+)/g)].map((match) => `D${Number(match[1])}:${Number(match[2])}`),
  );
  return [...new Set(repaired)].filter((id) => known.has(id));
}

const questionId = (sample: string, index: number) => `${sample}/${index}`;

/** Reads `bad_questions.json` and `evidence_overrides.json`; either may be missing. */
export function readLocomoAudit(bad: DataFile | undefined, overrides: DataFile | undefined): LocomoAudit {
  const badIds = new Set<string>();
  if (bad !== undefined) {
    const parsed = parseJsonFile(bad, badSchema, "{sample: [indexes of questions]}");
    for (const [sample, indexes] of Object.entries(parsed))
      for (const index of indexes) badIds.add(questionId(sample, index));
  }
  const evidence = new Map<string, readonly string[]>();
  if (overrides !== undefined) {
    const parsed = parseJsonFile(overrides, overrideSchema, "{sample: {index of question: [turn ids]}}");
    for (const [sample, byIndex] of Object.entries(parsed)) {
      for (const [index, turns] of Object.entries(byIndex)) evidence.set(questionId(sample, Number(index)), turns);
    }
  }
  return { bad: badIds, evidence };
}

const TURN_STEP_MS = 20_000;

function readTurns(conversation: Readonly<Record<string, unknown>>, where: string): readonly DataTurn[] {
  const turns: DataTurn[] = [];
  const sessions = Object.keys(conversation)
    .flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  for (const session of sessions) {
    const raw = z.array(turnSchema).safeParse(conversation[`session_${session}`]);
    const date = conversation[`session_${session}_date_time`];
    if (!raw.success || typeof date !== "string") {
      throw new DataError(`${where}: session_${session} has no list of turns or no date. Expected ${EXPECTED}.`);
    }
    const start = parseLocomoDate(date);
    raw.data.forEach((turn, index) => {
      const caption = turn.blip_caption === undefined ? "" : ` [shares a photo: ${turn.blip_caption}]`;
      turns.push({
        id: turn.dia_id,
        sessionId: `session_${session}`,
        role: "user", // both speakers are people
        speaker: turn.speaker,
        text: `${turn.text}${caption}`,
        at: start + index * TURN_STEP_MS,
      });
    });
  }
  return turns;
}

/** Reads LoCoMo; questions of categories 1–4 with at least one evidence turn after repair, and those of category 5 as unanswerable. */
export function readLocomo(file: DataFile): readonly DataConversation[] {
  return parseJsonFile(file, z.array(sampleSchema).min(1), EXPECTED).map((sample) => {
    const turns = readTurns(sample.conversation, `${file.path}, ${sample.sample_id}`);
    const known = new Set(turns.map((turn) => turn.id));
    const questions = sample.qa.flatMap((qa, index): DataQuestion[] => {
      if (qa.category === ADVERSARIAL) {
        const id = questionId(sample.sample_id, index);
        const nothing = { goldTurnIds: [], staleTurnIds: [], unanswerable: true };
        return [{ id, query: qa.question, category: ADVERSARIAL_CATEGORY, ...nothing }];
      }
      const category = CATEGORIES.get(qa.category);
      const goldTurnIds = repairEvidence(qa.evidence, known);
      if (category === undefined || goldTurnIds.length === 0) return [];
      return [
        {
          id: questionId(sample.sample_id, index),
          query: qa.question,
          category,
          goldTurnIds,
          staleTurnIds: [],
          unanswerable: false,
        },
      ];
    });
    return { id: sample.sample_id, timeZone: "UTC", turns, questions };
  });
}
