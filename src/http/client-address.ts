// The address that a request comes from: of the connection, or as a trusted proxy says it.
import { BlockList, isIP } from "node:net";

/** Addresses whose word on where a request comes from is believed. */
export interface TrustedProxies {
  has(address: string): boolean;
}

/** `wrong`: the first entry that is no address and no network such as 10.0.0.0/8 or fd00::/8. */
export function readTrustedProxies(entries: readonly string[]): TrustedProxies | { readonly wrong: string } {
  const list = new BlockList();
  for (const entry of entries) if (!add(list, entry)) return { wrong: entry };
  return { has: (address) => isIP(address) !== 0 && list.check(address, familyOf(address)) };
}

function add(list: BlockList, entry: string): boolean {
  const [, address = "", bits] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const version = isIP(address);
  if (version === 0 || Number(bits ?? 0) > (version === 4 ? 32 : 128)) return false;
  if (bits === undefined) list.addAddress(address, familyOf(address));
  else list.addSubnet(address, Number(bits), familyOf(address));
  return true;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

/**
 * `peer`: the other end of the connection. From a trusted one the hops that the headers name are walked from the nearest:
 * the first that is not trusted itself is the client. X-Forwarded-For goes before Forwarded.
 */
export function clientAddress(headers: Headers, peer: string, trusted: TrustedProxies): string {
  let client = plainAddress(peer) ?? peer;
  if (!trusted.has(client)) return client;
  for (const hop of hopsOf(headers).reverse()) {
    const address = plainAddress(hop);
    // What is no address ("unknown", a name) says nothing, and nothing before it can be believed.
    if (address === null) return client;
    client = address;
    if (!trusted.has(client)) return client;
  }
  return client;
}

/** The nearest hop last, as both headers have it. */
function hopsOf(headers: Headers): string[] {
  const listed = headers.get("x-forwarded-for");
  if (listed !== null) return listed.split(",").map((hop) => hop.trim());
  const forwarded = headers.get("forwarded");
  if (forwarded === null) return [];
  return forwarded.split(",").map((element) => /(?:^|;)\s*for\s*=\s*"?([^";\s]*)"?/i.exec(element)?.[1] ?? "");
}

/** Without port, brackets and zone; an IPv4 address that is written as IPv6 as IPv4. Null for what is no address. */
export function plainAddress(text: string): string | null {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  const [bare = ""] = (bracketed ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")).split("%", 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
  return isIP(mapped) === 0 ? null : mapped.toLowerCase();
}

/** What stands for one client: an IPv4 address, or the /64 network that a client of IPv6 chooses its addresses from. */
export function clientNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0{1,3}\B/, "")).join(":")}::/64`;
}
