import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileSchema, lower, profiles, profileViolations, signature } from "@agent-tools/schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import typescript from "typescript";
import { table } from "./measure.mjs";

/**
 * Every schema in a folder of tools/list answers: does it compile, does it lower to every profile so that the profile's
 * rules hold and a strict validator takes it, and is the tool's signature TypeScript?
 */
export async function run({ data }) {
  const strict = new Ajv2020({ strict: false, logger: false });
  addFormats.default(strict);
  const rows = [];
  const failed = [];
  let total = 0;
  for (const file of readdirSync(data)
    .filter((name) => name.endsWith(".json"))
    .sort()) {
    const { tools = [] } = JSON.parse(readFileSync(join(data, file), "utf8"));
    let schemas = 0;
    let wrong = 0;
    for (const tool of tools) {
      const rendered = signatureFaults(tool);
      for (const kind of ["inputSchema", "outputSchema"].filter((name) => tool[name] !== undefined)) {
        schemas++;
        const lowered = Object.keys(profiles).flatMap((name) => lowerFaults(tool[kind], name, strict));
        const faults = [...rendered, ...compileFaults(tool[kind]), ...lowered];
        if (faults.length === 0) continue;
        wrong++;
        const id = `${file.replace(/\.json$/, "")} ${tool.name} ${kind}`;
        failed.push(id);
        console.log(`${id}: ${faults.slice(0, 3).join("; ")}`);
      }
    }
    total += schemas;
    rows.push({ server: file.replace(/\.json$/, ""), tools: tools.length, schemas, wrong });
  }
  table(rows);
  return { bench: "schemas", passed: total - failed.length, total, failed };
}

function compileFaults(schema) {
  const { problem } = compileSchema(schema);
  return problem === undefined ? [] : [problem];
}

function lowerFaults(schema, profile, strict) {
  const lowered = lower(schema, profile).schema;
  const faults = profileViolations(lowered, profile).map((fault) => `${profile}: ${fault}`);
  if (!strict.validateSchema(lowered)) faults.push(`${profile}: ${strict.errorsText(strict.errors)}`);
  const { problem } = compileSchema(lowered);
  if (problem !== undefined) faults.push(`${profile}: ${problem}`);
  return faults;
}

function signatureFaults(tool) {
  const lines = signature(tool, { comments: true }).split("\n");
  const start = lines.findIndex((line) => !line.startsWith("type ") && line.startsWith(nameOf(tool)));
  const source = `${lines.slice(0, start).join("\n")}\ninterface Tools {\n${lines.slice(start).join("\n")}\n}`;
  const { diagnostics = [] } = typescript.transpileModule(source, { reportDiagnostics: true, compilerOptions: {} });
  return diagnostics.map(
    ({ messageText }) => `signature: ${typescript.flattenDiagnosticMessageText(messageText, " ")}`,
  );
}

function nameOf({ name }) {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
