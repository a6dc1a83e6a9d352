// #region policies
import { allowList, openNetwork, privateOnly, publicOnly } from "@agent-tools/network";

publicOnly(); // globally reachable unicast only
privateOnly(); // loopback, RFC 1918, unique local, IPv6 link-local
allowList(["api.example.com", "files.example.com:8443", "https://example.org", "192.168.1.20:5678"]);
openNetwork(); // everything but cloud metadata

// #endregion

import assert from "node:assert";

const check = (host: string) => () => privateOnly().check({ host, port: 80 });
assert.doesNotThrow(check("127.0.0.1"));
assert.throws(check("8.8.8.8"), { code: "network_refused" });
