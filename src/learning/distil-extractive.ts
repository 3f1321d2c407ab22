// Distils without a model: by the words of a cluster alone.
import type { Distiller } from "../domain/ports/distiller.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";

export function createExtractiveDistiller(reading: Pick<TextReading, "distil">): Distiller {
  return {
    name: "extractive",
    isModel: false,
    async distil({ packets, centralSeq }, signal) {
      signal.throwIfAborted();
      return reading.distil({ packets, centralSeq }, null);
    },
  };
}
