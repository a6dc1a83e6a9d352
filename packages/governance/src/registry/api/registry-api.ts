import { ToolError } from "@agent-tools/contract";
import type { Runtime } from "@agent-tools/runtime";
import type { Registry } from "../registry.js";
import { bodyOf, failure, json } from "./answers.js";
import { type ApiToken, checkTokens, tokenOf } from "./bearer-tokens.js";
import { type Route, routes } from "./routes.js";

/** What the API serves, and to whom. */
export interface RegistryApiOptions {
  readonly registry: Registry;
  /** Where an agent's tools are listed and executed: all of its plugins, governed as for any other caller. */
  readonly runtime: Runtime;
  /** Without one that is known, nothing is answered. */
  readonly tokens: readonly ApiToken[];
}

/** The API as a web-standard handler. Put it behind TLS: whoever sees a token has it. */
export interface RegistryApi {
  fetch(request: Request): Promise<Response>;
}

const ROOT = "/api/v1";

/**
 * The registry over HTTP, and an agent's tools: `GET /api/v1/agents/{id}/tools`, `POST /api/v1/tools/{id}/execute`,
 * `/api/v1/definitions…`, `/changes`, `/export` and `/import`. Throws `invalid_configuration` where a token is wrong.
 */
export function registryApi({ registry, runtime, tokens }: RegistryApiOptions): RegistryApi {
  checkTokens(tokens);
  const known = routes(registry, runtime);
  return {
    async fetch(request) {
      try {
        return await answer(request, known, tokens);
      } catch (error) {
        return failure(error);
      }
    },
  };
}

async function answer(request: Request, known: readonly Route[], tokens: readonly ApiToken[]): Promise<Response> {
  // Before anything is said about what there is.
  const token = tokenOf(request, tokens);
  if (!token) {
    return json(
      401,
      { error: { code: "denied", message: "A bearer token that is known and in force is needed." } },
      { "www-authenticate": 'Bearer realm="agent-tools"' },
    );
  }
  const { pathname } = new URL(request.url);
  const fitting = known.flatMap((route) => {
    const id = idIn(pathname, `${ROOT}${route.path}`);
    return id === undefined ? [] : [{ route, id }];
  });
  if (fitting.length === 0) throw new ToolError("unknown_target", `There is nothing at ${pathname}.`);
  const found = fitting.find(({ route }) => route.method === request.method);
  if (!found) {
    const allow = fitting.map(({ route }) => route.method).join(", ");
    return json(405, { error: { code: "unsupported", message: `${pathname} takes ${allow}.` } }, { allow });
  }
  const { route, id } = found;
  if (!token.rights.includes(route.right)) {
    throw new ToolError("denied", `This token lacks the right "${route.right}".`);
  }
  return route.answer({
    token,
    caller: token.caller,
    id,
    headers: request.headers,
    signal: request.signal,
    body: () => bodyOf(request),
  });
}

/** What stands at `{id}` where a path fits a pattern ("" where the pattern has none); undefined where it does not fit. */
function idIn(path: string, pattern: string): string | undefined {
  const given = path.split("/");
  const wanted = pattern.split("/");
  if (given.length !== wanted.length) return undefined;
  let id = "";
  for (const [index, segment] of wanted.entries()) {
    const own = given[index] as string;
    if (segment !== "{id}") {
      if (segment !== own) return undefined;
      continue;
    }
    try {
      id = decodeURIComponent(own);
    } catch {
      return undefined;
    }
    if (id === "") return undefined;
  }
  return id;
}
