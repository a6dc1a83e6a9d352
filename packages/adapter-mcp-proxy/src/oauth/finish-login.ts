import { type AdapterHost, type Secrets, standaloneContext, ToolError } from "@agent-tools/contract";
import { SecretFiller } from "../secret-text.js";
import type { OAuthOwner } from "./oauth-options.js";
import { oauthProvider } from "./oauth-provider.js";
import { OAuthRecords, takeLogin } from "./oauth-records.js";
import { authorize, noOAuth } from "./oauth-session.js";
import { withStoreLock } from "./store-lock.js";

/** What a finished login is for. */
export interface FinishedLogin extends OAuthOwner {
  /** The server's name. */
  readonly name: string;
}

/**
 * Finishes a login that `login_required` asked for.
 * @param answer The address to which the browser was sent after the login, as a host's route got it or as the person
 * copied it.
 * @param host Where the adapter keeps its state: the same store, in this process or another.
 * @param secrets Where `{{secrets.NAME}}` of a configured client comes from. Default: there are none.
 * @throws ToolError `invalid_arguments` for an answer without code and state, `login_required` for a login that was
 * finished before, has expired or was refused by the person, `upstream_error` where the authorization server refuses.
 */
export async function finishLogin(
  answer: string,
  host: Pick<AdapterHost, "store" | "network">,
  secrets: Secrets = standaloneContext().secrets,
): Promise<FinishedLogin> {
  const given = parametersOf(answer);
  const state = given.get("state");
  const code = given.get("code");
  if (!state || (!code && !given.has("error"))) {
    throw new ToolError("invalid_arguments", "The answer holds no code and state.", {
      hint: "Hand over the whole address that the browser shows after the login, from http to its end.",
    });
  }
  const login = await takeLogin(host.store, state);
  if (!login) {
    throw new ToolError("login_required", "This login is not open: it was finished, or ten minutes have passed.", {
      hint: "Repeat the call that asked for the login, and log in at the new address.",
    });
  }
  const { owner, caller, name } = login;
  const records = new OAuthRecords(host.store, owner);
  if (!code) {
    await records.deletePending();
    // RFC 9207: what else such an answer says is not shown.
    throw new ToolError("login_required", `The login to the MCP server "${name}" was refused.`);
  }
  const { clientSecret } = login.options;
  const filled = clientSecret === undefined ? {} : { clientSecret: await new SecretFiller(secrets).text(clientSecret) };
  const provider = oauthProvider({ oauth: { ...login.options, ...filled }, records, pending: login, got: () => {} });
  const { networkFetch } = await import("@agent-tools/network");
  const iss = given.get("iss");
  const options = { serverUrl: owner.serverUrl, authorizationCode: code, ...(iss !== null && { iss }) };
  try {
    // A renewal that runs meanwhile would end with the older tokens, or with none.
    await withStoreLock(host.store, records.lockKey, (signal) =>
      authorize(provider, options, networkFetch(host.network, caller ? { caller } : {}), signal),
    );
  } catch (error) {
    await records.deletePending();
    if (error === noOAuth) throw new ToolError("upstream_error", `"${name}" no longer names its authorization server.`);
    throw error;
  }
  return { ...owner, name };
}

/** The parameters of an address, of a request's target, or of what was copied of one. */
function parametersOf(answer: string): URLSearchParams {
  const text = answer.trim();
  const [parameters = ""] = text.slice(text.search(/[?#]/) + 1).split("#");
  return new URLSearchParams(parameters);
}
