// Finds names that a text ties to a relation: "my husband Tom", "Tom, my husband", "our dog is called Rex".
import { wordSet } from "../base/word-set.ts";

export interface RelationTie {
  /** Lower case: "husband". */
  readonly relation: string;
  /** As it was written. */
  readonly name: string;
}

const RELATIONS = wordSet(
  `husband wife spouse partner girlfriend boyfriend fiance fiancee ex boss manager lead supervisor mother mum mom mam mama dad
  father papa sister brother son daughter kid child baby toddler cousin aunt auntie uncle niece nephew grandmother grandma
  gran nan nana grandfather grandpa grandad granddaughter grandson stepson stepdaughter stepmother stepfather godson
  goddaughter friend buddy mate pal roommate flatmate housemate neighbour neighbor colleague coworker landlord landlady tenant
  doctor gp dentist therapist physio vet lawyer accountant teacher tutor professor prof trainer coach cleaner nanny
  childminder babysitter assistant apprentice intern student client supplier grower dog puppy cat kitten horse pony rabbit
  hamster parrot tortoise
  mann frau partnerin freundin freund chef chefin mutter mama vater papa schwester bruder sohn tochter kind cousine tante onkel
  nichte neffe oma opa enkel enkelin pflegesohn pflegetochter mitbewohner mitbewohnerin nachbar nachbarin kollege kollegin
  vermieter vermieterin arzt ärztin zahnarzt lehrer lehrerin azubi lehrling hausmeister hund katze pferd`,
);

const OWN = wordSet("my our mein meine meinen meinem meiner unser unsere unseren unserem unserer");
const NAMED = wordSet("called named name names heisst heißt heißen");
/** What may stand between a relation and "called", or a name and "my": "that is", "also". */
const BETWEEN = wordSet("is was been that thats s the der die das ist");
/** Titles before a name. */
const TITLES = wordSet("mr mrs ms dr prof herr frau");
/** Small words and verbs that follow a relation where its name would be, in texts without capitals. */
const NO_NAMES = wordSet(
  `a an and as at but by for from in of on or so to up with who whom whose what when where why how than then that this these
  those there here is are was were be been am has have had do does did will would can could should may might must shall not no
  the my our your his her its their i you he she it we they me him us them just also still now never always really said says
  say told tell asked ask wants want wanted got get gets came come comes went go goes gave give took take made make makes
  thinks think thought knows know knew likes like loves love hates hate needs need works work lives live left lost found
  bought broke brought felt kept sent sold paid met ate let put set cut hit hurt ran sat saw sees won wrote called named name
  who's too yesterday today tomorrow tonight lately again since about over after before because if while until again back
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december yeah yes well being besides thankfully
  und oder aber ist war sind hat hatte will wollte kann soll muss macht sagt meint kommt geht wird im am zum zur aus mit von bei
  der die das den dem ein eine einen auch noch schon nicht kein keine`,
);

/** A need said after pages of text is not looked for. */
const CHARACTERS_MAX = 2_048;
const TIES_MAX = 16;
const TOKENS = /[\p{L}\p{M}]+|[.!?;:,()\n]/gu;
const SENTENCE_ENDS = wordSet(". ! ? ; :");
const NAME_LETTERS_MIN = 2;

