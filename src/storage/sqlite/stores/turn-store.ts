// Turn tokens and brains, as the verbs ask for them.
import { desc, eq, gte, sql } from "drizzle-orm";
import { brainKeyOf } from "../../../domain/brain.ts";
import type { AttributeOfPacket, BrainStore } from "../../../domain/ports/brain-store.ts";
import type { TurnStore } from "../../../domain/ports/turn-store.ts";
import { preparedTurn } from "../../both/stored-turns.ts";
import type { Drizzle } from "../engine/open-database.ts";
import type { WriterClient } from "../engine/writer-client.ts";
import { findBrain } from "../find-brain.ts";
import { seqOf } from "../rows.ts";
import { attributeClaims, brains, selfAttributes, turns } from "../schema.ts";
import { statement } from "../statement.ts";
import { watchErasuresElsewhere } from "./erased-elsewhere.ts";
import { RecentTurns } from "./recent-turns.ts";

const findTurn = statement((db) =>
  db
    .select({ turn: turns, brain: brains })
    .from(turns)
    .innerJoin(brains, eq(brains.id, turns.brain))
    .where(eq(turns.tokenHash, sql.placeholder("tokenHash")))
    .prepare(),
);
export function createTurnStore(db: Drizzle, writer: WriterClient): TurnStore {
  const recent = new RecentTurns();
  writer.watch(
    ({ erases }) => erases !== "nothing",
    () => recent.clear(),
  );
  return {
    async find(tokenHash) {
      const prepared = recent.find(tokenHash);
      if (prepared !== null) return prepared;
      const found = findTurn(db).get({ tokenHash });
      if (found === undefined) return null;
      const { turn, brain } = found;
      return preparedTurn(turn, { id: brain.id, key: brainKeyOf(brain) });
    },
    async begin(turn) {
      const brain = await writer.write("beginTurn", turn);
      const { constitution, input, session, metadata, signals, sourceSeqs, createdAt, expiresAt } = turn;
      const prepared = { brain, constitution, input, session, metadata, signals, sourceSeqs, createdAt, expiresAt };
      recent.add(turn.tokenHash, { ...prepared, consumed: null });
      return brain;
    },
    countGated: (turn) => writer.write("countGatedTurn", turn),
    async record(turn) {
      try {
        return await writer.write("recordTurn", turn);
      } finally {
        recent.remove(turn.tokenHash);
      }
    },
    sweep: (now, keptMs) => writer.write("sweepTurns", { now, keptMs }),
    forget: () => recent.clear(),
  };
}

interface AttributeRow extends Omit<AttributeOfPacket, "seq"> {
  readonly packetRow: number;
}

export function attributeOf({ attribute, value, packetRow }: AttributeRow): AttributeOfPacket {
  return { attribute, value, seq: seqOf(packetRow) };
}

export function createBrainStore(db: Drizzle, writer: WriterClient): BrainStore {
  return {
    async find(key) {
      const id = findBrain(db, key);
      return id === null ? null : { id, key };
    },
    async attributes(brain) {
      const row = db.select({ version: brains.attributesVersion }).from(brains).where(eq(brains.id, brain)).get();
      const confirmed = db.select().from(selfAttributes).where(eq(selfAttributes.brain, brain)).all();
      const claims = db.select().from(attributeClaims).where(eq(attributeClaims.brain, brain)).all();
      return {
        version: row?.version ?? 0,
        confirmed: confirmed.map(attributeOf),
        claims: claims.map(attributeOf),
      };
    },
    async counters(brain) {
      const row = db.select().from(brains).where(eq(brains.id, brain)).get();
      const { turns = 0, coherenceSum = 0, coherenceCount = 0, memorySize = 0 } = row ?? {};
      return { turns, coherenceSum, coherenceCount, memorySize };
    },
    async largest(packetsLeast, limit) {
      const { account, core, user, memorySize } = brains;
      const large = db.select({ account, core, user }).from(brains).where(gte(memorySize, packetsLeast));
      return large.orderBy(desc(memorySize)).limit(limit).all().map(brainKeyOf);
    },
    erase: (key, by) => writer.write("eraseMemory", { key, by }),
    erasedElsewhere: watchErasuresElsewhere(db),
  };
}
