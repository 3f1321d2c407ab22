// Finds what of a draft may stand against memory, generously: the scorer decides.
import type { Steps } from "../base/steps.ts";
import type { Candidate } from "./candidate.ts";
import type { Draft } from "./draft.ts";
import { nameCandidates } from "./name-candidates.ts";
import { Scene } from "./scene.ts";
import type { Statement } from "./statement.ts";
import { valueCandidates } from "./value-candidates.ts";

/** Sentences that claim something, from the first, and values in them: more is a text of its own. */
const CLAIMS_MAX = 4_096;
const VALUES_MAX = 256;
const VALUES_OF_CLAIM_MAX = 24;

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
    found.push(...valueCandidates(scene, valuesMax), ...(draft.isOwn(statement) ? [] : nameCandidates(scene)));
    yield;
  }
  return found;
}

/** A value, or what may be a name. */
function hasSomething({ values, tokens }: Statement): boolean {
  return values.length > 0 || tokens.some(({ capital }) => capital);
}
