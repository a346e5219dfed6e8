import { openKeepsake } from "keepsake";

const keepsake = await openKeepsake({ dataFolder: "./.keepsake" });
const ada = keepsake.user("ada");

await ada.record({
  sessionId: "monday",
  turns: [
    { role: "user", text: "I live in Lisbon, and I'm allergic to peanuts." },
    { role: "user", text: "以后开会请安排在下午。" },
  ],
});
await ada.processed();

const { items } = await ada.recall({ query: "我住在哪里？" });
for (const item of items) console.log(item.score.toFixed(2), item.content, "—", item.why);
await keepsake.close();
