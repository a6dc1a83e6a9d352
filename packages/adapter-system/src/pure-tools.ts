import { type DefinedTool, defineTool, ToolError } from "@agent-tools/contract";
import { Type } from "typebox";
import { calculate } from "./arithmetic.js";

/** `time`: now, in UTC and where wanted on the clock of a place. */
export function timeTool(): DefinedTool {
  return defineTool({
    name: "time",
    description: "The current time in UTC, and on the clock of a time zone where one is given.",
    input: Type.Object({
      timeZone: Type.Optional(Type.String({ description: "An IANA time zone, for example Europe/Madrid." })),
    }),
    effect: "read",
    annotations: { readOnlyHint: true, openWorldHint: false },
    call({ timeZone }) {
      const now = new Date();
      const answer = { utc: now.toISOString(), unixSeconds: Math.floor(now.getTime() / 1000) };
      return timeZone === undefined ? answer : { ...answer, timeZone, local: localTime(now, timeZone) };
    },
  });
}

function localTime(now: Date, timeZone: string): string {
  try {
    // Swedish writes dates in the order of ISO 8601.
    const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(now);
    const offset = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(now);
    return `${clock} ${offset.find(({ type }) => type === "timeZoneName")?.value ?? ""}`.trim();
  } catch (cause) {
    throw new ToolError("invalid_arguments", `${JSON.stringify(timeZone)} is no time zone.`, {
      hint: "Give an IANA name such as Europe/Madrid, or leave it out.",
      cause,
    });
  }
}

/** `echo`: its own arguments, to see that calls arrive. */
export function echoTool(): DefinedTool {
  return defineTool({
    name: "echo",
    description: "Answers with exactly the arguments that it was given.",
    input: Type.Object({}, { additionalProperties: true }),
    effect: "read",
    annotations: { readOnlyHint: true, openWorldHint: false },
    // Never passed on as a result, even where the arguments look like one.
    call: (args) => ({ content: [{ type: "text", text: JSON.stringify(args) }], structuredContent: args }),
  });
}

/** `calc`: bounded arithmetic. */
export function calcTool(): DefinedTool {
  return defineTool({
    name: "calc",
    description:
      "Works out one arithmetic expression: + - * / % ^, parentheses, pi, e, and the functions abs, ceil, cos, exp, floor, ln, log10, max, min, round, sin, sqrt, tan. Angles are in radians.",
    input: Type.Object({
      expression: Type.String({ description: "For example (3 + 4) * 2 ^ 8 / 7.", maxLength: 1_000 }),
    }),
    effect: "read",
    annotations: { readOnlyHint: true, openWorldHint: false, idempotentHint: true },
    call: ({ expression }) => ({ value: calculate(expression) }),
  });
}
