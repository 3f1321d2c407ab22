// Reads the labelled turns of the detectors, and scores a reader on them.
import { join } from "node:path";
import type { SelfAttribute, StatedAttribute } from "../../src/domain/learning.ts";
import type { TurnReader } from "../../src/understanding/turn-reader.ts";

export type Part = "seen" | "unseen";
export type Detector = "correction" | "attributes";

export interface LabelledTurn {
  readonly text: string;
  readonly corrects: boolean;
  /** What the turn states about its user; null in the turns of corrections, where it is not labelled. */
  readonly attributes: readonly { readonly attribute: SelfAttribute; readonly value: string }[] | null;
}

/** Counts of turns for corrections, of attributes for attributes: a turn may state two. */
export interface Score {
  readonly turns: number;
  readonly positives: number;
  readonly fired: number;
  /** Fired and right; an attribute is right when its value is too. */
  readonly right: number;
  /** What was missed, and what fired wrongly, each with its text. Never shown for the unseen part. */
  readonly misses: readonly string[];
}

const FOLDER = join(import.meta.dir, "..", "understanding", "detector-turns");

/** One turn a line: label, tab, text. A correction's label is + or -, an attribute turn's `name=Dana;occupation=nurse` or -. */
export async function readLabelledTurns(detector: Detector, part: Part): Promise<LabelledTurn[]> {
  const lines = (await Bun.file(join(FOLDER, `${detector}-${part}.tsv`)).text())
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => {
    const [label = "", text = ""] = line.split("\t");
    if (detector === "correction") return { text, corrects: label === "+", attributes: null };
    const attributes = label === "-" ? [] : label.split(";").map((pair) => readPair(pair, line));
    return { text, corrects: false, attributes };
  });
}

function readPair(pair: string, line: string): { attribute: SelfAttribute; value: string } {
  const [attribute, value] = pair.split("=");
  if ((attribute !== "name" && attribute !== "occupation") || value === undefined)
    throw new Error(`Not a label: ${line}`);
  return { attribute, value };
}

export function scoreCorrections(reader: TurnReader, turns: readonly LabelledTurn[]): Score {
  const misses: string[] = [];
  let [positives, fired, right] = [0, 0, 0];
  for (const { text, corrects } of turns) {
    const cue = reader.readInput(text).correction;
    positives += Number(corrects);
    fired += Number(cue !== null);
    right += Number(corrects && cue !== null);
    if (corrects !== (cue !== null)) misses.push(`${corrects ? "missed" : `wrong (${cue})`}: ${text}`);
  }
  return { turns: turns.length, positives, fired, right, misses };
}

export function scoreAttributes(reader: TurnReader, turns: readonly LabelledTurn[]): Score {
  const misses: string[] = [];
  let [positives, fired, right] = [0, 0, 0];
  for (const { text, attributes } of turns) {
    const stated = reader.readInput(text).attributes;
    const expected = attributes ?? [];
    positives += expected.length;
    fired += stated.length;
    for (const one of stated) {
      const label = expected.find(({ attribute }) => attribute === one.attribute);
      if (label !== undefined && reader.sameValue(one.attribute, label.value, one.value)) right += 1;
      else {
        misses.push(`wrong (${shown(one)}): ${text}`);
      }
    }
    for (const { attribute, value } of expected) {
      if (!stated.some((one) => one.attribute === attribute)) misses.push(`missed (${attribute} ${value}): ${text}`);
    }
  }
  return { turns: turns.length, positives, fired, right, misses };
}

function shown({ attribute, value, cue }: StatedAttribute): string {
  return `${attribute} ${value}, ${cue}`;
}

export function precision({ right, fired }: Score): number {
  return fired === 0 ? 1 : right / fired;
}

export function recall({ right, positives }: Score): number {
  return positives === 0 ? 1 : right / positives;
}
