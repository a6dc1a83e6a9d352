import { type Caller, type Target, ToolError, targetName } from "@agent-tools/contract";
import type { CallEnd, Limits } from "@agent-tools/runtime";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { callerMatcher } from "../policy/caller-match.js";
import { checkCaller, checkTargets } from "../policy/check-document.js";
import { referred } from "../policy/reference.js";
import { targetMatcher } from "../policy/target-match.js";
import { type CircuitOptions, createCircuits } from "./circuit.js";
import type { LimitedTargets, LimitRule } from "./limit-rule.js";

/** What a counter has to do, in the terms of `rate-limiter-flexible`. */
export interface CounterOptions {
  readonly keyPrefix: string;
  readonly points: number;
  /** In seconds. */
  readonly duration: number;
}

/** How limits are made. */
export interface LimitsOptions {
  readonly rules?: readonly LimitRule[];
  /** Absent: no tool has a circuit. */
  readonly circuit?: CircuitOptions;
  /** Where rates and budgets are counted. Default: in this process's memory; give one on Redis to count across processes. */
  readonly counter?: (options: CounterOptions) => Pick<RateLimiterAbstract, "consume" | "reward">;
}

type Counter = Pick<RateLimiterAbstract, "consume" | "reward">;

interface CompiledLimit {
  readonly name: string;
  readonly isFor: (target: Target, caller: Caller) => boolean;
  readonly keyOf: (target: Target, caller: Caller) => string;
  readonly counters: readonly { readonly counter: Counter; readonly costOf: (target: Target) => number }[];
  readonly concurrency: number;
  readonly running: Map<string, number>;
}

/** For the `limits` of `createRuntime`. Throws `invalid_configuration` on a limit that is none. */
export function limits({ rules = [], circuit, counter = inMemory }: LimitsOptions): Limits {
  const compiled = rules.map((rule, index) => compile(rule, index, counter));
  const circuits = circuit && createCircuits(circuit);
  return {
    async enter({ target, caller, tool }) {
      // A reference is another name for a tool: what is counted of the one is counted of the other.
      const behind = tool && referred({ target, caller, effect: "read", tool })?.target;
      const targets = behind ? [target, behind] : [target];
      const undo: (() => void)[] = [];
      const undoAll = () => {
        for (const each of undo.reverse()) each();
      };
      try {
        const ended = circuits?.enter(behind ?? target, caller);
        if (ended) undo.push(() => ended({ status: "refused" }));
        const releases: (() => void)[] = [];
        for (const limit of compiled) {
          const counted = targets.filter((each) => limit.isFor(each, caller));
          for (const key of new Set(counted.map((each) => limit.keyOf(each, caller)))) {
            const release = occupy(limit, key);
            releases.push(release);
            undo.push(release);
            for (const { counter: each, costOf } of limit.counters)
              undo.push(await spend(limit, each, key, Math.max(...counted.map(costOf))));
          }
        }
        return (end: CallEnd) => {
          for (const release of releases) release();
          ended?.(end);
        };
      } catch (error) {
        undoAll();
        throw error;
      }
    },
  };
}

/** In seconds: the longest timer of Node, about 24 days. One that is longer goes off at once, and the count would be gone. */
const LONGEST_IN_MEMORY = 2_147_483;

function inMemory(options: CounterOptions): Counter {
  return new RateLimiterMemory(options);
}

