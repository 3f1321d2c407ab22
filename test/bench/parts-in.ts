// The parts of a benchmark's data: a file of JSON each.
import { readdirSync } from "node:fs";
import { basename } from "node:path";

/** Their names, in the order of the alphabet. */
export function partsIn(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.map((name) => basename(name, ".json")).sort();
}
