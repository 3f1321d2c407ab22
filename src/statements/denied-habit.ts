// Finds what users told that they do, or do not, where a draft says the opposite, in English, German, French and Spanish.
import { oncePer } from "../base/once-per.ts";
import { wordSet, wordTable } from "../base/word-set.ts";
import type { Draft } from "./draft.ts";
import { clausesOf } from "./read-statements.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import { contentStem } from "./sentence-reader.ts";
import { SELF } from "./state.ts";
import { plainWord, type Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";
import { isUnsure } from "./told-states.ts";

/** "Drinks alcohol", "is not allergic to nuts": what the user does or is for long. */
interface Habit {
  readonly verb: string;
  /** What it is done with, in one spelling each. */
  readonly objects: ReadonlySet<string>;
  readonly denied: boolean;
}

/** In the forms for "I", "we" and "you". */
const VERBS = wordTable([
  ["drink trinke trink trinkst trinken trinkt bois buvez buvons bebo bebes bebemos bebe", "drink"],
  ["eat esse ess isst essen esst mange manges mangez mangeons como comes comemos coméis", "eat"],
  ["smoke rauche rauch rauchst rauchen raucht fume fumes fumez fumo fumas fumamos", "smoke"],
  ["mag magst mögen mögt aime aimes aimez aimons", "like"],
  ["am i'm are you're we're im bin bist sind seid suis es êtes sommes soy eres somos sois", "be"],
  [
    "have i've we've you've habe hab hast haben habt ai j'ai as avez avons tengo tienes tenemos tenéis own possess besitze besitzt possède possèdes",
    "have",
  ],
]);
/** Forms that need no "I" or "you" beside them. */
const ALONE = wordSet(
  "bebo bebes bebemos como comes comemos fumo fumas fumamos soy eres somos sois tengo tienes tenemos i'm you're we're im j'ai i've you've we've",
);
const DENIALS = wordSet(
  "not no never don't dont aren't isn't cannot kein keine keinen keinem keiner nicht nie niemals pas jamais nunca",
);
/** "Used to drink", "when you drink", "so that you eat". */
const NO_CLAIM = wordSet(
  "to would could should can may might must will if when whenever while because unless used let wenn falls ob dass damit weil quand si lorsque cuando if only nur solo sólo seulement seul que'",
);
/** They say nothing of what it is done with. */
const NEUTRAL = wordSet(
  `yes no ja nein doch oui si sí non yep nope übrigens leider stark schwer mehr weiterhin noch immer auch gar überhaupt jetzt aber und also eigentlich wirklich seither
  more anymore longer still really actually strictly completely now plus encore toujours du vraiment maintenant absolument ya nada más todavía aún sigo
  something anything etwas irgendwas algo quelque chose der die das den dem ein eine einen einer des le la les l de d un une el los las al gegen auf contre aux à au a ne n pas al y me te lo`,
);
const SINCE = wordSet("since seit depuis desde for");
/** Of all that somebody is, what lasts. */
const LASTING_STATE = /^(?:allerg|al[eé]rg|intoler|unverträg|lakto|lacto)/u;
const OBJECTS_MAX = 4;

/** null: memory says the same last, or nothing of it. */
export function deniedHabit(draft: Draft, statement: Statement): RememberedStatement | null {
  const { memory, question, asked } = draft;
  if (statement.tellsHistory || question.history || isUnsure(statement.text, statement.text)) return null;
  for (const said of habitsOf(statement)) {
    const questions = asked.flatMap((each) => habitsOf(each)).filter(({ verb }) => verb === said.verb);
    if (questions.some(({ objects }) => !objects.isSubsetOf(said.objects))) continue;
    if (said.verb === "have" && questions.length === 0) continue;
    // The last word counts.
    const last = memory.all.findLast((each) => knownOf(each, said) !== undefined);
    if (last !== undefined && knownOf(last, said)!.denied !== said.denied) return last;
  }
  return null;
}

/** What a statement of the user tells of the same habit. */
function knownOf(remembered: RememberedStatement, said: Habit): Habit | undefined {
  const { byUser, claims, text } = remembered;
  if (!byUser || !claims) return undefined;
  const known = habitsOf(remembered).findLast((habit) => isSame(habit, said) || includes(habit, said));
  return known === undefined || isUnsure(text, text) ? undefined : known;
}

function isSame(one: Habit, other: Habit): boolean {
  return one.verb === other.verb && one.objects.size === other.objects.size && one.objects.isSubsetOf(other.objects);
}

/** Who smokes a packet a day smokes. */
function includes({ verb, denied }: Habit, said: Habit): boolean {
  return verb === "smoke" && said.verb === "smoke" && said.objects.size === 0 && !denied && said.denied;
}

const habitsOf = oncePer((statement: Statement) => clausesOf(statement).flatMap((clause) => habitIn(clause) ?? []));

function habitIn(clause: readonly Token[]): Habit | null {
  // A German "Sie" is mostly who is spoken to.
  const words = clause.map(({ lower, text }) =>
    text === "Sie" ? "du" : lower.replace(/^[dlnj]'(?=\p{L})/u, (short) => (short === "j'" ? short : "")),
  );
  const at = words.findIndex((word, place) => VERBS.has(word) && isOfUser(words, place));
  if (at < 0 || words.some((word) => NO_CLAIM.has(word) && word !== "si")) return null;
  const verb = VERBS.get(words[at]!)!;
  const denied = words.some((word) => DENIALS.has(word)) || isNoLonger(words);
  const objects = new Set<string>();
  for (let place = verb === "be" ? at : 0; place < words.length; place++) {
    const word = words[place]!;
    if (SINCE.has(word)) {
      place = endOfSince(words, place);
      continue;
    }
    const isNone = place === at || SELF.has(word) || DENIALS.has(word) || NEUTRAL.has(word);
    if (isNone || word === "do" || word === "any" || word === "at" || word === "all") continue;
    const object = clause[place]!.kind === "word" ? spelled(plainWord({ ...clause[place]!, lower: word })) : word;
    if (object !== null) objects.add(object);
  }
  if (objects.size > OBJECTS_MAX || (objects.size === 0 && verb !== "smoke" && verb !== "drink")) return null;
  return verb === "be" && !objects.has("allergic") ? null : { verb, objects, denied };
}

function isOfUser(words: readonly string[], verb: number): boolean {
  if (ALONE.has(words[verb]!)) return true;
  const before = words.slice(Math.max(0, verb - SUBJECT_REACH), verb);
  return before.some((word) => SELF.has(word) || word === "j'") || SELF.has(words[verb + 1] ?? "");
}

const SUBJECT_REACH = 3;

/** "Ne … plus", "no longer". */
function isNoLonger(words: readonly string[]): boolean {
  return words.includes("longer") || (words.includes("plus") && words.includes("ne"));
}

/** "Since January", "seit 3 Jahren". */
function endOfSince(words: readonly string[], since: number): number {
  return /^\d|^(?:two|three|many|zwei|drei|vielen|deux|trois|dos|tres|a|an|einem|un)$/.test(words[since + 1] ?? "")
    ? since + 2
    : since + 1;
}

function spelled(word: string): string | null {
  if (LASTING_STATE.test(word)) return "allergic";
  const stem = contentStem(word);
  return stem === null ? null : stem.replace(/(?:es|s|e|n|en|a|o)$/u, "");
}
