// The rows of a packet, recorded or imported.
import { sql } from "drizzle-orm";
import { type Metadata, metadataFields, NO_METADATA } from "../../../domain/metadata.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { inputEmbeddings, packetMetadata, packets, packetTerms } from "../schema.ts";
import { statement } from "../statement.ts";

const value = sql.placeholder;

const insertRow = statement((db) =>
  db
    .insert(packets)
    .values({
      row: value("row"),
      id: value("id"),
      kind: value("kind"),
      input: value("input"),
      answer: value("answer"),
      confidence: value("confidence"),
      unconfirmedOverwrite: value("unconfirmedOverwrite"),
      cues: value("cues"),
      session: value("session"),
      occurredAt: value("occurredAt"),
      createdAt: value("createdAt"),
      inputTokens: value("inputTokens"),
      metadata: value("metadata"),
    })
    .prepare(),
);
const insertMetadata = statement((db) =>
  db
    .insert(packetMetadata)
    .values({ name: value("name"), value: value("value"), row: value("row") })
    .prepare(),
);

export function insertPacket(db: Drizzle, packet: typeof packets.$inferInsert & { readonly row: number }): void {
  const { metadata = NO_METADATA, row } = packet;
  insertRow(db).run({ ...packet, metadata });
  addMetadata(db, row, metadata);
}

/** What filters find the packet by. */
export function addMetadata(db: Drizzle, row: number, metadata: Metadata): void {
  for (const field of metadataFields(metadata)) insertMetadata(db).run({ row, ...field });
}

/** What the user said, alone. */
export const insertInputEmbedding = statement((db) =>
  db
    .insert(inputEmbeddings)
    .values({ row: value("row"), vector: value("vector"), model: value("model") })
    .prepare(),
);
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
