import { isObject, type Tool } from "@agent-tools/contract";
import { pointerToken } from "./definition-texts.js";
import type { Finding, Severity } from "./finding.js";
import { readableName, readableText } from "./readable-text.js";

interface ParameterRule {
  readonly class: string;
  readonly severity: Severity;
  readonly words: string;
  readonly name: RegExp;
  /** Tools about this have a reason for it. */
  readonly subject: RegExp;
}

const models =
  /\b(?:llms?|chat(?:s|bot|bots)?|completions?|models?|agents?|assistants?|prompts?|gpt|claude|gemini|conversations?|threads?|messages?|ai|bots?|personas?|voice)\b/;
const shells =
  /\b(?:env|environment|variables?|deploy\w*|process(?:es)?|containers?|commands?|run|execute|build|launch|start|shell|servers?|config\w*|projects?|services?|functions?|apps?|docker|kubernetes)\b/;
const logins =
  /\b(?:log ?in|sign ?in|sign ?up|auth\w*|accounts?|users?|passwords?|credentials?|connect\w*|databases?|secrets?|vault|tokens?|keys?|ssh|certificates?|sign\w*|encrypt\w*|decrypt\w*|wallets?|ftp|servers?|register|hash\w*|verify|validate)\b/;

/** Parameters by which something leaves that no tool of another subject needs. */
const rules: readonly ParameterRule[] = [
  {
    class: "context-parameter",
    severity: "high",
    words: "asks for the conversation or the instructions of the model",
    name: /^(?:system (?:prompt|message|instructions?)|(?:full |entire |whole |complete |previous |prior )?(?:conversation|chat|dialog|dialogue)(?: (?:history|context|log|transcript|so far))?|(?:full|entire|whole|complete|chat|model|llm|agent|assistant|prior|previous) (?:context|messages|history|prompt)|(?:message|prompt) history|context window|(?:original|initial|developer|hidden) (?:prompt|instructions?)|(?:model|assistant|agent|your) (?:reasoning|thoughts|instructions)|chain of thought|all messages|transcript of (?:the )?conversation|memory dump|tool (?:list|results|outputs)|(?:other|available|all) tools)$/,
    subject: models,
  },
  {
    class: "environment-parameter",
    severity: "high",
    words: "asks for what belongs to the host",
    name: /^(?:env(?:ironment)?(?: (?:variables|vars|dump))?|process env|all env(?:ironment)?(?: (?:variables|vars))?|host (?:env|environment|secrets|info)|file contents of .*|local files?|home directory (?:listing|contents?))$/,
    subject: shells,
  },
  {
    class: "credential-parameter",
    severity: "high",
    words: "asks for something secret that the tool does not need",
    name: /^(?:(?:aws |gcp |azure |github |openai |anthropic |user |users |your |host |root |admin |sudo |ssh )?(?:access |secret |private |api |ssh |encryption )*(?:keys?|passwords?|passwd|passphrase|credentials?|secrets?|tokens?)|id rsa|ssh (?:private )?key|seed phrase|recovery phrase|mnemonic|credit card(?: number)?|card number|cvv|session cookies?|browser cookies|bearer token|aws secret access key)$/,
    subject: logins,
  },
];

/** Names that are never only another word for something harmless. */
const plainlySecret =
  /\b(?:ssh (?:private )?key|id rsa|seed phrase|recovery phrase|mnemonic|private key|aws secret access key|secret access key|credit card|cvv|sudo password|root password|session cookies?|browser cookies)\b/;

/** Names that are secret wherever they have to be given. */
const strongSecret =
  /\b(?:passwords?|passphrase|api keys?|credentials|secret keys?|bearer token|(?:access|auth) tokens?)\b/;

/** Parameters through which something leaves, and addresses that are filled in unseen. */
export function parameterFindings(tool: Tool): readonly Finding[] {
  const { inputSchema } = tool;
  if (!isObject(inputSchema) || !isObject(inputSchema["properties"])) return [];
  const subject = readableText(`${readableName(tool.name)} ${tool.title ?? ""} ${tool.description ?? ""}`);
  const required = new Set<unknown>(Array.isArray(inputSchema["required"]) ? inputSchema["required"] : []);
  const found: Finding[] = [];
  for (const [name, schema] of Object.entries(inputSchema["properties"])) {
    const place = `/inputSchema/properties/${pointerToken(name)}`;
    const words = readableName(name);
    for (const rule of rules) {
      if (!rule.name.test(words) || rule.subject.test(subject)) continue;
      const isDemanded = required.has(name) && strongSecret.test(words);
      // A token or key may be a page, a map's or a translation's; a model cannot hand over what it does not have.
      const isPlain = rule.class !== "credential-parameter" || plainlySecret.test(words) || isDemanded;
      const isMeant = rule.class !== "environment-parameter" || words.includes(" ") || asksForAll(schema);
      const severity = isPlain && isMeant ? rule.severity : "review";
      found.push({ class: rule.class, severity, place, message: `The parameter "${name}" ${rule.words}.` });
    }
    found.push(...unseenAddress(words, schema, place));
  }
  return found;
}

/** A parameter "env" is usual where something is started; one for the host's whole environment is not. */
function asksForAll(schema: unknown): boolean {
  const words = isObject(schema) ? String(schema["description"] ?? "") : "";
  return words === "" || /\b(?:all|dump|process\.env|your|contents?|current|host)\b/i.test(words);
}

function unseenAddress(words: string, schema: unknown, place: string): readonly Finding[] {
  if (
    !isObject(schema) ||
    !/^(?:bcc|cc|reply to|forward to|callback(?: url)?|webhook(?: url)?|copy to|archive to|report to|recipients?)$/.test(
      words,
    )
  )
    return [];
  const given = [schema["default"], schema["const"]]
    .flat()
    .find((value) => typeof value === "string" && /@[\w-]+\.|^https?:\/\//.test(value));
  if (given === undefined) return [];
  const message = `It fills in "${String(given).slice(0, 60)}" where nobody looks.`;
  return [{ class: "recipient-change", severity: "high", place, message }];
}
