import { ToolError } from "@agent-tools/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allowList, openNetwork, privateOnly, publicOnly } from "../src/index.js";

const policies = { public: publicOnly(), private: privateOnly(), open: openNetwork() };

function verdicts(host: string, address?: string): string {
  const connection = { host, port: 443, scheme: "https", ...(address !== undefined && { address }) };
  return Object.entries(policies)
    .filter(([, policy]) => {
      try {
        policy.check(connection);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: "network_refused" });
        return false;
      }
    })
    .map(([name]) => name)
    .join(" ");
}

describe("what each policy lets through (O64)", () => {
  test.each([
    ["8.8.8.8", "public open"],
    ["172.15.255.255", "public open"],
    ["172.32.0.0", "public open"],
    ["192.31.196.1", "public open"],
    ["2606:4700:4700::1111", "public open"],
    ["2001:4860:4860::8888", "public open"],
    ["::ffff:8.8.8.8", "public open"],
    ["64:ff9b::808:808", "public open"],
    ["127.0.0.1", "private open"],
    ["172.16.0.1", "private open"],
    ["::ffff:10.0.0.1", "private open"],
    ["::1", "private open"],
    ["fdff::1", "private open"],
    ["fe80::1", "private open"],
    ["fe80::1%eth0", "private open"],
    ["0.0.0.0", "open"],
    ["100.64.0.1", "open"],
    ["169.254.1.1", "open"],
    ["192.0.0.8", "open"],
    ["192.88.99.1", "open"],
    ["203.0.113.1", "open"],
    ["224.0.0.1", "open"],
    ["255.255.255.255", "open"],
    ["::", "open"],
    ["::127.0.0.1", "open"],
    ["::ffff:0:10.0.0.1", "open"],
    ["64:ff9b::a00:1", "open"],
    ["64:ff9b:1::808:808", "open"],
    ["100:0:0:1::1", "open"],
    ["2001::1", "open"],
    ["2001:db8::1", "open"],
    ["2002:808:808::1", "open"],
    ["3fff::1", "open"],
    ["4000::1", "open"],
    ["5f00::1", "open"],
    ["fec0::1", "open"],
    ["ff02::1", "open"],
    ["169.254.169.254", ""],
    ["169.254.170.2", ""],
    ["169.254.170.23", ""],
    ["100.100.100.200", ""],
    ["168.63.129.16", ""],
    ["fd00:ec2::254", ""],
    ["fd20:ce::254", ""],
    ["::ffff:169.254.169.254", ""],
    ["64:ff9b::a9fe:a9fe", ""],
    ["64:ff9b:1::a9fe:a9fe", ""],
    ["2002:a9fe:a9fe::1", ""],
    ["::a9fe:a9fe", ""],
    ["2001:0:a9fe:a9fe::1", ""],
    ["2001:0:808:808::5601:5601", ""],
    ["nonsense", ""],
  ])("%s: %s", (address, expected) => {
    expect(verdicts("name.example", address)).toBe(expected);
    if (address !== "nonsense") expect(verdicts(address)).toBe(expected);
  });

  test.each([
    ["0x7f.1", "private open"],
    ["017700000001", "private open"],
    ["127。0。0。1", "private open"],
    ["127.0.0.1.", "private open"],
    ["[::1]", "private open"],
    ["fe80::1%25eth0", "private open"],
    ["localhost", "public private open"],
    ["2852039166", ""],
    ["08.0.0.1", ""],
    ["a b", ""],
    ["user@example.com", ""],
    ["", ""],
  ])("the host %j before any look-up: %s", (host, expected) => {
    expect(verdicts(host)).toBe(expected);
  });

  test("every way to write an IPv4 address gets the verdict of its plain form", () => {
    const byte = fc.nat(255);
    const radix = fc.constantFrom(
      (value: number) => String(value),
      (value: number) => `0x${value.toString(16)}`,
      (value: number) => `0${value.toString(8)}`,
    );
    fc.assert(
      fc.property(
        fc.tuple(byte, byte, byte, byte),
        fc.array(radix, { minLength: 4, maxLength: 4 }),
        fc.nat(3),
        (bytes, write, kept) => {
          const rest = bytes.slice(kept).reduce((sum, value) => sum * 256 + value, 0);
          const spelled = [...bytes.slice(0, kept), rest].map((value, index) => write[index]?.(value)).join(".");
          expect(verdicts(spelled)).toBe(verdicts(bytes.join(".")));
        },
      ),
    );
  });

  test("a refusal does not tell what a name resolves to", () => {
    const check = () => publicOnly().check({ host: "db.internal", port: 443, address: "10.1.2.3" });
    expect(check).toThrow('refused "db.internal" port 443 (private): only public addresses are allowed');
    expect(check).not.toThrow("10.1.2.3");
  });
});

