/**
 * The process that is killed: records a conversation turn by turn while its worker digests, and prints the id of each turn
 * after its acknowledgement, so that the parent knows what was promised.
 * Arguments: data folder, file, speed (milliseconds between turns).
 */
import { openKeepsake, readConversations } from "keepsake";

const [dataFolder = "", file = ""] = process.argv.slice(2);
const keepsake = await openKeepsake({ dataFolder, embedder: { kind: "fake" }, log: { level: "error" } });
const user = keepsake.user("crash");
for await (const session of readConversations(file, { timeZone: "UTC" })) {
  for (const turn of session.turns) {
    const receipt = await user.record({ sessionId: session.sessionId, timeZone: "UTC", turns: [turn] });
    process.stdout.write(`${receipt.turnIds.join("\n")}\n`);
  }
}
await user.processed(120_000);
await keepsake.close();
process.stdout.write("finished\n");
