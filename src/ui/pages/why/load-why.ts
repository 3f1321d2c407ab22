// Asks what a message would bring back: the brief, and its sources in both modes with what came near. Nothing is kept.
import { ask, type Brain, brainHeaders, client, type Model } from "../../api.ts";
import { readLessons } from "../../brain-requests.ts";
import type { Session } from "../../session.ts";

export type Mode = Model["RetrievalMode"];
export const MODES: readonly Mode[] = ["cosine", "hybrid"];

/** So many that nearly came are shown. */
const BELOW = 5;
/** Beyond what a brief has room for. */
const FOUND_MAX = 20;
/** Among which the rules of the brief are looked for. */
const LESSONS_MAX = 200;

export interface Asked {
  readonly brain: Brain;
  readonly message: string;
  /** Empty: none. */
  readonly session: string;
}

export interface ModeLook {
  readonly mode: Mode;
  readonly sources: readonly Model["SourceEntry"][];
  /** Found, and without room in the brief. */
  readonly beyond: readonly Model["SourceEntry"][];
  readonly below: readonly Model["EntryBelow"][];
}

export interface Look {
  /** In the mode that the account has. */
  readonly turn: Model["Turn"];
  /** null: it may not be known. */
  readonly modeInUse: Mode | null;
  readonly modes: readonly ModeLook[];
  /** Live rules, so that those of the brief are known again. */
  readonly lessons: readonly Model["Lesson"][];
}

export async function look(asked: Asked, session: Session): Promise<Look> {
  const [turn, modeInUse, list, ...modes] = await Promise.all([
    prepare(asked),
    readMode(session),
    readLessons(asked.brain, { limit: LESSONS_MAX }),
    ...MODES.map((mode) => lookIn(asked, mode)),
  ]);
  return { turn, modeInUse, lessons: list.items, modes };
}

function prepare({ brain, message, session }: Asked, mode?: Mode): Promise<Model["Turn"]> {
  const body = {
    ...{ input: message, dry_run: true, explain: true },
    ...(session === "" ? {} : { session }),
    ...(mode === undefined ? {} : { mode }),
  };
  return ask(client.POST("/prepare", { headers: brainHeaders(brain), body }));
}

async function lookIn(asked: Asked, mode: Mode): Promise<ModeLook> {
  const body = { query: asked.message, mode, below: BELOW, limit: FOUND_MAX, explain: true };
  const [{ sources }, recall] = await Promise.all([
    prepare(asked, mode),
    ask(client.POST("/recall", { headers: brainHeaders(asked.brain), body })),
  ]);
  const inBrief = new Set(sources.map(({ id }) => id));
  const others = <T extends { readonly id: string }>(entries: readonly T[]) =>
    entries.filter(({ id }) => !inBrief.has(id));
  return { mode, sources, beyond: others(recall.sources), below: others(recall.below ?? []) };
}

/** A bound key may not see the account's settings. */
async function readMode({ core, user }: Session): Promise<Mode | null> {
  if (core !== null || user !== null) return null;
  return (await ask(client.GET("/admin/settings"))).retrieval_mode;
}
