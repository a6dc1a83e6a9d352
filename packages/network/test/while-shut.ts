import { expect } from "vitest";
import type { echoServer } from "./echo-server.js";

/** Expects that a policy which refuses every address from now on holds for what is kept open, until it allows them again. */
export async function expectRefusedWhileShut(
  server: Awaited<ReturnType<typeof echoServer>>,
  post: (body: string) => Promise<string>,
  shut: (isShut: boolean) => void,
): Promise<void> {
  const before = server.requests.length;
  shut(true);
  await expect(post("two")).rejects.toMatchObject({ code: "network_refused" });
  expect(server.requests).toHaveLength(before);
  shut(false);
  expect(await post("three")).toBe("three");
}