function compile(rule: LimitRule, index: number, make: (options: CounterOptions) => Counter): CompiledLimit {
  const { name = `limit ${index + 1}`, rate, budget, concurrency = Number.POSITIVE_INFINITY, targets = {} } = rule;
  const at = `limits[${index}]`;
  if (rule.for !== undefined) checkCaller(rule.for, `${at}.for`);
  for (const given of [rule.targets, ...(budget?.costs ?? []).map((cost) => cost.targets)]) checkNamed(given, at);
  for (const number of [rate?.calls, rate?.perSeconds, budget?.units, budget?.perSeconds, rule.concurrency]) {
    if (number !== undefined && !(number > 0)) throw wrong(`${at} has the number ${number}; each has to be above 0.`);
  }
  for (const seconds of [rate?.perSeconds, budget?.perSeconds]) {
    if (make !== inMemory || seconds === undefined || seconds <= LONGEST_IN_MEMORY) continue;
    throw wrong(`${at} counts for ${seconds} s; in this process's memory ${LONGEST_IN_MEMORY} s are the most.`);
  }
  for (const { units } of budget?.costs ?? []) {
    if (!(units >= 0)) throw wrong(`${at}.budget has the cost ${units}; each has to be 0 or above.`);
  }
  const caller = callerMatcher(rule.for);
  const isTarget = namedBy(targets);
  const costs = (budget?.costs ?? []).map((cost) => ({ isFor: namedBy(cost.targets), units: cost.units }));
  return {
    name,
    isFor: (target, asking) => isTarget(target) && caller.applies(asking),
    keyOf: keyFor(rule.each ?? "caller and tool", index),
    counters: [
      ...(rate === undefined
        ? []
        : [
            {
              counter: make({ keyPrefix: `rate:${name}`, points: rate.calls, duration: rate.perSeconds }),
              costOf: () => 1,
            },
          ]),
      ...(budget === undefined
        ? []
        : [
            {
              counter: make({ keyPrefix: `budget:${name}`, points: budget.units, duration: budget.perSeconds }),
              costOf: (target: Target) => costs.find((cost) => cost.isFor(target))?.units ?? 1,
            },
          ]),
    ],
    concurrency,
    running: new Map(),
  };
}

/** A limit knows a target by its name only; what asks for more would never fit. */
function checkNamed(targets: LimitRule["targets"], at: string): void {
  if (targets === undefined) return;
  checkTargets(targets, `${at}.targets`);
  const more = [targets].flat().flatMap((each) => Object.keys(each).filter((key) => beyondNames.has(key)));
  if (more.length > 0) throw wrong(`${at}.targets has ${more.join(", ")}; a limit goes by names alone.`);
}

const beyondNames: ReadonlySet<string> = new Set(["effect", "annotations", "sensitivity"]);

function namedBy(targets: LimitedTargets | readonly LimitedTargets[]): (target: Target) => boolean {
  const matchers = ([targets].flat() as LimitedTargets[]).map(targetMatcher);
  return (target) => matchers.some((matcher) => matcher.isNamed(target, "read"));
}

function keyFor(each: NonNullable<LimitRule["each"]>, index: number): CompiledLimit["keyOf"] {
  return (target, { workspace, agent, caller }) => {
    const { kind, name } = targetName(target);
    const who = each === "workspace" || each === "tool" ? [workspace] : [workspace, agent, caller];
    const what = each === "caller" || each === "workspace" ? [] : [target.plugin, kind, name];
    return JSON.stringify([index, who, what]);
  };
}

/** Takes a place among those that run. Answers with how to give it back, once. */
function occupy({ name, concurrency, running }: CompiledLimit, key: string): () => void {
  const count = running.get(key) ?? 0;
  if (count >= concurrency) {
    throw new ToolError("rate_limited", `${count} calls run already, as many as "${name}" lets run at once.`, {
      retryAfterMs: 1_000,
    });
  }
  running.set(key, count + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const now = (running.get(key) ?? 1) - 1;
    if (now > 0) running.set(key, now);
    else running.delete(key);
  };
}

/** Spends units. Answers with how to give them back, for a call that another limit refuses. */
async function spend({ name }: CompiledLimit, counter: Counter, key: string, units: number): Promise<() => void> {
  try {
    await counter.consume(key, units);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw ToolError.from(refused, "internal");
    // What it counted for a call that is not run is given back, or a caller that keeps asking would never get in.
    void counter.reward(key, units).catch(() => {});
    const wait = Math.max(0, refused.msBeforeNext);
    throw new ToolError("rate_limited", `The limit "${name}" is used up for the next ${Math.ceil(wait / 1_000)} s.`, {
      retryAfterMs: wait,
    });
  }
  return () => void counter.reward(key, units).catch(() => {});
}

function wrong(message: string): ToolError {
  return new ToolError("invalid_configuration", `Limits: ${message}`);
}
