// What a host of the settings stands for, and which addresses only this machine can reach.
import { isIP } from "node:net";

/** Takes off what an IPv6 address has around it in a URL. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

/** 127.0.0.0/8, ::1 however it is written, the mapped form of the first, and `localhost`. */
export function isLoopbackHost(host: string): boolean {
  if (host.toLowerCase() === "localhost") return true;
  if (/^127(\.\d{1,3}){3}$/.test(host)) return true;
  const bare = withoutBrackets(host);
  if (!bare.includes(":") || !URL.canParse(`http://[${bare}]`)) return false;
  const plain = new URL(`http://[${bare}]`).hostname;
  return plain === "[::1]" || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(plain);
}

/** What `host` stands for; null for a name, which would have to be looked up: nothing is asked of a name server. */
export function listenAddressOf(host: string): string | null {
  const bare = withoutBrackets(host);
  if (bare.toLowerCase() === "localhost") return "127.0.0.1";
  return isIP(bare) === 0 ? null : bare;
}
