import { readFileSync } from "node:fs";
import { isObject, standaloneContext, ToolError, type ToolResult } from "@agent-tools/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Credential, openApiAdapter } from "../src/index.js";
import { type Case, mismatches, namedArguments, readCases } from "./corpus-case.js";
import { type Echo, startEcho } from "./echo.js";

const corpus = new URL("./corpus/", import.meta.url);
const cases = readCases(readFileSync(new URL("cases.jsonl", corpus), "utf8"));
const ajv = new Ajv2020({ strict: false, validateFormats: false });

let echo: Awaited<ReturnType<typeof startEcho>>;
beforeAll(async () => {
  echo = await startEcho();
});
afterAll(() => echo.stop());

/** The corpus names a scheme's secrets by the scheme. */
function credentialsOf({ secrets = {} }: Case): {
  security: Record<string, Credential>;
  values: Record<string, string>;
} {
  const security: Record<string, Credential> = {};
  const values: Record<string, string> = {};
  for (const [scheme, secret] of Object.entries(secrets)) {
    if (typeof secret === "string") {
      security[scheme] = { secret: scheme };
      values[scheme] = secret;
      continue;
    }
    for (const [field, value] of Object.entries(secret)) values[`${scheme}.${field}`] = value;
    security[scheme] =
      "username" in secret
        ? { username: `${scheme}.username`, password: `${scheme}.password` }
        : { clientId: `${scheme}.clientId`, clientSecret: `${scheme}.clientSecret` };
  }
  return { security, values };
}

describe("R43 R45 every case of the corpus is sent as it has to be", () => {
  it.each(cases.map((one) => [`${one.doc} ${one.operationId} ${one.case}`, one] as const))("%s", async (_, one) => {
    const { security, values } = credentialsOf(one);
    const adapter = await openApiAdapter({
      document: new URL(one.doc, corpus),
      ...(one.doc.includes("2.0") ? { baseUrl: `${echo.url}/v1` } : { serverVariables: { port: String(echo.port) } }),
      security,
      include: [one.operationId.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase()],
    });
    const [tool] = (await adapter.listTools(standaloneContext())).tools;
    if (!tool || !isObject(tool.inputSchema)) throw new Error("there is no tool");
    const args = namedArguments(one.args, tool.inputSchema);
    const validate = ajv.compile(tool.inputSchema);
    expect(validate(args), JSON.stringify(validate.errors)).toBe(true);
    for (const bad of one.expect.schemaInvalid ?? [])
      expect(validate(namedArguments(bad, tool.inputSchema))).toBe(false);
    const run = async () => (await adapter.call(tool.name, args, standaloneContext({ secrets: values }))) as ToolResult;
    if (one.expect.reject) await expect(run()).rejects.toSatisfy(ToolError.is);
    else expect(mismatches(one, (await run()).structuredContent as unknown as Echo, tool.inputSchema)).toEqual([]);
    await adapter.close?.();
  });
});