/** At most 16, each once, in their order. */
export function readTies(text: string): RelationTie[] {
  const read = text.slice(0, CHARACTERS_MAX);
  const tokens = [...read.replaceAll(/['’]s\b/g, " s").matchAll(TOKENS)].map(([token]) => token);
  const hasCapitals = /\p{Lu}\p{Ll}/u.test(read);
  const found = new Map<string, RelationTie>();
  for (const [at, token] of tokens.entries()) {
    const relation = token.toLowerCase();
    if (!RELATIONS.has(relation)) continue;
    const name = nameOf(tokens, at, hasCapitals);
    if (name === null || RELATIONS.has(name.toLowerCase())) continue;
    found.set(`${relation} ${name.toLowerCase()}`, { relation, name });
    if (found.size === TIES_MAX) break;
  }
  return [...found.values()];
}

/** The name of the relation that stands at `at`; null where there is none. */
function nameOf(tokens: readonly string[], at: number, hasCapitals: boolean): string | null {
  const isOwn = tokens.slice(Math.max(0, at - 3), at).some((token) => OWN.has(token.toLowerCase()));
  const isName = (token: string | undefined) => token !== undefined && looksLikeName(token, hasCapitals);
  const next = skip(tokens, at + 1, 1, (token) => token === "," || TITLES.has(token.toLowerCase()));
  const isApart = tokens.slice(at + 1, next).includes(",");
  if (isOwn && isName(tokens[next]) && (!isApart || (startsUpper(tokens[next]) && ends(tokens[next + 1])))) {
    return tokens[next]!;
  }
  const called = calledAfter(tokens, at);
  if (isName(called) && (isOwn || startsUpper(called))) return called!;
  if (!isOwn) return null;
  let before = at - 1;
  while (before >= 0 && !OWN.has(tokens[before]!.toLowerCase())) before--;
  const own = before;
  before = skip(tokens, before - 1, -1, (token) => ",(".includes(token) || BETWEEN.has(token.toLowerCase()));
  const isSaid = tokens.slice(before + 1, own).some((token) => BETWEEN.has(token.toLowerCase()));
  if (isSaid && PRONOUNS.has(tokens[before]?.toLowerCase() ?? "")) return namedBefore(tokens, before, hasCapitals);
  const named = tokens[before];
  return startsUpper(named) && isName(named) && own > before + 1 && (isSaid || ends(tokens[at + 1])) ? named! : null;
}

/** "Jamal's a chef, he's my husband": whom the sentence or the one before it speaks of, where that is one person. */
function namedBefore(tokens: readonly string[], pronoun: number, hasCapitals: boolean): string | null {
  const names = new Set<string>();
  let ended = 0;
  for (let at = pronoun - 1; at >= 0 && ended < 2; at--) {
    const token = tokens[at]!;
    const before = tokens[at - 1]?.toLowerCase() ?? ".";
    if (SENTENCE_ENDS.has(token) || token === "\n") ended++;
    if (!startsUpper(token) || !looksLikeName(token, hasCapitals) || TITLES.has(token.toLowerCase())) continue;
    // What a sentence begins with has a capital whatever it is.
    const begins = SENTENCE_ENDS.has(before) || before === "\n";
    if (before === "and" || before === "und") return null;
    if (begins ? doesOrIs(tokens, at + 1) : !PLACED.has(before)) names.add(token);
  }
  const [name] = names;
  return names.size === 1 ? name! : null;
}

/** Whether the subject before it is somebody: it works, or is a nurse. */
function doesOrIs(tokens: readonly string[], at: number): boolean {
  const verb = tokens[at]?.toLowerCase() ?? "";
  return DOES.has(verb) || (BEING.has(verb) && BEFORE_ROLES.has(tokens[at + 1]?.toLowerCase() ?? ""));
}

const PRONOUNS = wordSet("he she er sie");
const DOES = wordSet("works worked teaches plays runs drives lives moved quit took rang called arbeitet wohnt");
const BEING = wordSet("s is was ist war");
const BEFORE_ROLES = wordSet("a an the der die ein eine");
/** Before a place, a day or a thing with a name. */
const PLACED = wordSet("at in on from to near of the is was im bei aus am zum zur");

/** Punctuation, or the end of the text. */
function ends(token: string | undefined): boolean {
  return token === undefined || /^[^\p{L}]/u.test(token);
}

/** What follows "is called" and the like within the sentence. */
function calledAfter(tokens: readonly string[], at: number): string | undefined {
  for (let next = at + 1; next < Math.min(tokens.length, at + 9); next++) {
    const token = tokens[next]!.toLowerCase();
    if (SENTENCE_ENDS.has(token)) return undefined;
    if (NAMED.has(token)) {
      return tokens[
        skip(tokens, next + 1, 1, (word) => BETWEEN.has(word.toLowerCase()) || TITLES.has(word.toLowerCase()))
      ];
    }
  }
  return undefined;
}

function skip(tokens: readonly string[], from: number, step: 1 | -1, passes: (token: string) => boolean): number {
  let at = from;
  while (at >= 0 && at < tokens.length && passes(tokens[at]!)) at += step;
  return at;
}

function startsUpper(token: string | undefined): boolean {
  return token !== undefined && /^\p{Lu}/u.test(token);
}

function looksLikeName(token: string, hasCapitals: boolean): boolean {
  const lower = token.toLowerCase();
  if (token.length < NAME_LETTERS_MIN || !/^\p{L}/u.test(token) || NO_NAMES.has(lower)) return false;
  return startsUpper(token) || (!hasCapitals && !/(?:s|ed|ing|ly)$/.test(lower));
}
