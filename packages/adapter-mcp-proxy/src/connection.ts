import { type Health, type JsonObject, ToolError } from "@agent-tools/contract";
import type { ConnectionOptions, ConnectionRequest, Link } from "./connection-options.js";
import { type Era, shakeHands } from "./handshake.js";
import { SessionExpired } from "./http-channel.js";
import { Peer } from "./peer.js";
import { requestInRounds } from "./rounds.js";
import { untilAborted } from "./until-aborted.js";
import { abandoned, toToolError, unstarted, WireFailure } from "./wire-failure.js";

interface Live extends Link {
  readonly diesAt: number;
  users: number;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A link that broke sooner counts as a failed start. */
const STABLE_MS = 10_000;

/**
 * A way to one upstream for one identity. It starts at the first request, once however many wait for it, ends when idle,
 * and starts again after a failure, later each time.
 */
export class Connection {
  readonly #options: ConnectionOptions;
  #live: Live | undefined;
  #starting: Promise<Live> | undefined;
  #failure: { readonly error: ToolError; readonly until: number } | undefined;
  #failures = 0;
  /** Why the newest request over a live link did not get there. */
  #trouble: ToolError | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;
  readonly #leaving = new Set<Promise<void>>();
  readonly #abort = new AbortController();

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** The raw result. A request that was surely not received is sent once more, over a new link where that helps. */
  async request(request: ConnectionRequest): Promise<JsonObject> {
    try {
      const result = await this.#attempt(request).catch((error: unknown) => {
        const isLost = error instanceof WireFailure && !error.error && !request.signal.aborted;
        if (isLost && (error.delivery === "none" || request.isRepeatable)) return this.#attempt(request);
        throw error;
      });
      this.#trouble = undefined;
      return result;
    } catch (failure) {
      const error = toToolError(failure, this.#options.name);
      if (error.code === "upstream_unavailable") this.#trouble = error;
      throw error;
    }
  }