describe("allowList", () => {
  const list = allowList([
    "api.example.com",
    "files.example.com:8443",
    "https://Bücher.example/",
    "192.168.1.20:5678",
    "[::1]:9000",
    "localhost",
    "169.254.169.254",
  ]);
  const allows = (host: string, port: number, address?: string, scheme?: string) => {
    try {
      list.check({ host, port, ...(address !== undefined && { address }), ...(scheme !== undefined && { scheme }) });
      return true;
    } catch (error) {
      return !ToolError.is(error);
    }
  };

  test.each([
    ["api.example.com", 443, "8.8.8.8", "https", true],
    ["API.example.com.", 443, "8.8.8.8", "https", true],
    ["api.example.com", 80, "8.8.8.8", "http", true],
    ["api.example.com", 80, "8.8.8.8", "https", false],
    ["api.example.com", 443, "8.8.8.8", undefined, true],
    ["api.example.com", 22, "8.8.8.8", undefined, false],
    ["api.example.com", 443, "10.0.0.1", "https", false],
    ["x.api.example.com", 443, "8.8.8.8", "https", false],
    ["files.example.com", 8443, "8.8.8.8", "https", true],
    ["files.example.com", 443, "8.8.8.8", "https", false],
    ["xn--bcher-kva.example", 443, "8.8.8.8", "https", true],
    ["xn--bcher-kva.example", 80, "8.8.8.8", "http", false],
    ["192.168.1.20", 5678, "192.168.1.20", "http", true],
    ["192.168.1.20", 5679, "192.168.1.20", "http", false],
    ["0:0::1", 9000, "::1", "http", true],
    ["localhost", 80, "127.0.0.1", "http", true],
    ["localhost", 80, "10.0.0.1", "http", false],
    ["169.254.169.254", 80, "169.254.169.254", "http", false],
  ] as const)("%s port %i at %s by %s: %s", (host, port, address, scheme, expected) => {
    expect(allows(host, port, address, scheme)).toBe(expected);
  });

  test.each([
    "",
    "*.example.com",
    "example.com/path",
    "ftp://example.com",
    "user@example.com",
    "example.com:0",
    "example.com:99999",
    "a b",
  ])("the entry %j is refused and named", (entry) => {
    expect(() => allowList([entry])).toThrow(
      expect.objectContaining({
        code: "invalid_configuration",
        message: expect.stringContaining(JSON.stringify(entry)),
      }),
    );
  });
});

test("what goes through a proxy is not private, whatever it is called, and the others judge it as far as it is known (O64)", () => {
  const proxied = { port: 443, isProxied: true } as const;
  for (const host of ["nas.lan", "10.0.0.1"])
    expect(() => policies.private.check({ ...proxied, host })).toThrow(/proxy/);
  policies.public.check({ ...proxied, host: "service.example" });
  policies.open.check({ ...proxied, host: "10.0.0.1" });
  expect(() => policies.public.check({ ...proxied, host: "10.0.0.1" })).toThrow(/public/);
});
