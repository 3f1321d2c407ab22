// What a question asks for: the kinds of value that answer it.
import { plainWord, type Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";
import type { Value } from "./value.ts";

type Kind =
  | "time"
  | "day"
  | "weekday"
  | "count"
  | "money"
  | "duration"
  | "age"
  | "measure"
  | "who"
  | "where"
  | "kinship"
  | "choice";

export interface Question {
  readonly kinds: ReadonlySet<Kind>;
  /** "And the rehearsal?": whatever the answer tells may be what was asked for. */
  readonly short: boolean;
  /** It asks about the world, not about somebody's own: "how long is a full marathon?". */
  readonly general: boolean;
  /** It asks what would be, or for what is made up. */
  readonly hypothetical: boolean;
  /** It asks what was before. */
  readonly history: boolean;
}

const ASKS: readonly (readonly [RegExp, ...Kind[]])[] = [
  [
    / what times? | what hours | opening hours | take ?off | kick ?off | sign on | which hours | at what hour | um wieviel uhr | wie spät | a qué hora | à quelle heure | how early | how late | by when /,
    "time",
  ],
  [/ when | wann | cuándo | quand | how soon /, "time", "day", "weekday"],
  [
    / (?:what|which|welche[rnsm]?|qué|quel|quelle|quels) (?:day|days|date|tag|tage|día|días|jour|jours|weekday|nights?|evenings?|mornings?|afternoons?) /,
    "day",
    "weekday",
  ],
  [/ due date | date of | deadline /, "day", "weekday"],
  [
    / how many | how much | wie ?viele? | cuánt[oa]s? | combien | number of | count /,
    "count",
    "money",
    "measure",
    "duration",
  ],
  [
    / costs? | price | pay | paid | deposit | cash | worth | rents? | fees? | owed? | wages? | salary | rates? | hourly | charges? | quoted? | earn | dues | subs | bond | mortgage | premium | saved | savings? | kostet | preis | miete | lohn | gehalt | cuesta | precio | sueldo | coûte | loyer | salaire | budget | bill /,
    "money",
  ],
  [
    / how long | wie lange | cuánto tiempo | combien de temps | how often | how much longer | notice period | cada cuánto /,
    "duration",
    "measure",
  ],
  [/ how old | age | wie alt | cuántos años | quel âge /, "age"],
  [
    / how (?:far|tall|big|heavy|warm|hot|cold|wide|high|fast|large|deep) | size | weight | length | weigh | measure /,
    "measure",
    "duration",
  ],
  [
    / who | whose | whom | wer | wen | wem | quién | qui | what name | name of | called | which (?:one|kid|child|person|doctor|teacher) /,
    "who",
  ],
  [/ where | wo | wohin | dónde | où | address | which (?:town|city|place) | what (?:town|city|place) /, "where"],
  [
    / (?:what|which|welche) (?:colou?r|farbe|shade|side|eye|knee|leg|arm|ear|foot|hand) | colou?r | farbe | couleur | which one of /,
    "choice",
  ],
  [/ related | relation | connected | what to (?:me|her|him) | who | whose | wer | quién | qui /, "kinship"],
  [
    / (?:what|which) (?:number|floor|grade|plot|room|platform|gate|seat|size|dose|version|port|oversize|record|reading|score|grades?|temp|temperature|width) | dose | dosage | strength | share | percent | percentage | interest | headcount | number /,
    "count",
    "measure",
  ],
];

const ABOUT_ANY = / (?:an?|one|un|una|une|ein|eine|people|normally|usually|average|typical|full|default|classic) /;
const ABOUT_OWN =
  / (?:i|i'm|im|my|me|mine|we|we're|our|us|he|she|they|his|her|their|the|it|you|ich|mein|meine|wir|unser|unsere|mi|mis|nuestro|nosotros|je|mon|ma|mes|nous|notre|der|die|das|el|la|le) /;
const ABOUT_WHAT_IF =
  / (?:what if|if i|if we|if he|if she|if they|was wäre|wenn ich|wenn wir|wenn er|wenn sie|et si|y si|si on|si je|si quiero|invent|inventing|make up|erfinde|invéntate|invente) /;
const ABOUT_BEFORE =
  / (?:first version|originally|at first|was the plan|had planned|planned|used to|avant|ursprünglich|al principio|first plan|prévue?s?) /;
const SHORT = /^ (?:and|what about|how about|und|y|et) /;
const SHORT_WORDS_MAX = 5;
/** Without a question mark a longer input tells something. */
const UNMARKED_WORDS_MAX = 25;
const WORDS_MAX = 200;

/** The sentences of an input that ask. */
function askingOf(statements: readonly Statement[]): Token[] {
  const asking = statements.filter(({ claims }) => !claims);
  if (asking.length > 0) return asking.flatMap(({ tokens }) => tokens).slice(0, WORDS_MAX);
  const all = statements.flatMap(({ tokens }) => tokens);
  return all.length <= UNMARKED_WORDS_MAX ? all : [];
}

export function readQuestion(statements: readonly Statement[]): Question {
  const all = askingOf(statements);
  const words = ` ${all.map(plainWord).join(" ")} `;
  const [first = ""] = words.split(/ [,?.!] /);
  const general = ABOUT_ANY.test(`${first} `) && !ABOUT_OWN.test(`${first} `);
  const kinds = ASKS.flatMap(([pattern, ...asked]) => (pattern.test(words) ? asked : []));
  return {
    kinds: new Set(general ? [] : kinds),
    short: all.length > 0 && all.length <= SHORT_WORDS_MAX && SHORT.test(words),
    general,
    hypothetical: ABOUT_WHAT_IF.test(words),
    history: ABOUT_BEFORE.test(words),
  };
}

/** Whether a value may be what was asked for. */
export function mayAnswer({ kinds, short }: Question, value: Value): boolean {
  if (short) return true;
  if (value.type === "time") return kinds.has("time");
  if (value.type === "date") return kinds.has("day");
  if (value.type === "choice") {
    if (value.of === "weekday" || value.of === "kinship") return kinds.has(value.of);
    return kinds.has("choice");
  }
  if (value.unit === null) return kinds.has("count") || kinds.has("age") || kinds.has("money");
  if (value.unit.dimension === "money") return kinds.has("money");
  if (value.unit.dimension === "duration") return kinds.has("duration") || kinds.has("age") || kinds.has("count");
  return kinds.has("measure") || kinds.has("count");
}
