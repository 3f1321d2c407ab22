// Counters for Prometheus, for admin keys, or for everybody where the operator says so.
import { Type } from "@sinclair/typebox";
import { type Route, route } from "./route.ts";

export interface PrometheusDeps {
  /** Whether counters are shown without a key. */
  readonly isPrometheusPublic: boolean;
  readonly meter: { readonly contentType: string; exposition(): Promise<string> };
}

export function prometheusRoutes(service: PrometheusDeps): Route[] {
  return [
    route(
      {
        method: "GET",
        path: "/prometheus",
        access: service.isPrometheusPublic ? "public" : "admin",
        responses: { 200: Type.String({ description: "Prometheus's text format." }) },
        content: { media: "text/plain", headers: [] },
        operationId: "getPrometheus",
        brain: "none",
        demand: "nothing",
        counted: "probe",
        tag: "Administration",
        summary: "Show the service's counters",
        description: "Counters of the whole service in Prometheus's text format; none is about one brain or user.",
      },
      async () => ({
        headers: { "content-type": service.meter.contentType },
        text: await service.meter.exposition(),
      }),
    ),
  ];
}
