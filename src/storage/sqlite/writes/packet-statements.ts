// The rows of a packet, recorded or imported.
import { sql } from "drizzle-orm";
import { inputEmbeddings, packets, packetTerms } from "../schema.ts";
import { statement } from "../statement.ts";

const value = sql.placeholder;

export const insertPacket = statement((db) =>
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
    })
    .prepare(),
);
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
