/** Where the answer to a query is to be looked for. */
export const ROUTES = ["memory", "knowledge", "both", "neither"] as const;
export type Route = (typeof ROUTES)[number];

export interface RouteRequest {
  readonly query: string;
  /** The caller has decided: no rule and no model is asked. */
  readonly override?: Route;
  /** Whether the model may be asked where the rules are not sure. Absent: where one is configured. */
  readonly useModel?: boolean;
}

export interface RouteResult {
  readonly route: Route;
  /** Who decided. */
  readonly by: "override" | "rules" | "model";
  /** Why, in the language of the query. */
  readonly reason: string;
  /** The rules that spoke, by name. */
  readonly rules: readonly string[];
  /** 0–1; how sure. */
  readonly confidence: number;
  /** Present where the model should have decided and did not. */
  readonly degraded?: readonly string[];
}
