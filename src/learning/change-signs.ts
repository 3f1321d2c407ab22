// Tells how likely a sentence ends a rule that lives, from how alike the two are and from their words.
import { wordSet } from "../base/word-set.ts";
import type { IntentShares } from "../domain/intent.ts";
import { type About, contradict, type PlainEnd, type WishSentence } from "../domain/wish.ts";

/** What is said, and the rule that it may be about. */
export interface Suspicion {
  readonly sentence: Pick<WishSentence, "masked" | "kinds" | "topic" | "asks" | "isOnce" | "takesBack">;
  /** The sentence before it; "" for none. */
  readonly before: string;
  readonly shares: IntentShares;
  /** The rule as the user said it. */
  readonly rule: string;
  readonly about: About;
  /** The most that the sentence, one of its clauses, or it with the sentence before it is similar to the rule. */
  readonly similarity: number;
}

/** Words and phrases separated by white space; "_" stands for a space inside one of them. */
function phrases(list: string): ReadonlySet<string> {
  return new Set([...wordSet(list)].map((phrase) => phrase.replaceAll("_", " ")));
}

/** Say that something is otherwise than before. */
const CHANGES = phrases(`
  now nowadays these_days instead newly new switch switched change changed renamed upgraded moved shifted ported as_of
  from_now from_now_on from_here_on from_today since no_longer anymore any_more any_longer after_all actually rather by_now
  lately started finished turned turns_out transferred left gave_up given_up quit stopped got bought back_to not_just not_only
  these_days it_is_now how_we_do that's_how go_back going_back
  jetzt inzwischen mittlerweile ab_sofort künftig doch mehr statt neuerdings seit nun
  ahora ya ya_no en_vez_de mejor a_partir_de al_final maintenant finalement plutôt désormais`);
/** Of these, what says only that it is so. */
const NOW = phrases("now nowadays these_days as_of it_is_now actually jetzt inzwischen nun ahora ya maintenant");
/** Of these, what says with a denial that something is over. */
const STOPS = phrases("anymore any_more any_longer no_longer mehr");
/** Say that something is to end, or has ended. */
const ENDS = phrases(`
  no_more stop quit drop scrap scratch forget bin ditch lose skip leave_out leave_them_out leave_it_out enough can_go
  needn't no_need without_need don't_have_to do_not_have_to don't_need don't_bother doesn't_have_to over done_with worn
  getting_old run_its_course sick_of tired_of fewer less not_working isn't_working healed recovered cured died gone
  take_back took_back not_any_more never_mind can_stop may_stop no_point hold_back outgrown outgrew ignore dropped
  vergiss lass weglassen streichen genug schluss vorbei aufhören aufgehört olvida olvídate deja basta oublie laisse arrête fini`);
/** Say that something is allowed, or wanted again. */
const PERMITS = phrases(`
  fine okay ok allowed welcome all_right alright again back you_can you_may feel_free freely i_can will_do open nice like
  miss let_loose more_than_welcome wieder ruhig können_wir darfst kannst otra_vez puedes de_nouveau de_nuevo tu_peux bon`);
/** Speak of a rule that was given before. */
const SPEAK_OF_RULE = phrases(`
  that_rule the_rule that_restriction the_restriction that_ban the_ban that_limit the_limit that_thing this_thing thing
  business i_said i_asked i_told i_wanted like_i_said than_i_said as_i_said as_before of_yours the_leash restriction
  filter habit routine hab_ich_gesagt ich_gesagt_habe lo_que_dije ce_que_j'ai_dit`);
/** Say that something comes on top of what was said. */
const ADDS = phrases(`
  too either also as_well another besides on_top_of and_no plus auch ebenfalls también tampoco aussi non_plus`);
const DENIES = phrases(`
  no not never without stop avoid none nothing hate skip drop don't doesn't isn't cannot can't kein keine keinen keiner
  nicht nie ohne sin nunca sans pas jamais zéro`);
/** Say that it is somebody else's. */
const PEOPLE = phrases(`
  sister brother mother father mum mom dad wife husband partner son daughter niece nephew aunt uncle cousin friend
  neighbour neighbor boss colleague flatmate roommate he his she her they their schwester bruder mutter vater chef nachbar
  hermana hermano madre padre soeur sœur frère mère père`);
