// How a program on the same machine reaches what listens there.

/** `host`: as it is listened on; every address of the machine has its loopback. IPv6 comes back in brackets, for a URL. */
export function hostToAsk(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  const asked = bare === "0.0.0.0" ? "127.0.0.1" : bare === "::" ? "::1" : bare;
  return asked.includes(":") ? `[${asked}]` : asked;
}

export interface ListenAddress {
  /** As it is listened on. */
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
}

/** The URL to ask there, without a path. */
export function localUrl({ host, port, isTls }: ListenAddress): string {
  return `${isTls ? "https" : "http"}://${hostToAsk(host)}:${port}`;
}
