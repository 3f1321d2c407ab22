// Finds what a later statement ended without a value in its place: "the mill double booked us", "that's why I quit".
import type { Steps } from "../base/steps.ts";
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import { agentOf } from "./ending-agents.ts";
import { functionWords } from "./function-words.ts";
import { clausesOf, isNegated } from "./read-statements.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import type { RememberedStatements } from "./remembered-statements.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import { cutTokens, type Token } from "./tokens.ts";
import { KINSHIP, MONTHS, WEEKDAYS } from "./value-words.ts";
import { isOfAnothers, isOfUser, isSpokenOf } from "./whose.ts";

/** What a statement ended: a thing of it that is named, or all of it. */
export interface Ending {
  readonly ended: RememberedStatement;
  /** Stems of the thing; empty: the whole statement. */
  readonly things: ReadonlySet<string>;
  readonly by: RememberedStatement;
  /** "refused": somebody was turned down by what is named. "gone": what is named is no more at all, and all that was told of it. */
  readonly kind: "over" | "refused" | "gone";
}

/** Says that something is over: whatever it is, named or not. */
const ENDS = linear(
  [
    String.raw`\b(?:(?:cancell?ed|bailed|flaked|backed out|pulled out|dropped out) on (?:us|me)`,
    "fell through|fallen through|double[- ]booked|backed out|pulled out of|pulled the plug",
    String.raw`called (?:it|that|this|everything|the [\p{L}]+|the [\p{L}]+ [\p{L}]+) off|(?:been|was|is|got) called off`,
    "turned (?:me|us|him|her|them|it|that) down|rejected (?:me|us|it)",
    "quit|resigned|handed in my notice|gave (?:my|in my) notice|got fired|was fired|were fired|laid (?:me|us) off|made redundant|let me go",
    "scrapped|(?:decided|had|have) to scrap|got rid of|sold (?:it|the|my|our)|ditched|gave up|given up|broke up|split up",
    String.raw`went bust|went under|(?:closed|shut) down|for good|gekündigt|geplatzt|abgesagt|dejado|dejé|renuncié|démissionné|annulé)(?!\p{L})`,
  ].join("|"),
  "iu",
);
/** Of a thing that is named alone: "Crete is out". */
const IS_OFF = linear(
  /\b(?:is|are|['’]s|was) (?:now )?(?:off|out|off the table|dead|history|toast)(?=[ ]?(?:[.,;!)]|$| then| now| anyway))/iu,
);
/** They say that something ended, or when, and not what. */
const NO_THING = wordSet(
  `cancelled canceled bailed flaked backed pulled dropped fell fallen double booked called turned rejected quit resigned handed notice fired
  laid made redundant let scrapped scrap decided got rid sold ditched gave given broke split went bust closed shut good plug off out
  down up through today yesterday tonight morning week month finally why that's it's reason cause haha lol sadly just already now then
  anyway dead history toast table us gekündigt geplatzt abgesagt dejado dejé renuncié démissionné annulé
  year years ago gestern heute endlich ayer hoy hier aujourd'hui enfin`,
);
/** What somebody leaves by "I quit" and the like, and what somebody is refused by "turned me down". */
const LEAVES_WORK =
  /\b(?:quit|resigned|notice|fired|laid|redundant|let me go|gekündigt|renuncié|démissionné)(?!\p{L})/iu;
const WORK = /\b(?:work(?:s|ing)?|jobs?|shifts?|employ\p{L}+|position|internship|arbeite?|trabajo|travaille)\b/iu;
const REFUSES = /\b(?:turned (?:me|us|him|her|them) down|rejected (?:me|us))\b/i;
const APPLIES =
  /\b(?:interview\p{L}*|appl(?:y|ied|ication|ying)|bid|pitch\p{L}*|grant|loan|visa|mortgage|audition\p{L}*|proposal|candidate)\b/iu;
/** Long over: it ends nothing that was told lately. */
const TELLS_YEAR = linear(
  /(?<!\p{L})(?:(?:in|en|im jahr) (?:19|20)\d\d|years? ago|vor \p{L}+ jahren|hace \p{L}+ años|il y a \p{L}+ ans)(?!\p{L})/iu,
);
/** What only who was taken has. */
const TAKEN = wordSet(
  "accepted accept job work works working start starts starting joining join joined hired offer position got approved granted signed role",
);
/** How far back an application may lie. */
const APPLIED_TURNS = 3;
const WEIGHT_LEAST = 0.5;
/** An ending that names nothing is of what was told last. */
const LAST_TURNS = 1;
/** Endings that are looked at, and statements that each may end: bounds the work. */
const ENDINGS_MAX = 64;
const ENDED_MAX = 16;

const THING = String.raw`((?:[\p{L}\d][\p{L}\p{M}\d'’-]*)(?: [\p{L}\d][\p{L}\p{M}\d'’-]*){0,3})`;
/** Somebody has it no more, or it takes place no more: what it is stands behind. */
const GIVES_UP = linear(
  String.raw`(?<![\p{L}])(?:(?:(?:had|have) to|we|i|they|['’]ve|has|have) (?:cancel|cancelled|canceled)|cancell?ed|sold|got rid of|traded in|scrapped|hab(?:en|e)?(?: \p{L}+){0,2}? verkauft|storniert|vend(?:u|ido)|vendí|annulé|cancelado|cancelamos|cancelé) (?:(?:our|my|the|unser(?:e|en)?|mein(?:e|en)?|den|die|das|notre|mon|ma|le|la|el|nuestr[oa]|mi) )?${THING}`,
  "iu",
);
const GIVEN_UP_IN_GERMAN = linear(
  String.raw`(?<![\p{L}])(?:unser(?:e|en)?|mein(?:e|en)?|den|die|das) ${THING} (?:verkauft|storniert|abgesagt|einschläfern)(?![\p{L}])`,
  "iu",
);
/** What died, by its name or kind alone: "my phone died" is another thing. */
const DIED = linear(
  String.raw`(?<![\p{L}'’-])([\p{L}][\p{L}’-]*?)(?:['’]s| has| had| is| ist| est| sadly| just| finally| also)* (?:died|passed away|passed on|(?:been|was|got) put (?:down|to sleep)|dead|gestorben|tot|eingeschläfert|morte?|décédée?|se murió|se ha muerto|murió|ha muerto|falleció|ha fallecido)(?![\p{L}])(?! of (?:laughter|boredom)| laughing)`,
  "iu",
);
const LET_GO = linear(
  String.raw`(?<![\p{L}])(?:(?:had|have) to (?:let|put)|let) ([\p{L}][\p{L}’-]*) (?:go|down|to sleep)(?=[ ]?(?:[.,;:!)]|$)| (?:this|last|today|yesterday|on|and|in|at)(?![\p{L}]))|(?:mussten|musste) ([\p{L}][\p{L}’-]*) einschläfern|dû (?:faire )?(?:piquer|endormir) ([\p{L}][\p{L}’-]*)|(?:sacrificar|dormir) a ([\p{L}][\p{L}’-]*)`,
  "iu",
);
const ALIVE = wordSet(
  "dog cat hamster rabbit horse pony parrot bird budgie tortoise goldfish guinea puppy kitten hen ferret rat snake hund katze hase pferd chien chat lapin perro gato conejo",
);
/** They end the name of what is given up. */
const ENDS_THING = wordSet(
  "to for in on at because after with from and but as since last this yesterday today so if due by it them that this when while off",
);

/** Stems of what a statement says is no more; empty: nothing. */
function goneThings(memory: RememberedStatements, statement: Statement): ReadonlySet<string> {
  const { text } = statement;
  const dead = DIED.exec(text) ?? LET_GO.exec(text);
  const told = dead ?? GIVES_UP.exec(text) ?? GIVEN_UP_IN_GERMAN.exec(text);
  if (told === null || isDeniedIn(text, told)) return NOTHING;
  const named = told
    .slice(1)
    .find((group) => group !== undefined)!
    .toLowerCase();
  if (dead === null) return stemsOfThing(named.split(" "));
  const stem = contentStem(named);
  if (stem === null || THINGS_BEFORE.test(text.slice(0, dead.index))) return NOTHING;
  const first = statement.tokens.find(({ lower }) => lower === named || lower.startsWith(`${named}'`));
  if (first !== undefined && functionWords(statement)(first)) return NOTHING;
  const isAlive = KINSHIP.has(named) || ALIVE.has(named) || memory.nameStems.has(stem) || first?.capital === true;
  return isAlive ? new Set([stem]) : NOTHING;
}

const NOTHING: ReadonlySet<string> = new Set();

function stemsOfThing(words: readonly string[]): ReadonlySet<string> {
  const end = words.findIndex((word) => ENDS_THING.has(word));
  const named = (end < 0 ? words : words.slice(0, end)).filter((word) => !WEEKDAYS.has(word) && !MONTHS.has(word));
  return new Set(named.flatMap((word) => contentStem(word) ?? []));
}

/** Whether the part of it that says so denies it. */
function isDeniedIn(text: string, { index, 0: whole }: RegExpExecArray): boolean {
  const from = Math.max(...[",", ";", ".", " and ", " but "].map((mark) => text.lastIndexOf(mark, index)));
  return isNegated(cutTokens(text.slice(Math.max(0, from), index + whole.length)));
}

/** "The battery of Otto", "Otto's lamp". */
const THINGS_BEFORE = /(?:\bof|['’]s) ?$/i;

/** Of what was done once it is still told. */
const DONE = wordSet(
  "gave got bought took told said made taught showed sent came went met saw found lent brought kaufte schenkte",
);

/** "Wilf, gave me two crowns". */
function tellsWhatWasDone({ tokens }: Statement, things: ReadonlySet<string>): boolean {
  return tokens.some(
    (token, at) =>
      things.has(contentStem(plainWord(token)) ?? "") &&
      tokens.slice(at + 1, at + 1 + DONE_REACH).some(({ lower }) => DONE.has(lower)),
  );
}

const DONE_REACH = 3;

/** All that was told of a thing that is no more, but how it was. */
function endedWhole(memory: RememberedStatements, by: RememberedStatement, things: ReadonlySet<string>): Ending[] {
  if (things.size === 0) return [];
  return endedByName(memory, by, things)
    .filter(
      ({ ended, things: named }) => named.size === things.size && !isOfPast(ended) && !tellsWhatWasDone(ended, things),
    )
    .map((ending) => ({ ...ending, kind: "gone" as const }));
}

/** In the order of the statements that end something. */
export function* findEnded(memory: RememberedStatements): Steps<Ending[]> {
  const found: Ending[] = [];
  let left = ENDINGS_MAX;
  for (const by of memory.all) {
    if (!by.byUser || !by.claims || by.conditional.size > 0) continue;
    const gone = left > 0 ? goneThings(memory, by) : NOTHING;
    const whole = gone.size === 0 ? [] : endedWhole(memory, by, gone);
    if (whole.length > 0) {
      left--;
      const clause = clausesOf(by).find((tokens) => thingsIn(tokens, by).isSupersetOf(gone)) ?? by.tokens;
      const agent = agentOf(clause, by);
      found.push(...whole.filter(({ ended }) => agent === null || isSpokenOf(memory, agent, ended)));
      yield;
      continue;
    }
    if (by.negated) continue;
    const isOff = IS_OFF.test(by.text);
    if ((!isOff && !ENDS.test(by.text)) || left-- <= 0) continue;
    yield;
    if (REFUSES.test(by.text)) {
      found.push(...refused(memory, by));
      continue;
    }
    const clause = clausesOf(by).find((tokens) => endsIn(tokens, isOff));
    if (clause === undefined) continue;
    if (isPutDown(clause, by)) continue;
    const agent = isOff ? null : agentOf(clause, by);
    const things = new Set([...thingsIn(clause, by)].filter((stem) => agent?.has(stem) !== true));
    if (agent !== null) found.push(...endedByAnother(memory, by, { agent, things }));
    else if (things.size > 0) found.push(...endedByName(memory, by, things));
    else if (!isOff && !TELLS_YEAR.test(by.text)) found.push(...endedLast(memory, by));
  }
  return found;
}

function endsIn(clause: readonly Token[], isOff: boolean): boolean {
  const text = clause.map(({ text: word }) => word).join(" ");
  return isOff ? IS_OFF.test(text) || IS_OFF.test(text.replace(/ ?(['’])/g, "$1")) : ENDS.test(text);
}

/** "He dejado el coche en el taller": left there, and not given up. */
function isPutDown(clause: readonly Token[], { text }: Statement): boolean {
  const left = clause.findIndex(({ lower }) => LEFT.has(lower));
  return left >= 0 && !WORK.test(text) && clause.slice(left + 1).some(({ lower }, at) => at > 0 && THERE.has(lower));
}

const LEFT = wordSet("dejado dejé");
const THERE = wordSet("en sobre encima dentro junto debajo a al");

/** "Told Marco I quit": what the speaker ends stands behind. */
function thingsIn(clause: readonly Token[], statement: Statement): ReadonlySet<string> {
  const isEmpty = functionWords(statement);
  const own = clause.findIndex(
    ({ lower }, at) => OWN_END.has(lower) && /^(?:i|we|i've|we've|have|had)$/.test(clause[at - 1]?.lower ?? ""),
  );
  return new Set(
    clause.slice(own + 1).flatMap((token) => {
      const word = plainWord(token);
      return token.kind !== "word" || NO_THING.has(word) || isEmpty(token) ? [] : (contentStem(word) ?? []);
    }),
  );
}

const OWN_END = wordSet("quit resigned sold scrapped ditched gave");

/** What was applied for, by the names that it has. */
function refused(memory: RememberedStatements, by: RememberedStatement): Ending[] {
  const ended = memory.all
    .slice(0, by.at)
    .findLast(({ byUser, turn, text }) => byUser && turn >= by.turn - APPLIED_TURNS && APPLIES.test(text));
  if (ended === undefined) return [];
  const things = new Set([...ended.stems].filter((stem) => memory.nameStems.has(stem)));
  return things.size === 0 ? [] : [{ ended, things, by, kind: "refused" }];
}

/** "Priya quit the bakery", where Priya's work was told. */
function endedByAnother(
  memory: RememberedStatements,
  by: RememberedStatement,
  { agent, things }: { readonly agent: ReadonlySet<string>; readonly things: ReadonlySet<string> },
): Ending[] {
  const isWork = LEAVES_WORK.test(by.text);
  const ofAgent = endedByName(memory, by, agent);
  return ofAgent.flatMap((ending) => {
    const { text, stems } = ending.ended;
    const named = new Set([...things].filter((stem) => stems.has(stem)));
    if (named.size === 0 && !(isWork && WORK.test(text))) return [];
    return [{ ...ending, things: named.size === 0 ? ending.things : named }];
  });
}

/** What was told before of the thing that is named. */
function endedByName(memory: RememberedStatements, by: RememberedStatement, things: ReadonlySet<string>): Ending[] {
  const telling = [...things].filter((stem) => memory.weight(stem) >= WEIGHT_LEAST);
  const earlier = memory.all.slice(0, by.at).filter(({ byUser, claims, turn }) => byUser && claims && turn < by.turn);
  return earlier
    .flatMap((ended): Ending[] => {
      const named = new Set(telling.filter((stem) => ended.stems.has(stem)));
      return named.size === 0 || isOfAnothers(memory, by, ended) ? [] : [{ ended, things: named, by, kind: "over" }];
    })
    .slice(-ENDED_MAX);
}

function endedLast(memory: RememberedStatements, by: RememberedStatement): Ending[] {
  const earlier = memory.all
    .slice(0, by.at)
    .filter((each) => each.byUser && each.claims && isOfUser(each) && !isOfAnothers(memory, by, each));
  const atWork = LEAVES_WORK.test(by.text) ? earlier.findLast(({ text }) => WORK.test(text)) : undefined;
  const last =
    atWork === undefined ? earlier.filter(({ turn }) => turn >= by.turn - LAST_TURNS && turn < by.turn) : [atWork];
  return last.slice(-ENDED_MAX).map((ended) => ({ ended, things: NOTHING, by, kind: "over" }));
}

/** A sentence that says so much of the ended statement says it again. */
const SHARED_STEMS_LEAST = 2;
const SHARED_LEAST = 0.5;
const PAST = wordSet(
  "was were had did used formerly previously once until before last first originally after left ended former ex war waren hatte era avait était",
);

/** Beside these "was" asks what. */
const GERMAN = wordSet("ich wir du ihr mein meine unser unsere ist sind mir mich uns");

/** Whether a text tells itself that something ended. */
export function tellsEnd(text: string): boolean {
  return ENDS.test(text) || IS_OFF.test(text);
}

/** Whether a question or an answer speaks of what was. */
export function isOfPast({ tokens, tellsHistory }: Statement): boolean {
  const isGerman = tokens.some(({ lower }) => GERMAN.has(lower));
  return tellsHistory || tokens.some((token) => PAST.has(plainWord(token)) && !(isGerman && token.lower === "was"));
}

/** What ended that which a sentence states as if it were still so; null: nothing did. */
export function saysEnded(
  memory: RememberedStatements,
  endings: readonly Ending[],
  statement: Statement,
): RememberedStatement | null {
  if (statement.conditional.size > 0) return null;
  return endings.find((ending) => states(memory, statement, ending))?.by ?? null;
}

function states(memory: RememberedStatements, { stems, tokens }: Statement, ending: Ending): boolean {
  const { ended, things, kind } = ending;
  const shared = stems.intersection(ended.stems);
  const isNamed = !things.isDisjointFrom(stems);
  if (kind === "refused") {
    return isNamed && tokens.some(({ lower }) => TAKEN.has(lower)) && !isSaidAgain(memory, ending, shared);
  }
  if (shared.size < SHARED_STEMS_LEAST || shared.size < SHARED_LEAST * stems.size) return false;
  if (things.size > 0 && !isNamed) return false;
  return !isPast(tokens, ended) && !isSaidAgain(memory, ending, shared);
}

/** "You worked at the bakery". */
function isPast(tokens: readonly Token[], { stems }: Statement): boolean {
  return tokens.some(({ lower }) => lower.endsWith("ed") && stems.has(contentStem(lower) ?? ""));
}

/** Told once more after it ended, and not as ended. */
function isSaidAgain({ all }: RememberedStatements, { by, things }: Ending, shared: ReadonlySet<string>): boolean {
  return all.slice(by.at + 1).some((later) => {
    if (!later.byUser || !later.claims || later.negated) return false;
    const again = shared.intersection(later.stems);
    return again.size >= SHARED_STEMS_LEAST || !again.isDisjointFrom(things);
  });
}
