// The whole corpus of hostile texts, written for this project.
import { CHARACTER_TEXTS } from "./texts-of-characters.ts";
import { FORMAT_TEXTS } from "./texts-of-formats.ts";
import { MODEL_TEXTS } from "./texts-of-models.ts";
import { BRIEF_TEXTS } from "./texts-of-the-brief.ts";

export interface HostileText {
  /** Kind and number, for messages. */
  readonly name: string;
  readonly text: string;
}

const BY_KIND = { brief: BRIEF_TEXTS, model: MODEL_TEXTS, characters: CHARACTER_TEXTS, format: FORMAT_TEXTS };

export const HOSTILE_TEXTS: readonly HostileText[] = Object.entries(BY_KIND).flatMap(([kind, texts]) =>
  texts.map((text, at) => ({ name: `${kind} ${at + 1}`, text })),
);
