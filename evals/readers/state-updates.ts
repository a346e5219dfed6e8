import { z } from "zod";
import type { DataTurn } from "./conversation.js";
import type { DataFile } from "./files.js";
import { parseJsonFile, parseJsonLines } from "./files.js";
import { ROLE_NAMES } from "./roles.js";

const EXPECTED =
  "one bundle a line: {id, category, subtype, turns: [{at, role, text}], claims: [{id, subject, slot, value, turns}], superseded: [[old, new]]}";

/** A claim of the gold: what one turn asserts. */
interface Claim {
  readonly id: string;
  readonly subject: string | null;
  readonly value: string;
  /** Ids of the turns that state it. */
  readonly turnIds: readonly string[];
}

export interface StateBundle {
  readonly id: string;
  readonly category: string;
  readonly turns: readonly DataTurn[];
  readonly claims: readonly Claim[];
  /** Pairs of claim ids, old → new. */
  readonly edges: readonly (readonly [string, string])[];
}

const bundleSchema = z.object({
  id: z.string().min(1),
  category: z.string(),
  subtype: z.string(),
  turns: z.array(z.object({ at: z.iso.datetime({ offset: true }), role: z.enum(ROLE_NAMES), text: z.string() })).min(1),
  claims: z.array(
    z.object({ id: z.string(), subject: z.string().nullable(), value: z.string(), turns: z.array(z.number().int()) }),
  ),
  superseded: z.array(z.tuple([z.string(), z.string()])),
});

const turnId = (index: number) => `t${index}`;

/** Reads bundles of state updates. */
export function readStateBundles(file: DataFile): readonly StateBundle[] {
  return parseJsonLines(file, bundleSchema, EXPECTED).map((raw) => ({
    id: raw.id,
    category: `${raw.category}/${raw.subtype}`,
    turns: raw.turns.map((turn, index) => ({
      id: turnId(index),
      sessionId: "s1",
      role: turn.role,
      text: turn.text,
      at: Date.parse(turn.at),
    })),
    claims: raw.claims.map((claim) => ({
      id: claim.id,
      subject: claim.subject,
      value: claim.value,
      turnIds: claim.turns.map(turnId),
    })),
    edges: raw.superseded,
  }));
}

/** A unit that extraction should find, as anchors that its text must hold. */
export interface ExtractionCase {
  readonly id: string;
  readonly category: string;
  readonly turns: readonly DataTurn[];
  readonly units: readonly { readonly anchors: readonly string[]; readonly turnIds: readonly string[] }[];
}

const extractionSchema = z.object({
  cases: z
    .array(
      z.object({
        case_id: z.string(),
        category: z.string(),
        events: z.array(z.object({ speaker: z.string(), text: z.string() })),
        gold_units: z.array(
          z.object({
            source_event_indices: z.array(z.number().int()),
            role_action_object: z.object({ ordered_anchors: z.array(z.string()) }),
          }),
        ),
      }),
    )
    .min(1),
});

const FIRST_EVENT_AT = Date.UTC(2026, 5, 1, 1);

/** Reads extraction cases (`extraction_v2_synthetic.json`). */
export function readExtractionCases(file: DataFile): readonly ExtractionCase[] {
  const parsed = parseJsonFile(
    file,
    extractionSchema,
    "{cases: [{case_id, category, events: [{speaker, text}], gold_units}]}",
  );
  return parsed.cases.map((raw) => ({
    id: raw.case_id,
    category: raw.category,
    turns: raw.events.map((event, index) => ({
      id: turnId(index),
      sessionId: "s1",
      role: event.speaker === "assistant" ? "assistant" : "user",
      text: event.text,
      at: FIRST_EVENT_AT + index * 60_000,
      ...(event.speaker === "user" || event.speaker === "assistant" ? {} : { speaker: event.speaker }),
    })),
    units: raw.gold_units.map((unit) => ({
      anchors: unit.role_action_object.ordered_anchors,
      turnIds: unit.source_event_indices.map(turnId),
    })),
  }));
}
