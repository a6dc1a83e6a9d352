// #region shield
import { ToolError } from "@agent-tools/contract";
import { checkUrl, networkAgents, networkFetch, publicOnly } from "@agent-tools/network";
import got from "got";

const network = publicOnly();
const fetch = networkFetch(network);
const client = got.extend({
  agent: networkAgents(network),
  hooks: { beforeRedirect: [(options, response) => void checkUrl(options.url as URL, response.url)] },
});

for (const request of [(url: URL) => client(url).text(), (url: URL) => fetch(url)]) {
  await request(checkUrl("http://169.254.169.254/latest/meta-data/")).catch((error) => {
    const refusal = ToolError.is(error) ? error : error.cause;
    console.log(refusal.message); // The network shield refused "169.254.169.254" port 80 (cloud metadata): …
  });
}

// #endregion

import assert from "node:assert";

await assert.rejects(fetch("http://localhost:8080/"), { code: "network_refused" });
await assert.rejects(client("http://2130706433:8080/"), { code: "network_refused" });
