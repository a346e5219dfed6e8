import type { Turn } from "../domain/index.js";
import { findEntities, foldText, queryTerms } from "../language/index.js";

/** Words that point back at something without naming it. */
const POINTS_BACK =
  /\b(?:that|this|the)\s+(?:thing|one|matter|issue|stuff|topic|place|person|guy|idea|plan)\b|\b(?:it|that|this|those|these|he|she|they|him|her|them)\b|那个|那個|这个|這個|那件|这件|那事|这事|那次|上次|上回|刚才|剛才|之前说|之前那|前面说|[它他她]们?|那边|那家|那位/iu;

/** Goes on from what was said: "and the other one?", 那周末呢. Of a query that begins or ends so the rest is in the turns before. */
const GOES_ON =
  /^\s*(?:and|so|then|or|but|what about|how about)\b|\b(?:the|an)\s?other(?:\s+one)?\b|\bsame\s+(?:one|thing|place)\b|^\s*(?:那|那么|然后|还有)(?!里|边|家|个|位|件|事|次|天|年)|另(?:外)?(?:那|一)个|同一[个家]|呢[？?。！!\s]*$/iu;

/** Terms that carry no topic even though they are no function words. */
const TOPICLESS = new Set(
  [
    "thing",
    "one",
    "matter",
    "issue",
    "stuff",
    "topic",
    "time",
    "last",
    "again",
    "say",
    "said",
    "tell",
    "talk",
    "mention",
    "discuss",
    "what",
    "about",
    "other",
    "same",
  ].concat([
    "事",
    "事情",
    "东西",
    "上次",
    "上回",
    "那个",
    "这个",
    "刚才",
    "之前",
    "怎么样",
    "怎样",
    "说",
    "说过",
    "提到",
    "来着",
    "后来",
    "问题",
    "那件",
    "这件",
    "那次",
    "什么",
    "另",
    "另外",
    "一个",
    "同一个",
  ]),
);

/** A query with more terms of its own than this says well enough what it is about. */
const OWN_TERMS_ENOUGH = 3;
const TURNS_USED = 4;
const CHARACTERS_PER_TURN = 240;

export interface Rewriting {
  /** What was added to the query. */
  readonly context: string;
  /** The turns that were looked at: what the query points at lies before them. */
  readonly turnIds: readonly string[];
}

/** Terms of the query that name a topic. */
function topicTerms(query: string): string[] {
  return queryTerms(query).filter((term) => !TOPICLESS.has(term));
}

/** Does the query point back at something that it does not name ("that thing last time", 上次那个事)? */
export function isVague(query: string): boolean {
  return (POINTS_BACK.test(query) || GOES_ON.test(query)) && topicTerms(query).length <= OWN_TERMS_ENOUGH;
}

/** Names that the assistant brought in and the words already borrowed do not hold. */
function namesOf(dialogue: readonly Turn[], folded: string): readonly string[] {
  const ofAssistant = dialogue.filter((turn) => turn.role === "assistant");
  const names = ofAssistant.flatMap((turn) =>
    findEntities(turn.text.slice(0, CHARACTERS_PER_TURN)).map((entity) => entity.text),
  );
  return [...new Set(names)].filter((name) => !folded.includes(foldText(name)));
}

/**
 * Requirement 3.3: a vague query borrows the words of the current session's last turns. The turn that is the query itself
 * (an agent may have recorded it already) is passed over.
 */
export function rewriteVague(query: string, recentTurns: readonly Turn[]): Rewriting | undefined {
  if (!isVague(query)) return undefined;
  const own = foldText(query);
  const dialogue = recentTurns
    .filter((turn) => (turn.role === "user" || turn.role === "assistant") && foldText(turn.text) !== own)
    .slice(-TURNS_USED);
  const ofUser = dialogue.filter((turn) => turn.role === "user");
  // An assistant's "Shall I order more?" only thins out what the user named; a name that it brings in is what is talked about.
  const turns = ofUser.length > 0 ? ofUser : dialogue;
  if (turns.length === 0) return undefined;
  const said = turns.map((turn) => turn.text.slice(0, CHARACTERS_PER_TURN));
  const names = namesOf(dialogue, foldText(said.join("\n")));
  return {
    context: [...said, ...(names.length === 0 ? [] : [names.join(" ")])].join("\n"),
    turnIds: dialogue.map((turn) => turn.id),
  };
}
