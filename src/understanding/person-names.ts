// Reads a person's name where a text states it.
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";

const HONORIFIC = /^(?:Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Sir|Captain|Sister|Father|Doctor)\.? /i;
const CAPITALISED = "(?:[A-Z]\\.|\\p{Lu}[\\p{L}\\p{M}]*(?:['-]\\p{L}[\\p{L}\\p{M}]*)*)";
const FULL_NAME = linear(
  `^(?:${CAPITALISED})(?: (?:(?:de|van|von|der|den|da|di|del|la|le|bin|al|el|of) ){0,2}${CAPITALISED}){0,3}`,
  "u",
);
const SMALL_NAME = /^\p{Ll}[\p{L}\p{M}]*(?:['-]\p{L}+)*/u;

/** Never a name, whatever its case: function words, days, months, states of a person, what else follows "call me". */
const NEVER = wordSet(`
  a an the this that these those it he she they we you i me my your his her our their one not no never yes and or but if
  when while as at on in for from to with by about after before until till since of off over under out up down into
  is are was were be been being am do does did have has had can could will would shall should may might must
  what who why where how which there here then than so too very also just only still even yet already again
  back later now soon tomorrow today tonight yesterday anytime sometime sometimes whenever asap immediately please maybe
  once twice daily weekly monthly first last next every everyday always often usually
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october
  november december noon midnight morning evening afternoon weekend christmas easter
  crazy old-fashioned stupid lazy silly weird picky paranoid cynical naive biased boring dumb mad nuts insane cheesy selfish
  names sir maam ma'am madam collect direct straight home names anything something whatever nothing everything
  welcome ok okay fine sorry done ready sure glad happy sad tired hungry thirsty sick ill well good great bad late early busy free
  bored excited scared afraid angry upset curious confused lost stuck alone single married divorced pregnant vegan vegetarian
  right wrong correct serious kidding joking back gone alive dead broke rich poor new old young tall short long hard easy
  unusual uncommon common rare important secret misspelled misspelt mispronounced taken popular pretty ugly unique
  different similar unknown known public private changed hyphenated foreign unpronounceable ancient mud safe
  awake asleep drunk sober cold hot warm freezing gay straight lesbian trans bi queer bisexual autistic deaf blind diabetic
  catholic christian jewish muslim buddhist hindu sikh atheist agnostic protestant orthodox lutheran mormon baptist anglican
  american british english french german dutch spanish polish greek swiss turkish irish scottish welsh danish swedish
  finnish czech thai iraqi israeli pakistani bangladeshi saudi kuwaiti afghan filipino filipina latina latino hispanic asian
  african arab european black white native republican democrat conservative liberal libertarian socialist
  aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius pisces
  bus train car bike bicycle foot plane boat taxi cab metro subway tram ferry ear feel sight instinct memory rule rules book
  anyone anybody everyone everybody someone somebody nobody guys folks world people friends boss bro dude man
  online official legal clear longer shorter better worse visible hidden alright
  bossy shy quiet loud nice mean strange odd different else it's you're
  team gen type generation quote god lord mom mum dad mommy mummy daddy grandma grandpa
  `);
/** Words of the list above that are names where the text announces a name, and only there. */
const SOMETIMES = wordSet(
  "april june august may leo virgo gemini libra christian sunday tuesday wednesday summer will mark faith joy hope",
);
const NATIONALITY = linear(
  /^(?!(?:adrian|brian|bryan|ian|christian|vivian|lillian|lilian|julian|fabian|damian|sebastian|gillian|marian|dorian|florian|gian|jian|adrienne|kian|cillian|kilian|maximilian|tristian|andrean|jean|sean|dean|trish|josh|parish|ish|hamish|krish|girish|manish|ashish|therese|reese|maltese)$)\p{L}*(?:ian|ean|ish|ese)$/u,
);
const STATE = linear(
  /^(?!(?:fred|jared|alfred|ahmed|mohamed|mohammed|muhamed|ned|ted|ed|jed|sterling|ingrid|ming|ling|jing|ping|bing|king|irving|wilfred|mildred|winifred|manfred|siegfried|abed|waleed|javed|reed|saeed|majed|khaled|hamed|ying|xing|qing|ning|ting|fleming|harding|browning)$)\p{L}*(?:ing|ed|ous|ful|able|ible|less)$/u,
);

export interface NameRules {
  /** The words before it announce a name: one in small letters is read too, and any capitalised word. */
  readonly announced: boolean;
  /** What may follow a name in small letters, beside what always may. */
  readonly after?: RegExp;
}

export interface NamePhrase {
  readonly value: string;
  readonly rest: string;
}

/** What must follow a name in small letters, so that "my name is misspelled on the ticket" gives no name. */
const SMALL_END = linear(
  /^(?:[,.;:!?)]| (?:and|but|here|is my name|from here on|by the way|btw|please|from now on|now|these days|nowadays|instead|not|thanks|lol)\b| *$)/,
);

/** Reads the name at the beginning of a text; null where there is none. */
export function readName(text: string, { announced, after }: NameRules): NamePhrase | null {
  const trimmed = text.replace(/^ +/, "");
  const title = HONORIFIC.exec(trimmed)?.[0] ?? "";
  const body = trimmed.slice(title.length);
  const full = FULL_NAME.exec(body)?.[0];
  if (full !== undefined) {
    const value = cutAtNever(full, announced);
    const rest = body.slice(value.length);
    // A possessive belongs to somebody else's thing; capitals throughout are an abbreviation.
    if (value === "" || /'s$/i.test(value) || /^'s?\b/.test(rest)) return null;
    if (/^\p{Lu}{2,}$/u.test(value) && !announced) return null;
    if (value === "QUOTE" || (!announced && /-\p{Ll}/u.test(value))) return null;
    return { value: title + value.replace(/[.]$/, ""), rest };
  }
  const small = SMALL_NAME.exec(body)?.[0];
  if (!announced || small === undefined || small.length < 2) return null;
  const rest = body.slice(small.length);
  if (isNever(small, false) || !(SMALL_END.test(rest) || after?.test(rest))) return null;
  return { value: title + small, rest };
}

function isNever(word: string, announced: boolean): boolean {
  const lower = word.toLowerCase();
  if (announced && SOMETIMES.has(lower)) return false;
  if (NEVER.has(lower)) return true;
  return !announced && (NATIONALITY.test(lower) || STATE.test(lower));
}

/** "Dana Monday" is cut before the word that is no name. */
function cutAtNever(full: string, announced: boolean): string {
  const words = full.split(" ");
  const end = words.findIndex((word, at) => isNever(word, announced && at === 0));
  return words
    .slice(0, end === -1 ? undefined : end)
    .join(" ")
    .replace(/ (?:de|van|von|der|den|da|di|del|la|le|bin|al|el|of)$/, "");
}
