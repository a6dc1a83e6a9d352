import { ToolError } from "@agent-tools/contract";
import { type TSchema, Type } from "typebox";
import { Value } from "typebox/value";

const strict = { additionalProperties: false } as const;
const Text = Type.String({ minLength: 1 });
const Texts = Type.Array(Text);
const Count = Type.Integer({ minimum: 1 });

const GrantRow = Type.Object(
  {
    tool: Text,
    mode: Type.Union([Type.Literal("allow"), Type.Literal("shadow"), Type.Literal("deny")]),
    channels: Type.Optional(Texts),
  },
  strict,
);

const Agent = Type.Object(
  {
    tools: Texts,
    governance: Type.Optional(Type.Array(GrantRow)),
    read_file: Type.Optional(Type.Object({ root: Text, max_bytes: Type.Optional(Count) }, strict)),
    http_fetch: Type.Optional(
      Type.Object(
        {
          allow_hosts: Texts,
          max_bytes: Type.Optional(Count),
          max_redirects: Type.Optional(Type.Integer({ minimum: 0 })),
          timeout_ms: Type.Optional(Count),
        },
        strict,
      ),
    ),
    webhook_call: Type.Optional(
      Type.Object({ allow_hosts: Texts, max_bytes: Type.Optional(Count), timeout_ms: Type.Optional(Count) }, strict),
    ),
    memory: Type.Optional(
      Type.Object(
        {
          scope: Type.Union(
            (["workspace", "agent", "caller", "conversation"] as const).map((scope) => Type.Literal(scope)),
          ),
          max_notes: Type.Optional(Count),
          max_note_characters: Type.Optional(Count),
        },
        strict,
      ),
    ),
    knowledge_search: Type.Optional(
      Type.Object(
        {
          folders: Type.Record(Type.String(), Text),
          extensions: Type.Optional(Texts),
          max_file_bytes: Type.Optional(Count),
          max_files: Type.Optional(Count),
        },
        strict,
      ),
    ),
    skills_dir: Type.Optional(Text),
    skills_body_budget: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  strict,
);

const agentFile = Type.Object(
  {
    /** Of one agent: a star would make its rules those of others, and its shield not. */
    name: Type.String({ minLength: 1, pattern: "^[^*]+$" }),
    sensitivity: Type.Optional(Type.Union([Type.Literal("private"), Type.Literal("public")])),
    /** Which model answers is for the host; it is read past. */
    policy: Type.Optional(Type.Object({ kind: Type.Optional(Text) })),
    models: Type.Optional(
      Type.Array(Type.Object({ locality: Type.Union([Type.Literal("local"), Type.Literal("cloud")]) })),
    ),
    agent: Agent,
  },
  strict,
);

/** One agent as a governance file has it. */
export interface AgentFile {
  readonly name: string;
  readonly sensitivity?: "private" | "public";
  readonly policy?: { readonly kind?: string };
  readonly models?: readonly { readonly locality: "local" | "cloud" }[];
  readonly agent: AgentBlock;
}

interface AgentBlock {
  readonly tools: readonly string[];
  readonly governance?: readonly {
    readonly tool: string;
    readonly mode: "allow" | "shadow" | "deny";
    readonly channels?: readonly string[];
  }[];
  readonly read_file?: { readonly root: string; readonly max_bytes?: number };
  readonly http_fetch?: {
    readonly allow_hosts: readonly string[];
    readonly max_bytes?: number;
    readonly max_redirects?: number;
    readonly timeout_ms?: number;
  };
  readonly webhook_call?: {
    readonly allow_hosts: readonly string[];
    readonly max_bytes?: number;
    readonly timeout_ms?: number;
  };
  readonly memory?: {
    readonly scope: "workspace" | "agent" | "caller" | "conversation";
    readonly max_notes?: number;
    readonly max_note_characters?: number;
  };
  readonly knowledge_search?: {
    readonly folders: Readonly<Record<string, string>>;
    readonly extensions?: readonly string[];
    readonly max_file_bytes?: number;
    readonly max_files?: number;
  };
  readonly skills_dir?: string;
  readonly skills_body_budget?: number;
}

/** The agents of a file's text: one object, or a list of them. Throws `invalid_configuration` and says where the fault is. */
export function parseGovernance(text: string, file: string): readonly AgentFile[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw fault(file, `is no JSON: ${(error as Error).message}`);
  }
  const agents = Array.isArray(value) ? value : [value];
  for (const [index, agent] of agents.entries()) check(agent, agentFile, file, Array.isArray(value) ? `/${index}` : "");
  const names = agents.map(({ name }: AgentFile) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw fault(file, `has two agents with the name "${twice}"`);
  return agents as readonly AgentFile[];
}

function check(value: unknown, schema: TSchema, file: string, at: string): void {
  const [first] = Value.Errors(schema, value);
  if (!first) return;
  // A field that is not known is held against the schema "false".
  const words = first.keyword === "boolean" ? "is no field that is known" : first.message;
  throw fault(file, `${at}${first.instancePath} ${words}`.trim());
}

/** The error about a file that cannot be put in force. */
export function fault(file: string, words: string): ToolError {
  return new ToolError("invalid_configuration", `Governance file "${file}": ${words}.`, {
    hint: "Correct the file; what was in force before still is.",
    details: { file },
  });
}