/** Of the words below two texts that have some each, and share none, differ in a value. */
const DAYS = phrases(`
  monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
  montag dienstag mittwoch donnerstag freitag samstag sonntag morning mornings evening evenings afternoon night nights`);
const NAMED_VALUES = phrases(`
  english dutch german french spanish italian portuguese ruby go python typescript javascript rust java american british
  celsius fahrenheit metric imperial euro euros dollar dollars pounds francs grams gramm gramos grammes ounces cups miles
  kilometres kilometers kilos tabs spaces deutsch englisch spanisch italienisch französisch`);
const NUMBER_WORDS = phrases("one two three four five six seven eight nine ten twelve fifteen twenty thirty sixty");
/** Words that sentences share whatever they are about, by their first letters. */
const OF_ANY_SENTENCE = phrases(`
  alway never pleas answe reply repli write given give gives using use avoid user asks says with that this from when what
  where which them they you your mine have has does like want need eat every thing anyth keep make only call immer bitte
  siemp toujo jamai leave drop stop witho there their about again into over more less just aller intol coeli celia diabe
  the and for but not are was all can its don isn any out now these those longe inste actua since too also fine okay`);
const ALLERGY = /allerg|intoleran|co?eliac|diabet|epipen|anaphyla|alérgic|celíac|zöliak/i;
/** As they are typed without an apostrophe. */
const SHORTENED = new Map(
  [
    ..."don't doesn't didn't isn't aren't wasn't weren't can't won't couldn't shouldn't wouldn't haven't hasn't needn't".split(
      " ",
    ),
  ].map((word) => [word.replace("'", ""), word]),
);
const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu;
const PHRASE_WORDS_MAX = 4;
const PREFIX_OF_WORD = 5;

/** Fitted by `bun run bench:changes`; `cueBefore`, which few of its pairs have, is held lower. */
const BIAS = -4.9;
const WEIGHTS: Readonly<Record<keyof ReturnType<typeof signsOfChange>, number>> = {
  similarity: 1.23,
  wish: 1.28,
  question: -1.74,
  others: -0.83,
  changes: 0.75,
  ends: 1.52,
  permits: 1.0,
  anyCue: 1.5,
  cueBefore: 1.5,
  speaksOfRule: 0.47,
  adds: -0.98,
  denialDiffers: 0.61,
  bothDeny: -1.03,
  sharesWords: 0.89,
  contradicts: 0.98,
  valueDiffers: 0.26,
  sameStart: -1.2,
  otherPerson: -1.13,
  asks: -0.8,
  isOnce: -0.59,
  takesBack: 0.56,
};

/** From 0 to 1. */
export function likelihoodOfChange(suspicion: Suspicion): number {
  let score = BIAS;
  for (const [sign, value] of Object.entries(signsOfChange(suspicion))) {
    score += WEIGHTS[sign as keyof typeof WEIGHTS] * Number(value);
  }
  return 1 / (1 + Math.exp(-score));
}

/** 1 for yes, 0 for no; `wish` and the like are shares. */
export function signsOfChange({ sentence, before, shares, rule, about, similarity }: Suspicion) {
  const [said, known] = [grammed(sentence.masked), grammed(rule)];
  const cues = [CHANGES, ENDS, PERMITS].map((set) => has(said, set));
  const wish = shares.order + shares.preference + shares.correction;
  const [denies, denied] = [has(said, DENIES), has(known, DENIES)];
  return {
    similarity: 4 * similarity,
    wish,
    question: shares.question,
    others: shares.others,
    changes: cues[0],
    ends: cues[1],
    permits: cues[2],
    anyCue: cues.includes(true),
    cueBefore: saysChange(before),
    speaksOfRule: has(said, SPEAK_OF_RULE) && cues.includes(true),
    adds: has(said, ADDS),
    denialDiffers: denies !== denied,
    bothDeny: denies && denied,
    sharesWords: sharedWords(said, known) > 1,
    contradicts: contradict(sentence, about),
    valueDiffers:
      [DAYS, NAMED_VALUES].some((set) => differ(said, known, (word) => set.has(word))) || differ(said, known, isNumber),
    sameStart: said.words.slice(0, 2).join(" ") === known.words.slice(0, 2).join(" "),
    otherPerson: has(said, PEOPLE) && !has(known, PEOPLE),
    asks: sentence.asks,
    isOnce: sentence.isOnce,
    takesBack: sentence.takesBack,
  };
}

