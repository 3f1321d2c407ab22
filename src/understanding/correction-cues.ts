// Tells whether a sentence corrects what was said before, and by which words.
import { linear } from "../matching/linear-expression.ts";
import { COMPLAINT_CUES } from "./correction-complaints.ts";
import { CONTRAST_CUES } from "./correction-contrasts.ts";
import { REPLY_CUES } from "./correction-replies.ts";
import type { Cue } from "./correction-words.ts";

const CUES: readonly Cue[] = [...REPLY_CUES, ...COMPLAINT_CUES, ...CONTRAST_CUES];

/** Words before the correction itself: "Sorry, but …", "Hmm, wait: …", "Thanks, but …", "I think …". */
const OPENER = linear(
  /^(?:(?:(?:oh|ah|um+|uh|hm+|well|wait|sorry|ok|okay|hey|hi|yes|yeah|hold on|excuse me|please|listen|look|so|and|but|good try|nice try|(?:no )?thanks?(?: you)?|i(?:'m| am) afraid|i think|i believe|unfortunately)[,.!:…]* (?:but )?)(?!no\b))*/i,
);

/** No corrections: "correct me if I'm wrong", "tell me if …", reported speech, questions, requests for a text. */
const REPORTED = linear(
  /\b(?:if|whether)\b.{0,12}\bwrong|^(?:translate|write|say|how|why|what|who|when|where|which|is|are|am|was|were|do|does|did|can|could|should|would|will|may|must|has|have)\b(?! you have| i (?:meant|said|asked|wanted)\b)|^(?!i |you |that|as |like |what i |when i |no)[^,]{0,60}\b(?:says?|(?<!\bi (?:just |already )?)said|saying|told me|asked me)\b/i,
);

/** The id of the cue by which a sentence corrects; null where it does not. */
export function correctionCue(sentence: string): string | null {
  const oh = /^(?:oh|uh|ah)[,!]* no+[,.! ]/i.exec(sentence);
  const body = sentence.slice(oh?.[0].length ?? 0).trimStart();
  const opened = body.slice(OPENER.exec(body)?.[0].length ?? 0);
  if (opened.endsWith("?")) return null;
  for (const { id, pattern, unless, says } of CUES) {
    const match = pattern.exec(opened);
    if (match === null || !(says?.(match) ?? true)) continue;
    if (!(unless?.test(opened) ?? false) && !REPORTED.test(opened)) return id;
  }
  return null;
}
