import { localCaller, type Plugin } from "@agent-tools/contract";
import { type PolicyDocument, policy } from "@agent-tools/governance";
import { createRuntime, expose } from "@agent-tools/runtime";
import { expect, test } from "vitest";

const caller = localCaller();
const ruled = (mode: "allow" | "shadow" | "deny"): PolicyDocument => ({ rules: [{ mode }], withoutRules: "denied" });

/** A source that writes down what it was asked for, and says when it likes that a paper has changed. */
function papers() {
  const asked: string[] = [];
  let changed = () => {};
  const plugin: Plugin = {
    ...{ name: "Papers", prefix: "papers" },
    adapter: {
      listTools: () => ({ tools: [] }),
      call: () => "done",
      complete() {
        asked.push("complete");
        return { completion: { values: ["today"] } };
      },
      resources: {
        list: () => ({ items: [{ uri: "papers://today", name: "today" }] }),
        read: (uri) => ({ contents: [{ uri, text: "news" }] }),
        subscribe(uri, onUpdate) {
          asked.push("subscribe");
          changed = () => onUpdate(uri);
          return () => {};
        },
      },
      prompts: { list: () => ({ items: [{ name: "digest" }] }), get: () => ({ messages: [] }) },
    },
  };
  return { plugin, asked, change: () => changed() };
}

async function passing(mode: "allow" | "shadow") {
  const source = papers();
  const governance = policy(ruled(mode));
  const runtime = await createRuntime({ plugins: [source.plugin], policy: governance });
  const { upstream } = expose(runtime, "pass-through", { plugin: "papers" });
  const told: unknown[] = [];
  upstream?.onNotice((notice) => told.push(notice.kind));
  const request = (method: string, params: object) => upstream?.request(method, params as never, { caller }, {});
  return { ...source, governance, request, told };
}

const completing = { ref: { type: "ref/prompt", name: "digest" }, argument: { name: "day", value: "t" } };

test("in shadow a source is neither subscribed to nor asked for completions", async () => {
  const { request, asked } = await passing("shadow");
  expect(await request("resources/subscribe", { uri: "papers://today" })).toEqual({});
  expect(await request("resources/unsubscribe", { uri: "papers://today" })).toEqual({});
  expect(await request("completion/complete", completing)).toEqual({ completion: { values: [] } });
  expect(asked).toEqual([]);
});

test("a subscription tells nothing while the policy does not allow the resource", async () => {
  const { request, asked, change, told, governance } = await passing("allow");
  expect(await request("completion/complete", completing)).toEqual({ completion: { values: ["today"] } });
  await request("resources/subscribe", { uri: "papers://today" });
  expect(asked).toEqual(["complete", "subscribe"]);
  const updates = () => told.filter((kind) => kind === "resource").length;
  change();
  expect(updates()).toBe(1);
  governance.apply(ruled("deny"));
  change();
  expect(updates()).toBe(1);
  governance.apply(ruled("allow"));
  change();
  expect(updates()).toBe(2);
});
