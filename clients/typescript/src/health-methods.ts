// How the service is. None of these but `prometheus` needs a key.
import type { Answer } from "./api-types.ts";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

export function healthMethods({ send, stream }: Transport) {
  return {
    /** Does the process serve requests? */
    live: (options?: CallOptions) => send<Answer<"getLiveness">>({ method: "GET", path: "/livez" }, options),
    /** Can it take traffic? An answer too where it cannot. */
    ready: (options?: CallOptions) =>
      send<Answer<"getReadiness">>({ method: "GET", path: "/readyz", answers: [503] }, options),
    /** Is it healthy? An answer too where it is not. */
    check: (options?: CallOptions) =>
      send<Answer<"getHealth">>({ method: "GET", path: "/healthz", answers: [503] }, options),
    /** Metrics of the whole service, as Prometheus reads them. */
    prometheus: async (options?: CallOptions): Promise<string> => {
      const { bytes, end } = await stream({ method: "GET", path: "/prometheus" }, options);
      return new Response(bytes).text().finally(end);
    },
  };
}
