// The library's memory, over HTTP: start `keepsake serve` first.
import { connectKeepsake } from "keepsake/client";

const keepsake = connectKeepsake({
  url: process.env.KEEPSAKE_URL ?? "http://127.0.0.1:7411",
  onEvent: (event) => {
    if (event.type === "circuit" || event.type === "spooled" || event.type === "replayed") console.error(event);
  },
});
const ada = keepsake.user("ada");

const receipt = await ada.record({
  sessionId: "monday",
  turns: [{ role: "user", text: "I live in Lisbon, and I'm allergic to peanuts." }],
});
console.log(receipt.degraded ?? "recorded");

const { items, degraded } = await ada.recall({ query: "我住在哪里？" });
console.log(degraded ?? "memory is there");
for (const item of items) console.log(item.score.toFixed(2), item.content, "—", item.why);
await keepsake.close();