/** Whether its words say that something is otherwise than before, is to end, or is allowed again. */
export function saysChange(text: string): boolean {
  const said = grammed(text);
  return has(said, CHANGES) || has(said, ENDS) || has(said, PERMITS);
}

const GOES_BACK = /\b(?:again|back (?:to|in)|wieder|zurück zu|otra vez|de nouveau)\b/iu;
const INSTEAD = /\binstead(?! of\b)/iu;
/** "Let's have it all in Portuguese instead": of whatever is answered. */
const OF_ALL = /\b(?:it all|all of it|everything|(?:your |the )?(?:answers|replies))\b/iu;
/** What is to be said once more is not to be said so from now on. */
const REPEATS =
  /\b(?:say|repeat|explain|tell|write|put|show|give|read|do|try) (?:me |us )?(?:it|that|this|those|these|the (?:last|first|whole))\b/i;

/** "Emojis again??" complains of them. */
const IS_ANNOYED = /^(?:\p{L}+ ){1,3}again ?\?[?! ]*$/u;

/** By itself it is a wish for this once; to a rule that wants otherwise, as Dutch, it says what holds again. */
export function goesBack(wish: WishSentence): boolean {
  const { masked } = wish;
  return (
    wantsOfAnswers(wish) &&
    (GOES_BACK.test(masked) || (OF_ALL.test(masked) && INSTEAD.test(masked))) &&
    !REPEATS.test(masked) &&
    !IS_ANNOYED.test(masked)
  );
}

/** "You can drop the code name", "you can use emojis again", "the summary is no longer required": what follows is no wish. */
const LETS_DROP =
  /\byou (?:can|may|could) (?:(?:now|also|all|just) )?(?:drop|stop|skip|forget|lose|leave out|ditch|scrap|bin|ignore)\b/iu;
const LETS_USE = /\b(?:(?:^|[.!,] )do use|(?:feel free|welcome|allowed) to (?:use|be))\b/iu;
const NEEDED_NO_MORE = /\bno longer (?:required|needed|necessary|wanted)\b/iu;
const LETS = phrases("you_can you_may you_could u_can kannst_du du_kannst du_darfst tu_peux vous_pouvez puedes podéis");
const ONCE_MORE = phrases("again wieder à_nouveau de_nouveau otra_vez de_nuevo");
/** Of what could not be had. */
const OPEN_AGAIN = phrases(`
  on_the_table_now back_on_the_table back_on_the_menu fair_game_now bring_on bring_it_on bring_them_on jetzt_wieder_erlaubt
  ya_puedes ya_podéis ya_se_puede ya_se_pueden`);

/** Whether it only allows what was forbidden, or needs no more what was asked for. */
export function permits(text: string): boolean {
  if (LETS_DROP.test(text) || NEEDED_NO_MORE.test(text)) return true;
  const said = grammed(text);
  if (has(said, OPEN_AGAIN)) return true;
  return has(said, ONCE_MORE) && (LETS_USE.test(text) || has(said, LETS));
}

/** Of one kind, as the place of a summary: "put it at the top instead". */
export function saysInstead(wish: WishSentence): boolean {
  return wantsOfAnswers(wish) && INSTEAD.test(wish.masked);
}

/** Something of a known kind, of all of them and not only now. */
function wantsOfAnswers({ kinds, asks, isOnce, isConditional }: WishSentence): boolean {
  return kinds.length > 0 && !asks && !isOnce && !isConditional;
}

/** It says that something is to end, and not what holds instead: "no more Latin names". */
export function endsOnly(text: string): boolean {
  const said = grammed(text);
  return (has(said, ENDS) || has(said, PERMITS)) && !has(said, CHANGES);
}

/** "I can't be doing with the quotes any more": of an order it says that it is over, of one's own habit what holds instead. */
export function stopsOnly(text: string): boolean {
  const said = grammed(text);
  return (
    has(said, DENIES) && has(said, STOPS) && ![...said.grams].some((gram) => CHANGES.has(gram) && !STOPS.has(gram))
  );
}

