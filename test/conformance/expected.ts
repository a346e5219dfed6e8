/*
 * What the scenarios of the official runner say about this endpoint. `product`: the product itself has to pass. `fixture`: passed by
 * the fixture server behind the same address, since the product has no such tool, resource or prompt: it shows what the address lets
 * through. Anything else does not apply, and says why.
 */

type Expectation = "product" | "fixture" | { readonly because: string };

const NO_SESSIONS = {
  because:
    "no sessions are kept: any process answers any call, and a restart leaves no client behind (P26). What needs one, such as asking the client in the midst of a call, is not there.",
};
const ASKS_NOTHING = { because: "memory asks nothing of the client: no tool needs its model, its user or its roots." };
const NO_SUBSCRIPTIONS = { because: "resources are read when they are needed; nobody is told of their changes." };
const NO_TASKS = { because: "an extension that is not offered: no tool runs for long." };
const NO_HEADERS = { because: "no tool has an argument that belongs in a header of its own." };
const NO_SKILLS = { because: "an extension that is not offered: the server has no skills." };

/** By scenario; those of later runners (2026-07-28) included. */
export const EXPECTED: Readonly<Record<string, Expectation>> = {
  "server-initialize": "product",
  ping: "product",
  "tools-list": "product",
  "resources-list": "product",
  "prompts-list": "product",
  "dns-rebinding-protection": "product",
  "sep-2164-resource-not-found": "product",
  caching: "product",
  "http-header-validation": "product",
  "tools-call-simple-text": "fixture",
  "tools-call-image": "fixture",
  "tools-call-audio": "fixture",
  "tools-call-embedded-resource": "fixture",
  "tools-call-mixed-content": "fixture",
  "tools-call-with-logging": "fixture",
  "tools-call-with-progress": "fixture",
  "tools-call-error": "fixture",
  "json-schema-2020-12": "fixture",
  "completion-complete": "fixture",
  "resources-read-text": "fixture",
  "resources-read-binary": "fixture",
  "resources-templates-read": "fixture",
  "prompts-get-simple": "fixture",
  "prompts-get-with-args": "fixture",
  "prompts-get-embedded-resource": "fixture",
  "prompts-get-with-image": "fixture",
  "logging-set-level": "fixture",
  "server-stateless": "fixture",
  "server-session-lifecycle": NO_SESSIONS,
  "server-sse-polling": NO_SESSIONS,
  "server-sse-multiple-streams": NO_SESSIONS,
  "tools-call-sampling": ASKS_NOTHING,
  "tools-call-elicitation": ASKS_NOTHING,
  "elicitation-sep1034-defaults": ASKS_NOTHING,
  "elicitation-sep1330-enums": ASKS_NOTHING,
  "resources-subscribe": NO_SUBSCRIPTIONS,
  "resources-unsubscribe": NO_SUBSCRIPTIONS,
  "http-custom-header-server-validation": NO_HEADERS,
};

const FAMILIES: readonly (readonly [prefix: string, expectation: Expectation])[] = [
  ["input-required-result-", ASKS_NOTHING],
  ["tasks-", NO_TASKS],
  ["sep-2640-skills-", NO_SKILLS],
];

/** Undefined: nobody has said yet what this scenario is to come to. */
export function expectationOf(scenario: string): Expectation | undefined {
  return EXPECTED[scenario] ?? FAMILIES.find(([prefix]) => scenario.startsWith(prefix))?.[1];
}
