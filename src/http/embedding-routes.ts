// The model that embeds, and how far the data is embedded by it, for the service's operator.
import { Type } from "@sinclair/typebox";
import { requireGovernor } from "../accounts/keep-accounts.ts";
import type { Clock } from "../base/chance.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { Reembedding } from "../domain/ports/reembedding.ts";
import type { TotalsStore } from "../domain/ports/totals-store.ts";
import { Count } from "./fields.ts";
import { type Route, route } from "./route.ts";

const EmbeddingModel = Type.Object(
  {
    id: Type.String({ description: "Its name." }),
    sha256: Type.String({ description: "Of its files: another one has another." }),
  },
  { title: "EmbeddingModel", description: "The model that embeds." },
);

const Embedding = Type.Object(
  {
    model: EmbeddingModel,
    total: Count("Turns remembered, of all accounts."),
    current: Count("Turns with an embedding of this model."),
    waiting: Count("Turns on disk that have no embedding yet, as after a rush of records."),
    reembedding: Type.Boolean({
      description: "Whether what another model embedded, or an import brought without embeddings, is embedded anew.",
    }),
  },
  { title: "Embedding", description: "How far the data is embedded. What is in neither number is embedded anew." },
);

export interface EmbeddingRoutesDeps {
  readonly clock: Clock;
  readonly embedder: { readonly model: { readonly id: string; readonly sha256: string } };
  readonly totals: Pick<TotalsStore, "read">;
  readonly packets: Pick<PacketStore, "countPending">;
  readonly reembedding: Pick<Reembedding, "progress">;
}

export function embeddingRoutes(service: EmbeddingRoutesDeps): Route[] {
  return [
    route(
      {
        method: "GET",
        path: "/admin/embedding",
        access: "admin",
        responses: { 200: Embedding },
        operationId: "getEmbedding",
        brain: "none",
        demand: "nothing",
        counted: "work",
        tag: "Administration",
        summary: "Show the embedding model",
        description:
          "For unbound admin keys of the account `default`: the model that embeds, and how many of all turns it has embedded, as after a change of the model.",
      },
      async ({ identity }) => {
        requireGovernor(identity, "the embedding model is for");
        const [{ packets: total }, waiting] = await Promise.all([
          service.totals.read(service.clock.now()),
          service.packets.countPending(),
        ]);
        const progress = service.reembedding.progress();
        const stale = progress === null ? 0 : progress.total - progress.done;
        const { id, sha256 } = service.embedder.model;
        // The numbers are of moments that differ a little.
        return {
          model: { id, sha256 },
          total,
          current: Math.max(0, total - waiting - stale),
          waiting,
          reembedding: progress !== null,
        };
      },
    ),
  ];
}
