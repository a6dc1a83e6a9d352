/** Every code that a ToolError can have. */
export type ErrorCode =
  | "invalid_arguments"
  | "unknown_plugin"
  | "unknown_target"
  | "ambiguous_target"
  | "confirmation_required"
  | "approval_required"
  | "login_required"
  | "skill_required"
  | "denied"
  | "rate_limited"
  | "stop_retrying"
  | "missing_secret"
  | "network_refused"
  | "upstream_unavailable"
  | "upstream_error"
  | "timeout"
  | "cancelled"
  | "unknown_outcome"
  | "invalid_result"
  | "result_too_large"
  | "unsupported"
  | "invalid_configuration"
  | "closed"
  | "internal";

/** One row of the error table. */
export interface ErrorCodeRow {
  /** What happened. */
  readonly meaning: string;
  /** True where the same call may succeed later without a change. */
  readonly retryable: boolean;
  /** What the agent should do next; the default of an error's `hint`. */
  readonly next: string;
  /** The JSON-RPC 2.0 code where the failure has to be a protocol error. */
  readonly rpc: number;
  /** The HTTP status where the failure has to be an HTTP answer. */
  readonly http: number;
}

const row = (meaning: string, retryable: boolean, next: string, rpc: number, http: number): ErrorCodeRow => ({
  meaning,
  retryable,
  next,
  rpc,
  http,
});

const INVALID_PARAMS = -32602;
const INTERNAL = -32603;
const SERVER = -32000;

/** Every error code there is, and what each one means for the caller. */
export const errorCodes: Readonly<Record<ErrorCode, ErrorCodeRow>> = {
  invalid_arguments: row(
    "The arguments do not fit the tool's schema.",
    false,
    "Correct the arguments as the message shows, then call again.",
    INVALID_PARAMS,
    400,
  ),
  unknown_plugin: row(
    "No plugin of that prefix is here for this caller.",
    false,
    "Ask discover or help for the plugins that are here.",
    INVALID_PARAMS,
    404,
  ),
  unknown_target: row(
    "No tool, skill, resource or prompt of that name is here for this caller.",
    false,
    "Ask discover for the right name. Nothing else was run in its place.",
    INVALID_PARAMS,
    404,
  ),
  ambiguous_target: row(
    "The name fits more than one target.",
    false,
    "Name the plugin as well; the message lists the candidates.",
    INVALID_PARAMS,
    409,
  ),
  confirmation_required: row(
    "The target is not read-only and the call was not confirmed.",
    false,
    "If this change is wanted, repeat the same call with confirm: true.",
    SERVER,
    403,
  ),
  approval_required: row(
    "A person has to approve this call first.",
    false,
    "Tell the user what is waiting for approval; once it is given, repeat the identical call.",
    SERVER,
    403,
  ),
  login_required: row(
    "The service behind the tool needs a login.",
    false,
    "Ask the user to log in at the address given, then repeat the call.",
    SERVER,
    401,
  ),
  skill_required: row(
    "The tool's instructions have to be read first.",
    false,
    "Load the skill that the message names, then repeat the call.",
    SERVER,
    403,
  ),
  denied: row(
    "A rule of the host forbids this here.",
    false,
    "Do not try again; tell the user which rule refused it.",
    SERVER,
    403,
  ),
  rate_limited: row(
    "Too many calls in too short a time.",
    true,
    "Wait for the time given, then repeat the call.",
    SERVER,
    429,
  ),
  stop_retrying: row(
    "The same call has failed the same way several times.",
    false,
    "Stop repeating it. Change the arguments, use another tool, or tell the user.",
    SERVER,
    429,
  ),
  missing_secret: row(
    "A secret that the tool needs is not set.",
    false,
    "Ask the operator to set the secret that the message names.",
    SERVER,
    424,
  ),
  network_refused: row(
    "The network shield refused the connection.",
    false,
    "Do not try again; the operator decides which addresses may be reached.",
    SERVER,
    403,
  ),
  upstream_unavailable: row(
    "The service behind the tool could not be reached. The call was not run.",
    true,
    "Repeat the call later, or use another tool.",
    SERVER,
    503,
  ),
  upstream_error: row(
    "The service behind the tool answered with a failure.",
    false,
    "Read the service's own words in the message and change the call.",
    SERVER,
    502,
  ),
  timeout: row(
    "The call took longer than its deadline. It did not change anything.",
    true,
    "Ask for less, or call again with more time.",
    SERVER,
    504,
  ),
  cancelled: row(
    "The call was cancelled. It did not change anything.",
    true,
    "Call again if it is still wanted.",
    SERVER,
    499,
  ),
  unknown_outcome: row(
    "The call was sent and its answer was lost: it may have run.",
    false,
    "Do not repeat it. Check with a reading tool whether it took effect, or ask the user.",
    SERVER,
    504,
  ),
  invalid_result: row(
    "The tool answered with something that does not fit its own output schema.",
    false,
    "The call did run. Do not repeat a change; report the fault.",
    INTERNAL,
    502,
  ),
  result_too_large: row(
    "The result is larger than the budget.",
    false,
    "Read it in parts with the handle, or ask for less.",
    SERVER,
    413,
  ),
  unsupported: row(
    "The target cannot do this, or the client cannot answer what it asks.",
    false,
    "Use another tool or another way.",
    SERVER,
    501,
  ),
  invalid_configuration: row(
    "A plugin, manifest or option is wrong.",
    false,
    "Correct the file and field that the message names.",
    SERVER,
    500,
  ),
  closed: row("The runtime is shutting down.", false, "Start it again.", SERVER, 503),
  internal: row("An unexpected failure.", false, "Report it with the message.", INTERNAL, 500),
};
