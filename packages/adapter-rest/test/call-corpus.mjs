import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";

// Runs the corpus of calls: each case is imported from its document, checked against the tool's own input schema, and sent
// to the echo server, which answers with the request as it arrived.

const ownFolder = new URL("./corpus/", import.meta.url);

/** The cases of a file of JSON lines. */
export function readCases(text) {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}

/** One row for each case: `{ id, problems }`, no problems where it is right. `folder` is the URL of the documents. */
export async function runCallCorpus(cases, folder, product) {
  const script = new URL("echo-server.mjs", folder);
  const echo = await startEcho(existsSync(script) ? script : new URL("echo-server.mjs", ownFolder));
  try {
    const rows = [];
    for (const one of cases) {
      const problems = await runCase(one, folder, product, echo.port).catch((error) => [String(error.stack ?? error)]);
      rows.push({ id: `${one.doc} ${one.operationId} ${one.case}`, problems });
    }
    return rows;
  } finally {
    echo.stop();
  }
}

/** The echo server in a process of its own, on a free loopback port. */
export async function startEcho(script = new URL("echo-server.mjs", ownFolder)) {
  const child = spawn(process.execPath, [fileURLToPath(script), "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    child.stdout.once("data", (data) => resolve(String(data).trim()));
    child.once("exit", (code) => reject(new Error(`the echo server ended with ${code}`)));
  });
  return { url, port: Number(new URL(url).port), stop: () => child.kill() };
}

async function runCase(one, folder, { openApiAdapter, standaloneContext }, port) {
  const { security, secrets } = credentialsOf(one, port);
  const adapter = await openApiAdapter({
    document: new URL(one.doc, folder.href ?? pathToFileURL(folder)),
    // Swagger 2.0 has no server variables.
    ...(one.doc.includes("2.0")
      ? { baseUrl: `http://127.0.0.1:${port}/v1` }
      : { serverVariables: { port: String(port) } }),
    security,
    include: [snakeCase(one.operationId)],
  });
  try {
    const [tool] = (await adapter.listTools(standaloneContext())).tools;
    if (!tool) return [`there is no tool for ${one.operationId}`];
    const { inputSchema } = tool;
    const problems = (one.expect.inputSchemaAbsent ?? [])
      .filter((name) => name in inputSchema.properties)
      .map((name) => `the input ${name} is there`);
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(inputSchema);
    for (const bad of one.expect.schemaInvalid ?? []) {
      if (validate(namedArguments(bad, inputSchema))) problems.push(`the schema takes ${JSON.stringify(bad)}`);
    }
    const args = namedArguments(one.args, inputSchema);
    const call = async () => adapter.call(tool.name, args, standaloneContext({ secrets }));
    if (one.expect.reject) {
      const result = validate(args) ? await call().catch(() => undefined) : undefined;
      return result === undefined ? problems : [...problems, "it was sent"];
    }
    if (!validate(args)) problems.push(`the schema refuses the arguments: ${JSON.stringify(validate.errors)}`);
    return [...problems, ...mismatches(one.expect, (await call()).structuredContent)];
  } finally {
    await adapter.close();
  }
}

/** The corpus names a scheme's secrets by the scheme. */
function credentialsOf({ secrets: given = {} }, port) {
  const security = {};
  const secrets = {};
  for (const [scheme, secret] of Object.entries(given)) {
    const name = (field) => `${scheme}.${field}`;
    if (typeof secret === "string") {
      security[scheme] = { secret: scheme };
      secrets[scheme] = secret;
      continue;
    }
    for (const [field, value] of Object.entries(secret)) secrets[name(field)] = value;
    security[scheme] =
      "username" in secret
        ? { username: name("username"), password: name("password") }
        : {
            clientId: name("clientId"),
            clientSecret: name("clientSecret"),
            tokenUrl: `http://127.0.0.1:${port}/_/token`,
          };
  }
  return { security, secrets };
}

