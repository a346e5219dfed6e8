import type { Candidate } from "../../domain/index.js";
import { hasHan, type Span } from "../../language/index.js";
import { classifySpeech, forgetTopic } from "../../language/speech-acts/index.js";
import { type Extraction, NOTHING } from "./extraction.js";
import type { Reader } from "./reader.js";

/** A cheap look: without one of these no words ask to forget anything. */
const MAY_FORGET =
  /[记記忘删刪录錄存撤清抹留划去]|当我没|不作数|收回|听听|私下|说完|你知我知|forget|record|remember|sav(?:e|ing)|stor(?:e|ing)|delet|eras|remov|wipe|drop|clear|keep|note|strike|scratch|log|write|memor|scrub|purge|unlearn|get rid|hold on to|hang on to|retain|pretend|should be gone|take back|between you|off the|never mind/iu;

/** A question in form only. */
const POLITE =
  /^\W*(?:(?:hey|hi|so|also|and|please|btw),? )*(?:can|could|would|will) you\b|^\W*(?:请问)?(?:你)?(?:能不能|可不可以|可以|能|麻烦)/iu;

/** Requests to forget and words off the record: looked for first, over the whole turn. */
export function forgetting(reader: Reader, sentences: readonly Span[]): Extraction | undefined {
  if (!MAY_FORGET.test(reader.text)) return undefined;
  const candidates: Candidate[] = [];
  let forgetsPrevious = false;
  for (const sentence of sentences) {
    const { act } = classifySpeech(sentence.text, { sentence: sentence.text, isLast: true });
    if (act === "off-record") return { ...NOTHING, offTheRecord: true, withoutEpisode: true };
    if (act === "forget") forgetsPrevious = true;
    const topic = act === "question" && !POLITE.test(sentence.text) ? undefined : forgetTopic(sentence.text);
    if (topic !== undefined) candidates.push(forgetCandidate(reader, sentence, topic));
  }
  if (forgetsPrevious) return { ...NOTHING, forgetsPrevious, withoutEpisode: true };
  return candidates.length === 0 ? undefined : { ...NOTHING, candidates, withoutEpisode: true };
}

function forgetCandidate(reader: Reader, sentence: Span, topic: string): Candidate {
  return {
    intent: "forget",
    content: topic.trim(),
    evidence: sentence.text,
    kind: "fact",
    tier: "long-term",
    subject: "user",
    qualifiers: {},
    cardinality: "multi",
    value: topic.trim(),
    polarity: "positive",
    entities: [],
    tags: [],
    importance: 0,
    confidence: 0.9,
    source: "explicit",
    rule: `${hasHan(reader.text) ? "zh" : "en"}.forget`,
  };
}
