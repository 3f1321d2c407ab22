// Finds what of a draft may stand against memory, generously: the scorer decides.
import type { Steps } from "../base/steps.ts";
import type { Candidate } from "./candidate.ts";
import type { Draft } from "./draft.ts";
import { isOfPast } from "./ended-statements.ts";
import { tellsOfEnd } from "./given-way-cues.ts";
import { nameCandidates } from "./name-candidates.ts";
import { newerNameCandidates } from "./newer-names.ts";
import { newerValueCandidates } from "./newer-values.ts";
import { Scene } from "./scene.ts";
import type { Statement } from "./statement.ts";
import { valueCandidates } from "./value-candidates.ts";

/** Sentences that claim something, from the first, and values in them: more is a text of its own. */
const CLAIMS_MAX = 4_096;
const VALUES_MAX = 256;
const VALUES_OF_CLAIM_MAX = 24;
/** Claims that are held against what was told later than what they say. */
const NEWER_CLAIMS_MAX = 128;

/** "You have never told me her name." */
const UNKNOWING =
  /\b(?:haven't|hadn't|have not|never|didn't) (?:yet )?(?:told|tell|named|name|mentioned|mention|said|say|given|give)\b|\bonly know\b/i;

/** In the order of the answer. */
export function* findCandidates(draft: Draft): Steps<Candidate[]> {
  const found: Candidate[] = [];
  let valuesLeft = VALUES_MAX;
  for (const [index, statement] of draft.claims.slice(0, CLAIMS_MAX).entries()) {
    if (!hasSomething(statement) || UNKNOWING.test(statement.text)) continue;
    const scene = new Scene(draft, statement, index);
    const valuesMax = Math.min(valuesLeft, VALUES_OF_CLAIM_MAX);
    valuesLeft -= Math.min(valuesMax, statement.values.length);
    found.push(...valueCandidates(scene, valuesMax));
    if (!draft.isOwn(statement))
      found.push(...nameCandidates(scene), ...(index < NEWER_CLAIMS_MAX ? newerCandidates(scene) : []));
    yield;
  }
  return found;
}

/** Of what the answer tells as it is now. */
function newerCandidates(scene: Scene): Candidate[] {
  const { draft, statement } = scene;
  if (statement.general || draft.question.history || isOfPast(statement) || tellsOfEnd(statement.text)) return [];
  return [...newerValueCandidates(scene), ...newerNameCandidates(scene)];
}

/** A value, or what may be a name. */
function hasSomething({ values, tokens }: Statement): boolean {
  return values.length > 0 || tokens.some(({ capital }) => capital);
}
