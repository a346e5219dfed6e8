import type { Memory, RecordTurn, SummaryResult } from "../../domain/index.js";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { accept } from "../../remember/index.js";
import { SCENE_START, type WriteScene } from "../../testing/write-scene.js";
import { endSession, getSummary } from "./index.js";

export const MINUTE = 60_000;

/** "U: …" is the user's, "A: …" the assistant's; a minute apart. */
export function dialogue(lines: readonly string[], from = SCENE_START): RecordTurn[] {
  return lines.map((line, index) => ({
    role: line.startsWith("A:") ? "assistant" : "user",
    text: line.slice(2).trim(),
    at: from + index * MINUTE,
  }));
}

export const TRIP = {
  en: [
    "U: Hi there!",
    "A: Hello! How can I help?",
    "U: We are planning the offsite of the Falcon team in Lisbon in October.",
    "A: Nice. How many people are coming?",
    "U: 14 people for three nights, and the budget is 21,000 euros.",
    "A: I suggest Hotel Tagus or the Alfama House.",
    "U: Let's go with the Alfama House, it is closer to the venue.",
    "A: Noted.",
    "U: Which airline should we book for the Berlin group?",
    "A: Let me check and get back to you.",
    "U: When does the venue open?",
    "A: At 8:30.",
    "U: Because of the weather we decided to cancel the boat trip.",
    "A: Should I book a museum tour instead?",
    "U: Yes, deal.",
  ],
  zh: [
    "U: 你好",
    "A: 您好，请问有什么可以帮您？",
    "U: 我们在准备飞鹰项目十月份去里斯本的团建。",
    "A: 好的，一共多少人？",
    "U: 一共14个人，住三晚，预算21000欧元。",
    "A: 可以考虑塔霍酒店或者阿尔法玛旅馆。",
    "U: 那就订阿尔法玛旅馆吧，离会场近。",
    "A: 好的，已记下。",
    "U: 柏林那组订哪家航空公司的机票？",
    "A: 我去查一下再告诉您。",
    "U: 会场几点开门？",
    "A: 八点半。",
    "U: 因为天气原因，我们决定取消坐船的行程。",
    "A: 要不要改成参观博物馆？",
    "U: 好的，就这么定了。",
  ],
};

export const SAYS = {
  en: { hotel: "Alfama House", airline: "airline", venue: "venue open", boat: "boat trip", museum: "museum" },
  zh: { hotel: "阿尔法玛旅馆", airline: "航空公司", venue: "几点开门", boat: "坐船", museum: "博物馆" },
};

export function policyWith(summary: Partial<typeof DEFAULT_POLICY.summary>) {
  return { policy: { ...DEFAULT_POLICY, summary: { ...DEFAULT_POLICY.summary, ...summary } } };
}

export async function say(
  scene: WriteScene,
  sessionId: string,
  lines: readonly string[],
  from?: number,
): Promise<void> {
  await accept(scene.parts, scene.scope, { sessionId, turns: dialogue(lines, from) });
  await scene.worker.drain(scene.scope, 5_000);
}

export async function end(scene: WriteScene, sessionId: string): Promise<SummaryResult> {
  await endSession(scene.parts, scene.scope, sessionId);
  await scene.worker.drain(scene.scope, 5_000);
  return getSummary(scene.parts, scene.scope, sessionId);
}

export async function summaryRows(scene: WriteScene): Promise<readonly Memory[]> {
  return (await scene.rows()).filter((memory) => memory.kind === "summary");
}

export function everything({ summary }: SummaryResult): string {
  const { summary: text, decisions, openQuestions, entities } = summary;
  return [text, ...decisions, ...openQuestions, ...entities].join("\n");
}
