import { describe, expect, it } from "vitest";
import { isConnectionLost, isWorthRetrying, toStoreError } from "./postgres-errors.js";

const withCode = (code: string) => Object.assign(new Error("as the driver says it"), { code });

describe("P16 failures of PostgreSQL", () => {
  it.each(["EPIPE", "ECONNRESET", "ECONNREFUSED", "ETIMEDOUT", "ENOTFOUND", "08006", "57P01"])(
    "%s is a lost connection",
    (code) => {
      expect(toStoreError(withCode(code)).code).toBe("UNAVAILABLE");
      expect(isConnectionLost(withCode(code))).toBe(true);
    },
  );

  it.each([
    "Connection terminated unexpectedly",
    "Connection terminated due to connection timeout",
    "Client has encountered a connection error and is not queryable",
    "Query read timeout",
  ])("so is what the driver says only in words: %s", (message) => {
    expect(toStoreError(new Error(message)).code).toBe("UNAVAILABLE");
  });

  it("nobody listening is told with the address, at the first of several that a name has", () => {
    const refused = Object.assign(new Error(), { code: "ECONNREFUSED", address: "127.0.0.1", port: 5433 });
    const unknown = Object.assign(new Error(), { code: "ENOTFOUND", hostname: "db.internal" });
    const several = Object.assign(new AggregateError([refused, refused]), { code: "ECONNREFUSED" });
    const told = [refused, several, unknown].map((each) => toStoreError(each).message);
    const at = "the database server at 127.0.0.1:5433 cannot be reached (ECONNREFUSED)";
    expect(told).toEqual([at, at, "the database server at db.internal cannot be reached (ENOTFOUND)"]);
    expect(isConnectionLost(refused)).toBe(true);
  });

  it("a pool that has none free is busy, and what nobody knows is a fault of ours", () => {
    expect(toStoreError(new Error("timeout exceeded when trying to connect")).code).toBe("STORE_BUSY");
    expect(toStoreError(withCode("42601")).code).toBe("INTERNAL");
    expect(toStoreError(new RangeError("of somebody else")).code).toBe("INTERNAL");
  });

  it("only what the server gave up in favour of another is worth running again", () => {
    expect(["40001", "40P01", "23505", "57P01"].map((code) => isWorthRetrying(withCode(code)))).toEqual([
      ...[true, true, false, false],
    ]);
  });
});
