// Which addresses the service may call: those whose host the operator listed, over HTTP, without a key.

/**
 * The base address without a slash at its end, or what is wrong with it: one sentence about `whose` endpoint ("The
 * distiller's"), without the address; `setting` is named as where hosts are listed.
 *
 * `allowedHosts` holds names or IP addresses without port, as written in the settings, IPv6 with or without brackets;
 * any port of theirs may be asked. Nothing is resolved here: a name means what the operator's resolver says when the
 * connection is made, so "localhost" does not allow "127.0.0.1", and a listed name may lead to any address.
 */
export function readEndpoint(
  whose: string,
  base: string,
  allowedHosts: readonly string[],
  setting: string,
): { readonly url: string } | { readonly fault: string } {
  const url = URL.parse(base);
  if (url === null) return { fault: `${whose} endpoint is not a URL.` };
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return { fault: `${whose} endpoint must be an http or https URL.` };
  }
  if (url.username !== "" || url.password !== "") {
    return { fault: `${whose} endpoint must hold no user name and no password.` };
  }
  if (url.search !== "" || url.hash !== "") {
    return { fault: `${whose} endpoint must have neither a query nor a fragment.` };
  }
  const host = bare(url.hostname);
  if (!allowedHosts.some((allowed) => bare(allowed) === host)) {
    return { fault: `${whose} host ${host} is not among the allowed hosts: list it in ${setting}.` };
  }
  return { url: `${url.origin}${withoutLastSlashes(url.pathname)}` };
}

function bare(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
}

export function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}