function snakeCase(text) {
  return text
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .replace(/[^A-Za-z\d]+/g, "_")
    .toLowerCase();
}

/** The corpus groups arguments by place; the import names them as the README says. */
function namedArguments(grouped, { properties }) {
  const args = {};
  for (const place of ["path", "query", "header", "cookie"]) {
    for (const [name, value] of Object.entries(grouped[place] ?? {})) {
      const plain = name.replace(/^[^\w.-]+|[^\w.-]+$/g, "").replace(/[^\w.-]+/g, "_");
      const prefixed = `${place}_${plain}`;
      args[prefixed in properties || plain in args ? prefixed : plain] = files(value);
    }
  }
  if ("body" in grouped) args.body = files(grouped.body);
  if ("querystring" in grouped) {
    args[Object.keys(properties).find((name) => name !== "body" && !(name in args)) ?? "querystring"] =
      grouped.querystring;
  }
  return args;
}

function files(value) {
  if (Array.isArray(value)) return value.map(files);
  if (typeof value !== "object" || value === null) return value;
  const { $base64, ...rest } = value;
  if (typeof $base64 === "string") return { base64: $base64, ...rest };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, files(inner)]));
}

/** What arrived otherwise than the case says. */
function mismatches(expect, echo) {
  const found = [];
  const check = (what, isRight, got) => isRight || found.push(`${what}: ${JSON.stringify(got)}`);
  const { headers, body } = echo;
  if (expect.method !== undefined) check("method", echo.method === expect.method, echo.method);
  if (expect.path !== undefined) {
    check("path", [expect.path, ...(expect.acceptPath ?? [])].includes(echo.path), echo.path);
  }
  if (expect.rawQuery !== undefined) {
    check("query", [expect.rawQuery, ...(expect.acceptRawQuery ?? [])].includes(echo.rawQuery), echo.rawQuery);
  }
  for (const [name, value] of Object.entries(expect.headers ?? {})) {
    const whole = headers[name.toLowerCase()];
    const got = name.toLowerCase() === "content-type" ? whole?.split(";")[0] : whole;
    check(name, got === value, got);
  }
  for (const [name, pattern] of Object.entries(expect.headersMatch ?? {})) {
    const got = headers[name.toLowerCase()];
    check(name, new RegExp(pattern).test(got ?? ""), got);
  }
  for (const name of expect.headersAbsent ?? []) {
    check(name, !(name.toLowerCase() in headers), headers[name.toLowerCase()]);
  }
  if (expect.body) checkBody(expect.body, body, check);
  for (const part of expect.parts ?? []) {
    const got = (echo.parts ?? []).filter(({ name }) => name === part.name);
    check(
      `part ${part.name}`,
      got.some((one) => isPart(one, part)),
      got,
    );
  }
  return found;
}

function checkBody({ json, text, base64, form, formAnyOf, anyOrder = false }, body, check) {
  if (json !== undefined) check("json", same(parsed(body.text), json), body.text);
  if (text !== undefined) check("text", body.text === text, body.text);
  if (base64 !== undefined) check("base64", body.base64 === base64, body.base64);
  const accepted = form ? [form] : formAnyOf;
  if (!accepted) return;
  const pairs = [...new URLSearchParams(body.text)];
  const ordered = (list) => (anyOrder ? list.map(String).sort() : list);
  check(
    "form",
    accepted.some((one) => same(ordered(pairs), ordered(one))),
    pairs,
  );
}

function isPart(got, { text, base64, json, contentType, filename, filenamePresent }) {
  return (
    (text === undefined || got.text === text) &&
    (base64 === undefined || got.base64 === base64) &&
    (json === undefined || same(parsed(got.text), json)) &&
    (contentType === undefined || got.contentType?.split(";")[0] === contentType) &&
    (filename === undefined || got.filename === filename) &&
    (filenamePresent === undefined || (got.filename !== null) === filenamePresent)
  );
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
