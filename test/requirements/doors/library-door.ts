import { libraryOver } from "../../../src/library.js";
import type { OpenDoor } from "../door.js";
import { callTyped } from "./typed-calls.js";

/** The methods of the embedded library: no transport between. */
export const openLibraryDoor: OpenDoor = async (engine) => {
  const keepsake = libraryOver(engine, "default");
  return {
    name: "library",
    call: (name, user, input, options = {}) => callTyped(keepsake.user(user), name, input, options),
    close: async () => undefined,
  };
};