  /** Keeps the connection up until released. Starts it where it is down. */
  async hold(signal: AbortSignal): Promise<{ readonly link: Link; release(): void }> {
    const live = await this.#acquire(signal).catch((error: unknown) => {
      throw toToolError(error, this.#options.name);
    });
    live.users += 1;
    let isHeld = true;
    return {
      link: live,
      release: () => {
        if (isHeld) this.#leave(live);
        isHeld = false;
      },
    };
  }

  get isLive(): boolean {
    return this.#live !== undefined;
  }

  /** True while a request, a start or a subscription needs it. */
  get isBusy(): boolean {
    return this.#starting !== undefined || (this.#live?.users ?? 0) > 0;
  }

  get health(): Health {
    if (this.#live) return this.#trouble ? { status: "down", message: this.#trouble.message } : { status: "ok" };
    if (this.#starting) return { status: "connecting", message: `"${this.#options.name}" is starting.` };
    if (!this.#failure) return { status: "ok", message: `"${this.#options.name}" starts with its first call.` };
    const { error } = this.#failure;
    const status = error.code === "login_required" ? "login_required" : "down";
    return { status, message: error.message };
  }

  /** Ends it for good. Requests that run get `unknown_outcome`. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    this.#abort.abort(new ToolError("closed", `The connection to "${this.#options.name}" is closed.`));
    await this.#starting?.catch(() => {});
    const live = this.#live;
    this.#live = undefined;
    if (live) this.#dismiss(live.peer);
    await Promise.all(this.#leaving);
  }

  async #attempt(request: ConnectionRequest): Promise<JsonObject> {
    const { method, params, headersFor, ...options } = request;
    const live = await this.#acquire(request.signal);
    live.users += 1;
    try {
      const headers = headersFor?.(live);
      return await requestInRounds(live.peer, method, params, { ...options, ...(headers && { headers }) });
    } catch (error) {
      // The other requests of the session finish; a refusal, a lost reply and a caller's cancel harm nothing.
      if (error instanceof SessionExpired) this.#retire(live);
      throw error;
    } finally {
      this.#leave(live);
    }
  }

  #leave(live: Live): void {
    live.users -= 1;
    if (live.users === 0) this.#rest(live);
  }

  /** Nobody uses the link: it waits for the next user, or goes. */
  #rest(live: Live): void {
    const { idleMs } = this.#options.limits;
    if (live !== this.#live || live.diesAt <= Date.now()) this.#retire(live);
    else if (this.#idleTimer) this.#idleTimer.refresh();
    else if (Number.isFinite(idleMs)) {
      this.#idleTimer = setTimeout(() => {
        if (live.users === 0) this.#retire(live);
      }, idleMs).unref();
    }
  }

  async #acquire(signal: AbortSignal): Promise<Live> {
    const { name } = this.#options;
    if (this.#abort.signal.aborted) throw this.#abort.signal.reason;
    if (this.#live && this.#live.diesAt <= Date.now()) this.#retire(this.#live);
    if (this.#live) return this.#live;
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    return untilAborted(this.#starting, signal, () => abandoned(signal, false, name));
  }

  async #start(): Promise<Live> {
    const { name, limits } = this.#options;
    const wait = (this.#failure?.until ?? 0) - Date.now();
    if (this.#failure && wait > 0) {
      const { error } = this.#failure;
      throw new ToolError(error.code, error.message, { hint: error.hint, retryAfterMs: wait, cause: error });
    }
    const deadline = AbortSignal.timeout(limits.startTimeoutMs);
    const signal = AbortSignal.any([deadline, this.#abort.signal]);
    try {
      const live = await this.#open(signal);
      this.#failure = undefined;
      this.#trouble = undefined;
      this.#live = live;
      this.#rest(live);
      this.#options.opened(live);
      return live;
    } catch (error) {
      const failure = deadline.aborted
        ? new ToolError(
            "upstream_unavailable",
            `The MCP server "${name}" did not answer within ${limits.startTimeoutMs} ms.`,
          )
        : unstarted(error, name);
      if (!this.#abort.signal.aborted) this.#failed(failure);
      throw failure;
    }
  }

  #failed(error: ToolError): void {
    // A person decides when to log in, and the next call is to notice.
    const isLogin = error.code === "login_required";
    const pause = isLogin ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures += 1;
    this.#failure = { error, until: Date.now() + pause };
  }

  async #open(signal: AbortSignal): Promise<Live> {
    const { era } = this.#options;
    const wanted = era === "auto" ? ((await this.#options.knownEra()) ?? era) : era;
    try {
      return await this.#greet(wanted, signal);
    } catch (error) {
      // Some legacy programs end at the first request that is not theirs. They get a second life and no such request.
      const isGone = error instanceof WireFailure && error.delivery === "unknown" && !signal.aborted;
      if (wanted !== "auto" || !isGone) throw error;
      return this.#greet("legacy", signal);
    }
  }

  async #greet(era: Era, signal: AbortSignal): Promise<Live> {
    const { name, client, limits } = this.#options;
    const channel = this.#options.channel();
    const startedAt = Date.now();
    let live: Live | undefined;
    const peer = new Peer(channel, {
      name,
      notified: (method, params) => this.#options.notified(method, params),
      answer: (method) => this.#options.answer(method),
      closed: (cause) => {
        if (live) this.#broken(live, cause, Date.now() - startedAt);
      },
    });
    const stop = () => void peer.close();
    signal.addEventListener("abort", stop, { once: true });
    try {
      await peer.open(signal);
      const agreement = await shakeHands(peer, era, client, signal);
      live = { peer, agreement, diesAt: Date.now() + limits.lifetimeMs, users: 0 };
      return live;
    } catch (error) {
      this.#dismiss(peer);
      throw error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** The link ended, and not by us. */
  #broken(live: Live, cause: unknown, age: number): void {
    this.#dismiss(live.peer);
    if (this.#live !== live) return;
    this.#retire(live);
    if (age >= STABLE_MS) this.#failures = 0;
    else if (!(cause instanceof WireFailure)) this.#failed(unstarted(cause, this.#options.name, "went down"));
  }

  /** Takes a link out of use; it is closed when the last request on it is done. */
  #retire(live: Live): void {
    if (this.#live === live) {
      this.#live = undefined;
      clearTimeout(this.#idleTimer);
      this.#idleTimer = undefined;
      this.#options.ended(live);
    }
    if (live.users === 0) this.#dismiss(live.peer);
  }

  #dismiss(peer: Peer): void {
    const leaving = peer.close().catch(() => {});
    this.#leaving.add(leaving);
    leaving.finally(() => this.#leaving.delete(leaving));
  }
}
