// Reads from a sentence what the user is, or is not, to be called.
import { linear } from "../matching/linear-expression.ts";
import { statementsIn } from "./attribute-patterns.ts";
import { type NamePhrase, readName as readNameAt } from "./person-names.ts";
import type { Draft } from "./rule-orders.ts";
import { spread } from "./rule-words.ts";

const STOP_CALLING = linear(/\b(?:stop (?:calling|callin)['’]? me|(?:do not|never) (?:ever )?call me) /iu);
const REFUSED = linear(/,? (?:(?<!\b(?:do|does|did) )not|rather than|instead of|and not) /iu);
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
const OF_NAMES = linear(
  /\b(?:call(?:s|ed|ing)?|names?|go by|known as|refer|address(?:ed|ing)?|dr|mr|mrs|ms|miss|prof(?:essor)?)\b|^I am [^,]+, not /iu,
);
const ADDRESSED = linear(
  /(?:^|\b(?:please|kindly|to|you|always|just|and|by|mind|prefer) )(?:address(?:ing)? (?:me|mi)|refer(?:ring)? to me) as |\b(?:be|being) addressed as |\b(?:call mi|you (?:may|can|could) (?:just |also )?call me) /iu,
);
/** Before a title and a name. */
const TITLED = linear(/\b(?:be|it is|it['’]s|that is) (?=(?:dr|mr|mrs|ms|miss|prof|professor)\b\.? \p{Lu})/iu);
/** Behind them: it is said of how the user is spoken to. */
const TO_YOU = linear(
  /^,? (?:to you\b|please\b|if you (?:do not|don['’]t) mind\b|from (?:now|here) on\b|thank you\b)/iu,
);

/** What the user is, or is not, to be called. `sentence`: contractions expanded. */
export function readName(sentence: string): Draft | null {
  if (!OF_NAMES.test(sentence)) return null;
  const stopped = nameBehind(STOP_CALLING, sentence);
  if (stopped !== null) {
    const name = nameBehind(IT_IS, stopped.rest)?.value ?? wantedName(sentence.replace(STOP_CALLING, ""), null);
    return nameRule(name, stopped.value);
  }
  const refused = nameBehind(REFUSED, sentence)?.value ?? null;
  const name = wantedName(sentence, refused) ?? addressedAs(sentence);
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

/** "I'd appreciate being addressed as Ms Alvarez", "it's Dr Okonkwo, if you don't mind". */
function addressedAs(sentence: string): string | null {
  const titled = nameBehind(TITLED, sentence);
  const found = titled !== null && TO_YOU.test(titled.rest) ? titled : nameBehind(ADDRESSED, sentence);
  return found === null || NOT_WISHED.test(sentence.slice(0, sentence.indexOf(found.value))) ? null : found.value;
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
