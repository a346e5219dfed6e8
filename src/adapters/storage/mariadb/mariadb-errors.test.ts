import { describe, expect, it } from "vitest";
import { KeepsakeError } from "../../../domain/index.js";
import { isConnectionLost, isDoneAlready, isWorthRetrying, toStoreError } from "./mariadb-errors.js";

const failure = (fields: Readonly<Record<string, unknown>>, message = "no") =>
  Object.assign(new Error(message), fields);

describe("P16 MariaDB's and its driver's errors", () => {
  it.each([
    [{ errno: 1213, code: "ER_LOCK_DEADLOCK" }, "STORE_BUSY"],
    [{ errno: 1205, code: "ER_LOCK_WAIT_TIMEOUT" }, "STORE_BUSY"],
    [{ errno: 1040, code: "ER_CON_COUNT_ERROR" }, "STORE_BUSY"],
    [{ errno: 1114, code: "ER_RECORD_FILE_FULL" }, "STORE_FULL"],
    [{ errno: 1969, code: "ER_STATEMENT_TIMEOUT" }, "DEADLINE_EXCEEDED"],
    [{ errno: 1290, code: "ER_OPTION_PREVENTS_STATEMENT" }, "STORE_READ_ONLY"],
    [{ errno: 1045, code: "ER_ACCESS_DENIED_ERROR" }, "CONFIG_INVALID"],
    [{ errno: 1153, code: "ER_NET_PACKET_TOO_LARGE" }, "TOO_LARGE"],
    [{ errno: 1927, code: "ER_CONNECTION_KILLED" }, "UNAVAILABLE"],
    [{ code: "PROTOCOL_CONNECTION_LOST" }, "UNAVAILABLE"],
    [{ errno: -111, code: "ECONNREFUSED" }, "UNAVAILABLE"],
    [{ errno: 1064, code: "ER_PARSE_ERROR" }, "INTERNAL"],
  ] as const)("%j is %s", (fields, code) => {
    const error = toStoreError(failure(fields));
    expect(error.code).toBe(code);
    expect(error.details.serverCode).toBe(fields.code);
  });

  it("a connection that the driver knows to be gone is lost, though it says so only in words", () => {
    const gone = failure({}, "Can't add new command when connection is in closed state");
    expect(toStoreError(gone).code).toBe("UNAVAILABLE");
    expect(isConnectionLost(gone)).toBe(true);
  });

  it("only what was given up in favour of another is run again, and only what is there already is passed over", () => {
    expect([1213, 1020, 1205, 1062].map((errno) => isWorthRetrying(failure({ errno })))).toEqual([
      ...[true, true, false, false],
    ]);
    expect([1050, 1060, 1061, 1064].map((errno) => isDoneAlready(failure({ errno })))).toEqual([
      ...[true, true, true, false],
    ]);
  });

  it("catalogued errors pass as they are", () => {
    const error = new KeepsakeError("CONFLICT", "taken");
    expect(toStoreError(error)).toBe(error);
  });
});
