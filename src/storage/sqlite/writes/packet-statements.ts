// The rows of a packet, recorded or imported.
import { sql } from "drizzle-orm";
import { type Metadata, metadataFields } from "../../../domain/metadata.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { inputEmbeddings, packetMetadata, packets, packetTerms } from "../schema.ts";
import { insertion, statement } from "../statement.ts";

const value = sql.placeholder;

const insertRow = insertion(packets);
const insertMetadata = insertion(packetMetadata);

export function insertPacket(db: Drizzle, packet: typeof packets.$inferSelect): void {
  insertRow(db, packet);
  addMetadata(db, packet.row, packet.metadata);
}

/** What filters find the packet by. */
export function addMetadata(db: Drizzle, row: number, metadata: Metadata): void {
  for (const field of metadataFields(metadata)) insertMetadata(db, { row, ...field });
}

/** What the user said, alone. */
export const insertInputEmbedding = insertion(inputEmbeddings);
/** What the index of words made of it. */
export const insertTerms = statement((db) =>
  db
    .insert(packetTerms)
    .values({
      row: value("row"),
      version: value("version"),
      language: value("language"),
      inputLength: value("inputLength"),
      answerLength: value("answerLength"),
      terms: sql`cast(${value("terms")} as text)`,
      counts: value("counts"),
    })
    .prepare(),
);
