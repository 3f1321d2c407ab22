// The address that a host of the settings stands for.
import { isIP } from "node:net";
import { withoutBrackets } from "../config/loopback.ts";

/** What `host` stands for; null for a name, which would have to be looked up: nothing is asked of a name server. */
export function listenAddressOf(host: string): string | null {
  const bare = withoutBrackets(host);
  if (bare.toLowerCase() === "localhost") return "127.0.0.1";
  return isIP(bare) === 0 ? null : bare;
}
