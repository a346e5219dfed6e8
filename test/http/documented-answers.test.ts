import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiDocument, serveHttp } from "../../src/doors/http/index.js";
import { ServedDoors } from "../../src/doors/served.scene.js";
import { REMOTE_OPERATIONS } from "../../src/operations/index.js";
import { breachOf, type Documented, requestsOf } from "./documented-answers.js";

const RUNS = 30;
const SEED = 20_260_501;

const doors = new ServedDoors(serveHttp);
let url: string;

beforeAll(async () => {
  url = await doors.start({ limits: { requestsPerSecond: 1_000_000, burst: 1_000_000, concurrent: 10_000 } });
});
afterAll(() => doors.close());

const { paths } = openApiDocument() as { paths: Record<string, Record<string, Documented>> };

describe("every answer is as the OpenAPI document has it (7.1)", () => {
  it.each(REMOTE_OPERATIONS.map((operation) => [operation.name, operation] as const))(
    "%s: no undocumented status, no 500, the type and shape that are told",
    async (_name, operation) => {
      const { method, path } = operation.http;
      const documented = paths[path]?.[method.toLowerCase()];
      if (documented === undefined) throw new Error(`${operation.name} is not in the document`);
      const check = async (request: { target: string; headers: Readonly<Record<string, string>>; body?: string }) => {
        const { target, ...init } = request;
        const answer = await fetch(url + target, { method, ...init });
        const text = await answer.text();
        const breach = breachOf({ status: answer.status, type: answer.headers.get("content-type") ?? "" }, documented);
        expect(breach, text).toBeUndefined();
        if (answer.status !== 200) return;
        const shape = operation.output.safeParse(JSON.parse(text));
        expect(shape.success, `${shape.error?.message} in ${text}`).toBe(true);
      };
      await fc.assert(fc.asyncProperty(requestsOf(path, documented), check), { numRuns: RUNS, seed: SEED });
    },
  );

  it("would tell an answer that is not documented, and one of another type", () => {
    const responses = { "200": { content: { "application/json": { schema: {} } } }, "304": {} };
    const documented: Documented = { operationId: "probe", parameters: [], responses };
    expect(breachOf({ status: 200, type: "application/json; charset=utf-8" }, documented)).toBeUndefined();
    expect(breachOf({ status: 304, type: "" }, documented)).toBeUndefined();
    expect(breachOf({ status: 404, type: "application/json" }, documented)).toContain("404 is not among 200, 304");
    expect(breachOf({ status: 200, type: "text/html" }, documented)).toContain("text/html");
    const faulty = { ...documented, responses: { ...responses, "500": {} } };
    expect(breachOf({ status: 500, type: "application/json" }, faulty)).toContain("fault");
  });
});
