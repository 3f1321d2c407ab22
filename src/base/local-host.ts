// How a program on the same machine reaches what listens there.

/** `host`: as it is listened on; every address of the machine has its loopback. IPv6 comes back in brackets, for a URL. */
export function hostToAsk(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  const asked = bare === "0.0.0.0" ? "127.0.0.1" : bare === "::" ? "::1" : bare;
  return asked.includes(":") ? `[${asked}]` : asked;
}
