// The official suites, what they are run against, and what is known not to hold: check ids, each with the reason.

const OLD = "0.1.16";
const NEW = "0.2.0-alpha.12";

/** The versions that are installed, by the names they are installed under. */
export const versions = { old: OLD, new: NEW };

const priming = {
  "server-sse-priming-event": "the suite asks as a client of 2025-03-26, which could not read such an event",
  "server-sse-retry-field": "it comes with that event",
};
const keys = "a legacy server gives its questions no keys, so those that the suite expects cannot be known";
const keyless = { "sep-2322-elicitation-incomplete": keys, "sep-2322-ignore-unexpected-params": keys };

/** The server suites, with the number of scenarios in each. `modernOnLegacy` is added where the upstream is a legacy one. */
export const serverSuites = [
  { suite: "old", scenarios: 32, known: priming },
  { suite: "new", spec: "2025-11-25", scenarios: 33, known: {} },
  { suite: "new", spec: "2026-07-28", scenarios: 40, known: {}, modernOnLegacy: keyless },
];

/** What the server suites run against: the everything-host itself, and a pass-through in front of it. */
export const targets = [
  { name: "direct" },
  { name: "through the proxy, HTTP upstream", upstream: "http", era: "2026-07-28" },
  { name: "through the proxy, legacy HTTP upstream", upstream: "http", era: "legacy" },
  { name: "through the proxy, stdio upstream", upstream: "stdio", era: "2026-07-28" },
  { name: "through the proxy, legacy stdio upstream", upstream: "stdio", era: "legacy" },
];

const both = ["initialize", "tools_call", "elicitation-sep1034-client-defaults", "sse-retry"];

/** The client scenarios that need no login. */
export const clientSuites = [
  { suite: "old", scenarios: both, known: {} },
  {
    suite: "new",
    scenarios: [
      ...both,
      "request-metadata",
      "sep-2322-client-request-state",
      "http-standard-headers",
      "http-custom-headers",
      "http-invalid-tool-headers",
      "json-schema-ref-no-deref",
      "json-schema-2020-12-preservation",
    ],
    known: {},
  },
];
