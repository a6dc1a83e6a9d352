// node … health-process.ts FILE: a host on the store in FILE whose tool and whose list fail, again and again, until it is killed.
import { localCaller } from "@agent-tools/contract";
import { createRuntime } from "@agent-tools/runtime";
import { sqliteStore } from "@agent-tools/store-sqlite";
import { storeHealth } from "../../src/index.js";
import { loginRequired, look, market, shop } from "./shop.js";

const runtime = await createRuntime({
  plugins: [shop(), market(() => Promise.reject(loginRequired))],
  health: storeHealth({ store: sqliteStore({ file: process.argv[2] ?? "" }), writeMs: 20 }),
  coolDownMs: 0,
  log: () => {},
});

for (let count = 1; ; count += 1) {
  await runtime.call(look, localCaller()).catch(() => {});
  if (count === 2) process.stdout.write(`${JSON.stringify({ failed: count })}\n`);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
