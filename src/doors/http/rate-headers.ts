import type { FastifyReply } from "fastify";
import type { KeepsakeConfig } from "../../config/index.js";
import type { Allowance } from "../tenant-limits.js";

type Limits = KeepsakeConfig["http"]["limits"];

/** As in the IETF draft "RateLimit header fields for HTTP". */
export function tellAllowance(reply: FastifyReply, limits: Limits, { remaining, resetSeconds }: Allowance): void {
  const window = Math.max(1, Math.ceil(limits.burst / limits.requestsPerSecond));
  void reply
    .header("ratelimit-policy", `"tenant";q=${limits.burst};w=${window}`)
    .header("ratelimit", `"tenant";r=${remaining};t=${resetSeconds}`);
}
