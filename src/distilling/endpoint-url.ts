// Which endpoints may be asked: those the operator listed by name, over HTTP, without a key.
import { readEndpoint } from "../base/listed-endpoint.ts";

/** The settings name an endpoint that must not be asked; `message` is one sentence, without the URL. */
export class EndpointSettingsError extends Error {
  override readonly name = "EndpointSettingsError";
}

/** The URL to ask for completions below `base`; the hosts as `readEndpoint` takes them. Throws EndpointSettingsError. */
export function chatUrlOf(base: string, allowedHosts: readonly string[]): string {
  const read = readEndpoint("The distiller's", base, allowedHosts);
  if ("fault" in read) throw new EndpointSettingsError(read.fault);
  return `${read.url}/chat/completions`;
}
