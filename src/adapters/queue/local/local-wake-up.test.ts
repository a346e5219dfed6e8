import { wakeUpConformance } from "../../../testing/wake-up.js";
import { createLocalWakeUp } from "./index.js";

wakeUpConformance("local", {
  connect: async () => ({ wakeUp: createLocalWakeUp(), close: async () => undefined }),
});
