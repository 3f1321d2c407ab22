// Which endpoints may be asked: those the operator listed by name, over HTTP, without a key.

/** The settings name an endpoint that must not be asked; `message` is one sentence, without the URL. */
export class EndpointSettingsError extends Error {
  override readonly name = "EndpointSettingsError";
}

/**
 * The URL to ask for completions below `base`. Throws EndpointSettingsError.
 *
 * `allowedHosts` holds names or IP addresses without port, as written in the settings, IPv6 with or without brackets;
 * any port of theirs may be asked. Nothing is resolved here: a name means what the operator's resolver says when the
 * connection is made, so "localhost" does not allow "127.0.0.1", and a listed name may lead to any address.
 */
export function chatUrlOf(base: string, allowedHosts: readonly string[]): string {
  const url = URL.parse(base);
  if (url === null) throw new EndpointSettingsError("The distiller's endpoint is not a URL.");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new EndpointSettingsError("The distiller's endpoint must be an http or https URL.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new EndpointSettingsError("The distiller's endpoint must hold no user name and no password.");
  }
  if (url.search !== "" || url.hash !== "") {
    throw new EndpointSettingsError("The distiller's endpoint must have neither a query nor a fragment.");
  }
  const host = bare(url.hostname);
  if (!allowedHosts.some((allowed) => bare(allowed) === host)) {
    throw new EndpointSettingsError(`The distiller's host ${host} is not among the allowed hosts.`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}/chat/completions`;
}

function bare(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
}
