import { foldedName } from "./folded-name.js";

/** What models call the arguments of a call, folded. */
const argumentWords: ReadonlySet<string> = new Set([
  "arguments",
  "argument",
  "args",
  "parameters",
  "params",
  "input",
  "inputs",
  "toolarguments",
  "toolargs",
  "toolparameters",
  "toolparams",
  "toolinput",
  "functionarguments",
  "functionargs",
  "actioninput",
  "kwargs",
]);

/** What models call the name of what is called, folded. */
const nameWords: ReadonlySet<string> = new Set([
  "toolname",
  "tool",
  "name",
  "function",
  "functionname",
  "action",
  "skill",
  "skillname",
]);

/** Objects that providers wrap around a call, folded. */
const wrapperWords: ReadonlySet<string> = new Set(["function", "functioncall", "tool", "toolcall", "tooluse", "call"]);

/** Fields that providers put beside a call, folded, and what they hold there. They say nothing about it. */
const providerFields: ReadonlyMap<string, RegExp> = new Map([
  ["type", /^(?:function|function_call|tool_use|tool_call)$/],
  ["id", /^(?:(?:call|toolu|fc)[-_].*|\d+)$/],
  ["callid", /^(?:call|toolu|fc)[-_]/],
  ["jsonrpc", /^2\.0$/],
  ["method", /^tools\/call$/],
]);

export const isArgumentWord = (key: string): boolean => argumentWords.has(foldedName(key));

export const isNameWord = (key: string): boolean => nameWords.has(foldedName(key));

export const isWrapperWord = (key: string): boolean => wrapperWords.has(foldedName(key)) || isArgumentWord(key);

export const isProviderField = (key: string, value: unknown): boolean =>
  typeof value !== "object" && providerFields.get(foldedName(key))?.test(String(value)) === true;
