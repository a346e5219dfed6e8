import { makeScope, PERMISSIONS } from "../../../src/domain/index.js";
import { reportError } from "../../../src/doors/error-report.js";
import { findOperation, runOperation } from "../../../src/operations/index.js";
import type { OpenDoor } from "../door.js";

/** The table itself, as the embedded library has it: no transport between. */
export const openLibraryDoor: OpenDoor = async (engine) => ({
  name: "library",
  call: async (name, user, input, options = {}) => {
    try {
      const operation = findOperation(name);
      if (operation === undefined) throw new Error(`no operation ${name}`);
      const caller = {
        scope: makeScope("default", user),
        permissions: new Set(PERMISSIONS),
        actor: "library",
        door: "library",
      } as const;
      return {
        ok: true,
        output: await runOperation(operation, { parts: engine.parts, caller }, input, options.language),
      };
    } catch (error) {
      return { ok: false, error: reportError(error, options.language) };
    }
  },
  close: async () => undefined,
});
