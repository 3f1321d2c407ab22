import { expect, test } from "bun:test";
import {
  clientAddress,
  clientNetwork,
  plainAddress,
  readTrustedProxies,
  type TrustedProxies,
} from "../../src/http/client-address.ts";

const trusted = readTrustedProxies(["10.0.0.0/8", "192.0.2.9", "fd00::/8", "::1"]) as TrustedProxies;
const via = (headers: Record<string, string>, peer = "10.0.0.1") => clientAddress(new Headers(headers), peer, trusted);

test.each([
  ["no header", {}, "10.0.0.1"],
  ["one hop", { "x-forwarded-for": "203.0.113.7" }, "203.0.113.7"],
  ["a hop that the client wrote itself", { "x-forwarded-for": "1.1.1.1, 203.0.113.7" }, "203.0.113.7"],
  ["trusted hops after the client", { "x-forwarded-for": "203.0.113.7, 192.0.2.9,10.9.9.9" }, "203.0.113.7"],
  ["trusted hops alone", { "x-forwarded-for": "10.0.0.3, 10.0.0.2" }, "10.0.0.3"],
  ["a hop that is no address", { "x-forwarded-for": "203.0.113.7, unknown, 10.0.0.2" }, "10.0.0.2"],
  ["an empty header", { "x-forwarded-for": "" }, "10.0.0.1"],
  ["a hop with its port", { "x-forwarded-for": "203.0.113.7:4711" }, "203.0.113.7"],
  ["a hop of IPv6", { "x-forwarded-for": "[2001:DB8::7]:4711" }, "2001:db8::7"],
  ["an IPv4 hop written as IPv6", { "x-forwarded-for": "::ffff:203.0.113.7" }, "203.0.113.7"],
  ["Forwarded", { forwarded: "for=203.0.113.7;proto=https;by=10.0.0.1" }, "203.0.113.7"],
  [
    "Forwarded of several hops",
    { forwarded: 'for=1.1.1.1, For="[2001:db8::7]:80";proto=http, for=10.0.0.2' },
    "2001:db8::7",
  ],
  ["Forwarded with a hidden hop", { forwarded: "for=203.0.113.7, for=_hidden" }, "10.0.0.1"],
  ["both", { "x-forwarded-for": "203.0.113.7", forwarded: "for=1.1.1.1" }, "203.0.113.7"],
])("behind a trusted proxy the client is found with %s", (_, headers, client) => {
  expect(via(headers as Record<string, string>)).toBe(client);
});

test("nobody else's word is taken", () => {
  const headers = { "x-forwarded-for": "1.1.1.1", forwarded: "for=1.1.1.1" };
  for (const peer of ["203.0.113.7", "192.0.2.8", "2001:db8::1"]) expect(via(headers, peer)).toBe(peer);
  expect(via(headers, "::ffff:203.0.113.7")).toBe("203.0.113.7");
});

test("a proxy is trusted by address or network, of both versions, also where IPv4 arrives as IPv6", () => {
  const headers = { "x-forwarded-for": "203.0.113.7" };
  for (const peer of ["10.255.0.1", "192.0.2.9", "fdff::1", "::1", "::ffff:10.0.0.1"]) {
    expect(via(headers, peer)).toBe("203.0.113.7");
  }
});

test.each(["proxy", "10.0.0.0/33", "fd00::/129", "10.0.0/8", "10.0.0.0/", "10.0.0.0/8/8", "::g"])(
  "%p is refused as a proxy",
  (entry) => {
    expect(readTrustedProxies(["10.0.0.1", entry])).toEqual({ wrong: entry });
  },
);

test("a client of IPv6 is known by its /64 network, one of IPv4 by its address", () => {
  expect(clientNetwork("203.0.113.7")).toBe("203.0.113.7");
  const same = ["2001:db8:1:2::1", "2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002::"];
  expect(new Set(same.map(clientNetwork)).size).toBe(1);
  const others = ["2001:db8:1:3::1", "2001:db8:1::1", "2001:db8::1:2:0:0:1", "::1", "::2:0:0:0:1"];
  expect(new Set([...same, ...others].map(clientNetwork)).size).toBe(1 + others.length);
});

test.each(["", "unknown", "_hidden", "1.2.3", "1.2.3.4.5", "a b", "[::1"])("%p is no address", (text) => {
  expect(plainAddress(text)).toBeNull();
});