/** What is taken back is as alike to its rule (.41 and more, but where a sentence points back), or less and shares words with it (chosen on the seen parts of bench:learning). */
export const NAMED_SIMILARITY = 0.33;
const SHARING_SIMILARITY = 0.15;
/** Where what a sentence takes back ends, and the next clause begins. */
const WITHDRAWN_END = /[,;:.!?–—]\s|\s-\s/;
const TAKEN_BACK_AT =
  /\b(?:forget|ignore|scrap|scratch|drop|bin|ditch|disregard|cancel|undo|lose|stop|enough|never ?mind|no need|skip|lift|end|vergiss|lass|olvida|oublie[sz]?)\b/iu;
/** Beside the signs of an end: what stands for a rule without naming it. */
const NAMELESS = wordSet(`
  it that this these those them all yours go going back lassen können the a an my your of with what whole i you we said asked told wanted gave say ask about rule
  rules thing things bit stuff business idea request restriction ban limit filter habit one ones please pls now then again can
  may could need want have to do for on in at is are was were from off ok okay so and but just oh hmm well yes no not
  any more anymore longer would like really entire everything earlier before
  das die den dem der es mit was ich gesagt hab habe kannst du wieder jetzt lo la el eso que dije ce ça que j'ai dit ma`);

const OF_AN_ANSWER =
  /\b(?:you|u) (?:just |already |have |only )?(?:wrote|made|gave|sent|drafted|suggested|mentioned|showed|listed|came up with)\b/i;

/** "Scrap the questions you just wrote": of something that was made, and of no rule. */
export function speaksOfAnswer(sentence: string): boolean {
  return OF_AN_ANSWER.test(sentence);
}

/** The clause that names what is taken back; null: it names nothing, as in "you can bin it". */
export function namedIn(sentence: string): string | null {
  const from = sentence.search(TAKEN_BACK_AT);
  const end = sentence.slice(Math.max(0, from)).search(WITHDRAWN_END);
  const clause = end < 0 ? sentence : sentence.slice(0, Math.max(0, from) + end);
  const { words } = grammed(clause.slice(Math.max(0, from)));
  return words.some((word) => !NAMELESS.has(word) && !ENDS.has(word) && !PERMITS.has(word)) ? clause : null;
}

/** Whether a rule is the one that a sentence names: by its words, or by how alike the two are. `named`: null points back. */
export function isMeantBy(named: string | null, rule: string, similarity: number): boolean {
  if (named === null || similarity >= NAMED_SIMILARITY) return true;
  return similarity >= SHARING_SIMILARITY && sharedWords(grammed(named), grammed(rule)) > 0;
}

/** Whether they name the same, in other forms too; words that stand in any sentence do not count. */
export function sharesWords(a: string, b: string): boolean {
  return sharedWords(grammed(a), grammed(b)) > 0;
}

/**
 * Whether all that few words say to be over the rule names too; they must name something. "Skip the emojis" says again what "no
 * emojis" says, "skip the emoji rule" ends it. `taughtBy`: the message that taught the rule, if that is known.
 */
export function endsPlainly(
  end: PlainEnd | null,
  { said, taughtBy }: { said: string; taughtBy: string | null },
): boolean {
  if (end === null) return false;
  const [what, rule] = [grammed(end.what), grammed(said)];
  const named = prefixesOf(what);
  if (named.size === 0 || !named.isSubsetOf(prefixesOf(grammed(`${said} ${taughtBy ?? ""}`)))) return false;
  return end.isRule || has(what, DENIES) || has(rule, DENIES) === end.isAllowed;
}

/** A second allergy is none instead of the first, however alike the two are said: it must name what the first one names. */
export function mayEnd(said: string, rule: string): boolean {
  return !ALLERGY.test(rule) || sharedWords(grammed(said), grammed(rule)) > 0;
}

const NAMES_USER = /^Call the user /;
const OF_SPEAKER = wordSet(`
  i i'm im i've ive i'd i'll me my mine myself we we're we've our us you you're your call called calls calling name names named
  title titles it's its ich mein meine mich mir du heiße heisse nenn nenne je j'ai moi mon ma tu m'appelle yo mi me soy llamo
  llámame nombre`);

/** "Greta took a job in Montreal" says nothing of what the user is called: it must name that, or who is spoken to or speaks. */
export function mayRename(said: string, rule: string): boolean {
  if (!NAMES_USER.test(rule) || sharesWords(said, rule)) return true;
  return grammed(said).words.some((word) => OF_SPEAKER.has(word));
}

