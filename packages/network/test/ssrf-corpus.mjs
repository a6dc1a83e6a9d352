import { got } from "got";
import { fakeInternet } from "./fake-internet.mjs";

/**
 * Runs each case under each policy it names, through got and through fetch. Answers with one row per run:
 * `{ id, category, policy, client, isRight, problem }`.
 */
export async function runSsrfCorpus(cases, product) {
  const { allowList, checkUrl, networkAgents, networkFetch, privateOnly, publicOnly } = product;
  const policies = {
    "public-only": () => publicOnly(),
    "private-only": () => privateOnly(),
    "allow-list": (hosts) => allowList(hosts),
  };
  const clients = {
    got(network) {
      const client = got.extend({
        agent: networkAgents(network),
        retry: { limit: 0 },
        https: { rejectUnauthorized: false },
        hooks: { beforeRedirect: [(options, response) => void checkUrl(options.url, response.url)] },
      });
      return async (url) => client(checkUrl(url)).text();
    },
    fetch(network) {
      const fetch = networkFetch(network);
      return async (url) => (await fetch(url)).text();
    },
  };
  const world = await fakeInternet();
  const rows = [];
  try {
    for (const item of cases) {
      for (const [policy, expected] of Object.entries(item.expect)) {
        for (const [client, make] of Object.entries(clients)) {
          Object.assign(world, {
            names: structuredClone(item.dns ?? {}),
            responses: structuredClone(item.redirects ?? []),
            tried: [],
          });
          const request = make(policies[policy](item.allowHosts ?? []));
          const verdict = await request(item.url).then(
            () => "allow",
            () => "block",
          );
          const [firstAnswer = []] = item.dns?.[URL.canParse(item.url) ? new URL(item.url).hostname : ""] ?? [];
          const isFine = (address) => expected === "allow" && firstAnswer.includes(address);
          const forbidden = world.tried.filter((address) => item.mustNotConnect?.includes(address) && !isFine(address));
          const tooFar = expected === "block" && !item.redirects && world.tried.length > 0;
          const problem =
            expected !== "either" && verdict !== expected
              ? `${verdict} instead of ${expected}`
              : forbidden.length > 0 || tooFar
                ? `connected to ${world.tried.join(", ")}`
                : undefined;
          rows.push({ id: item.id, category: item.category, policy, client, isRight: problem === undefined, problem });
        }
      }
    }
  } finally {
    await world.close();
  }
  return rows;
}
