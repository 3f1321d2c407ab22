// Reads from a sentence what the user is, or is not, to be called.
import { linear } from "../matching/linear-expression.ts";
import { statementsIn } from "./attribute-patterns.ts";
import { type NamePhrase, readName as readNameAt } from "./person-names.ts";
import type { Draft } from "./rule-orders.ts";
import { spread } from "./rule-words.ts";

const STOP_CALLING = linear(/\b(?:stop (?:calling|callin)['’]? me|(?:do not|never) (?:ever )?call me) /iu);
const REFUSED = linear(/,? (?:not|rather than|instead of|and not) /iu);
/** Behind the name that is refused. */
const IT_IS = linear(/\b(?:it is|it['’]s|I am|the name is|that is) /iu);
/** "I'm German, not Austrian" says what people are, not what they are called. */
const A_KIND = spread(
  `
    (?:ian|can|german|french|dutch|greek|swiss|thai|czech|catholic|protestant|muslim|hindu|christian|jew|sikh|
    vegetarian|democrat)$`,
  "i",
);
/** What shows that somebody else calls the user so, or that the user does not want it. */
const NOT_WISHED =
  /\b(?:hates?|dislike|not|never|stop|when|if|only my|who|wish|nobody|used|would not|sometimes|why|let|I (?:should|could|might|may|ought)|maybe|perhaps|tempted|thinking|almost)\b/i;
/** Of a statement about oneself: "I am Dana" alone may say something else. */
const RANK_MIN = 3;

/** Without one of these nobody says what they are called. */
const OF_NAMES = linear(/\b(?:call(?:s|ed|ing)?|names?|go by|known as|refer|address)\b|^I am [^,]+, not /iu);

/** What the user is, or is not, to be called. `sentence`: contractions expanded. */
export function readName(sentence: string): Draft | null {
  if (!OF_NAMES.test(sentence)) return null;
  const stopped = nameBehind(STOP_CALLING, sentence);
  if (stopped !== null) {
    const name = nameBehind(IT_IS, stopped.rest)?.value ?? wantedName(sentence.replace(STOP_CALLING, ""), null);
    return nameRule(name, stopped.value);
  }
  const refused = nameBehind(REFUSED, sentence)?.value ?? null;
  const name = wantedName(sentence, refused);
  return name === null ? null : nameRule(name, refused);
}

function wantedName(sentence: string, refused: string | null): string | null {
  const stated = statementsIn(sentence, "first").filter(({ attribute }) => attribute === "name");
  const best = stated.sort((a, b) => b.rank - a.rank)[0];
  if (best === undefined || NOT_WISHED.test(sentence.slice(0, sentence.indexOf(best.value)))) return null;
  const isSwap = refused !== null && sentence === `I am ${best.value}, not ${refused}`;
  if (best.rank < RANK_MIN && !(isSwap && !A_KIND.test(best.value) && !A_KIND.test(refused))) return null;
  return best.value;
}

function nameBehind(cue: RegExp, sentence: string): NamePhrase | null {
  const found = cue.exec(sentence);
  return found === null
    ? null
    : readNameAt(sentence.slice(found.index + found[0].length), { announced: cue !== IT_IS });
}

function nameRule(name: string | null, not: string | null): Draft {
  const [called, other] = [name, not].map((each) =>
    each?.replace(/\.$/, "").replace(/^\p{Ll}/u, (first) => first.toUpperCase()),
  );
  if (called === undefined) return { text: `Do not call the user ${other}`, topic: "name" };
  return { text: `Call the user ${called}${other === undefined ? "" : `, not ${other}`}`, topic: "name" };
}