const CAPITAL = /^\p{Lu}\p{Ll}/u;
const SUFFICE = wordSet("fine ok okay enough plenty");
const SIMPLY = wordSet("it's its i'm im just plain simply");
const HENCEFORTH = wordSet("please now instead from");

/** "Tendai will do", "it's Kit now", "you may call me Ngozi": of a rule what the user is called. */
export function namesPlainly(text: string): boolean {
  const parts = text.split(/\s+/);
  const words = parts.map((part) =>
    part
      .toLowerCase()
      .replaceAll("’", "'")
      .replace(/[.,;:!?]/g, ""),
  );
  return parts.some((part, at) => {
    const [two, before, behind = "", next = ""] = [words[at - 2], words[at - 1] ?? "", words[at + 1], words[at + 2]];
    if (!CAPITAL.test(part)) return false;
    if (/['’]ll$/.test(part) ? behind === "do" : (behind === "will" || behind === "would") && next === "do")
      return true;
    if (behind === "is" && SUFFICE.has(next)) return true;
    return (two === "call" && before === "me") || (SIMPLY.has(before) && HENCEFORTH.has(behind));
  });
}

/** "I live in Lisbon now", to a rule that names Lisbon: the same values, none besides, and nothing that moved or ended. */
export function namesTheSame(text: string, rule: string): boolean {
  const [said, known] = [grammed(text), grammed(rule)];
  const values = valuesIn(rule, known);
  if (values.size === 0 || has(said, DENIES) !== has(known, DENIES)) return false;
  if (has(said, ENDS) || [...said.grams].some((gram) => CHANGES.has(gram) && !NOW.has(gram))) return false;
  const others = [...valuesIn(text, said)].filter((value) => !values.has(value));
  return others.length === 0 && [...values].every((value) => said.words.includes(value));
}

/** Numbers, weekdays, languages and the like, and what has a capital behind another word of its sentence. */
function valuesIn(text: string, { words }: Grammed): ReadonlySet<string> {
  const values = words.filter((word) => isNumber(word) || DAYS.has(word) || NAMED_VALUES.has(word));
  const parts = text.split(/\s+/);
  for (const [at, part] of parts.entries()) {
    const isInner = /[\p{L}\p{N},;]$/u.test(parts[at - 1] ?? "");
    if (isInner && /^\p{Lu}/u.test(part) && !/^I(?:['’]|$)/.test(part)) values.push(...grammed(part).words);
  }
  return new Set(values);
}

/** "In three sentences" and "in five sentences". */
export function differInNumbers(a: string, b: string): boolean {
  return differ(grammed(a), grammed(b), isNumber);
}

interface Grammed {
  readonly words: readonly string[];
  /** Phrases of up to four words. */
  readonly grams: ReadonlySet<string>;
}

function grammed(text: string): Grammed {
  const words = (text.toLowerCase().replaceAll("’", "'").match(WORD) ?? []).map((word) => SHORTENED.get(word) ?? word);
  const grams = new Set<string>();
  for (let at = 0; at < words.length; at += 1) {
    for (let to = at + 1; to <= Math.min(words.length, at + PHRASE_WORDS_MAX); to += 1) {
      grams.add(words.slice(at, to).join(" "));
    }
  }
  return { words, grams };
}

function has({ grams }: Grammed, set: ReadonlySet<string>): boolean {
  return [...grams].some((gram) => set.has(gram));
}

function isNumber(word: string): boolean {
  return /^\d/.test(word) || NUMBER_WORDS.has(word);
}

function differ(a: Grammed, b: Grammed, isValue: (word: string) => boolean): boolean {
  const [left, right] = [a.words.filter(isValue), b.words.filter(isValue)];
  return left.length > 0 && right.length > 0 && !left.some((word) => right.includes(word));
}

function sharedWords(a: Grammed, b: Grammed): number {
  const [left, right] = [prefixesOf(a), prefixesOf(b)];
  return [...left].filter((word) => right.has(word)).length;
}

function prefixesOf({ words }: Grammed): ReadonlySet<string> {
  const prefixes = words.filter((word) => /^\p{L}{3,}$/u.test(word)).map((word) => word.slice(0, PREFIX_OF_WORD));
  return new Set(prefixes.filter((word) => !OF_ANY_SENTENCE.has(word)));
}
