import { hasHan, toSimplified } from "../script.js";
import { bareEnglishTopic, englishTopic } from "./forget-topic-en.js";
import { chineseTopic } from "./forget-topic-zh.js";

/** What a request to forget names in other words than the plain ones; undefined where the clause is none. */
export function findForgetTopic(clause: string): string | undefined {
  return hasHan(clause) ? chineseTopic(toSimplified(clause)) : englishTopic(clause);
}

/** A topic without what is said around it: "my boot size would ya". */
export function bareTopic(topic: string): string {
  return hasHan(topic) ? topic : bareEnglishTopic(topic);
}
