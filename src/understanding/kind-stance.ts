// Whether what a sentence names of the answers is wanted or not: where its words leave that open, nothing is known.
import { linear } from "../matching/linear-expression.ts";
import { DENIED_TWICE, DENYING, foreignWords, isForeign } from "./foreign-speech.ts";
import { spread } from "./rule-words.ts";

export type Stance = "wanted" | "unwanted" | "unknown";

/** What is no good to whoever says so: "fahrenheit means nothing to me". */
const NO_GOOD = spread(
  String.raw`
    \b(?:(?:do|does|doing) my head in|on my nerves|means? (?:nothing|little|nowt|zilch)|makes? (?:no|zero|little) sense|gibberish|double dutch|all greek|nonsense|useless|
    no (?:use|good|help)|confus\p{L}*|baffl\p{L}*|overwhelm\p{L}*|stress\p{L}*|annoy\p{L}*|irritat\p{L}*|grat(?:e|es|ing)|bother\p{L}*|scares?|bores?|
    exhaust\p{L}*|childish|silly|daft|cring\p{L}*|ugly|rude|cold|fake|patroni[sz]ing|unreadable|hard to (?:read|follow|picture|parse)|falls? flat|(?:get|gets|got|am|i['’]?m) lost|
    los(?:e|es|t) me|struggl\p{L}*|hopeless|can(?:no|['’])?t (?:read|see|use|follow|picture|stand|bear|cope|parse|work out|make sense)|
    can never|never (?:learned|learnt|understood|got)|(?:don|doesn)['’]?t (?:get|understand|know|do|help|work|suit|mean)|(?:drives?|puts?|winds?|throws?|trips?|stresses) me)\b`,
  "iu",
);
/** Says that something is not wanted, before or after its name. */
const UNWANTED = spread(
  String.raw`
    ${NO_GOOD.source}|\b(?:no|not|non|never|without|stop|quit|drop|skip|avoid|lose|cut|ditch|remove|omit|leave|enough|less|fewer|hate|dislike|
    don['’]?t|do not|doesn['’]?t|isn['’]?t|aren['’]?t|won['’]?t|sick of|tired of|rather not|spare me|
    take (?:the|all the|those|these|them) [\p{L} ]{2,30} out|instead of|free of|hold the|too many|too much|${DENYING})(?!\p{L})`,
  "iu",
);
/** Two of these may say the opposite of one: "I hate it when you leave out the sources". */
const DENIALS = spread(
  String.raw`\b(?:no|not|never|without|stop|quit|avoid\w*|drop\w*|skip\w*|omit\w*|leav(?:e|ing)|hate|dislike|sick of|tired of|can['’]?t stand|cannot stand|don['’]?t|doesn['’]?t|didn['’]?t|isn['’]?t|aren['’]?t|won['’]?t|forgot|forget|missing)\b`,
  "giu",
);
/** These deny nothing. */
const NO_DENIALS = spread(
  String.raw`\b(?:(?:don['’]?t|do not|never) (?:forget|hesitate|mind|be (?:shy|afraid)|hold back)|(?:no|not a|without a) (?:problem|issue|objection|bother|worries|doubt)|why not|not (?:only|just)|or not|nothing against|no,)`,
  "giu",
);
/** What is not there may be missed: "you gave no sources". */
const ABSENT = linear(
  /\b(?:you|it|that|there|this|still|again|got|gave|was|were|had|came|answers?|repl(?:y|ies))\b.*\b(?:no|not|never|without|didn['’]?t|don['’]?t|doesn['’]?t|isn['’]?t|aren['’]?t|wasn['’]?t|forgot)\b/i,
);
/** Then what is told is what shall be. */
const WISHED =
  /\b(?:should|must|please|pls|plz|can|could|want|may|need|would|rather|told|said|asked|tell|prefer|hate|when|if|again please)\b/i;
/** What somebody finds of it, good or bad; and what shows that it is good. */
const FOUND = /\b(?:me|my (?:head|eyes?|brain|ears?))\b/i;
const GOOD = spread(
  String.raw`\b(?:please|pls|plz|easier|easiest|help\p{L}*|works?|working|suits?|better|best|clear\p{L}*|fine|for me|lov\p{L}*|lik(?:e|es|ed)|prefer\p{L}*|natural|know|used to|
    give me|tell me|send me|with me|remind me)\b`,
  "iu",
);
/** Between these stands what belongs together. */
const BREAKS = linear(
  /[,;:.!?()\n]| [-–—] |(?<!\b(?:not|nicht|kein\p{L}*) )\bso\b|\b(?:(?<!(?:any|every)thing |\ball )but|because|cause|aber|sondern|weil|pero|sino|porque|mais|car)\b/giu,
);
/** Right before a name: it is over. */
const DROPPED = spread(
  String.raw`(?<!\b(?:don['’]?t|not|never) )\b(?:forget|scrap|ditch|lose|bin|scratch|enough(?: of| with)?)(?: about)?(?: the| my| that)? $`,
  "i",
);
const DENIES_NEXT = linear(
  `^(?:not|never|without|stop|quit|drop|skip|avoid|(?:do|does|is|ca|wo)n['’]?t|cannot|instead|than|less|hate|${DENYING})$`,
  "iu",
);
/** How many words before a name may deny it; of one that stands farther off nobody can tell. */
const DENYING_WORDS = 3;
const ANYTHING_BUT = /\b(?:(?:any|every)thing|all) but (?:in |the )?$/i;
/** And behind it: "euros are not what we use". */
const DENIED_AFTER = linear(
  /^\s*(?:is|are|was|were|does|do|will|would)?(?: ?n['’]t| not)\b|^\s*(?:isn|aren|won|doesn|don)['’]?t\b/i,
);
/** Takes the ban back: "bullet points are fine again", "you can use emojis". */
const ALLOWED = spread(
  String.raw`\b(?:fine|okay|ok|allowed|welcome|back|you can|you may|feel free|after all|again please|do use|please use|don['’]?t mind|nothing against)\b`,
  "i",
);
/** Words with which somebody begins, and allows nothing: "ok no emojis". */
const OPENER = linear(
  /^\s*(?:(?:ok|okay|fine|right|well|good|and|so|oh|also|welcome back|i['’]?m back|hey|hi|yes|yeah|no(?=,))[,.!]? +)+/i,
);
/** A clause that has no more than these beside the name says nothing of it by itself: "no emojis, hashtags or jokes". */
const LISTING = /^(?:\s|\b(?:the|these|those|all|any|and|or|nor|your|with|of|either|even)\b)*$/i;
const BACK = /\b(?:those|them|it|that|these|this)\b/i;
const NOT_BEFORE = linear(/(?:\bnot|n['’]?t|\bnever) (?:at all |even |really )?$/i);
const POLITE = /\b(?:please|pls|plz)\b/i;

/** "That wasn't too long" complains of nothing; "not too long please" does. */
export function isComplaint(text: string, { index }: RegExpExecArray): boolean {
  return POLITE.test(text) || !NOT_BEFORE.test(text.slice(0, index));
}

/** Of a value, as "celsius" or "in French". */
export function stanceOfValue(text: string, match: RegExpExecArray): Stance {
  const { before, after } = clauseAround(text, match);
  const stance = stanceByEffect(before, match[0], after);
  if (stance !== "wanted") return stance;
  const words = before.replace(NO_DENIALS, " ").toLowerCase().split(/\s+/).filter(Boolean);
  const denies = (word: string) => DENIES_NEXT.test(word);
  if (ANYTHING_BUT.test(before) || words.slice(-DENYING_WORDS).some(denies) || DENIED_AFTER.test(after))
    return "unwanted";
  return words.some(denies) ? "unknown" : "wanted";
}

/** Of a thing that answers have or have not, as "emojis". */
export function stanceOfThing(text: string, match: RegExpExecArray): Stance {
  const around = clauseAround(text, match);
  const before = around.before.replace(OPENER, " ");
  const { after } = around;
  const clause = `${before}${match[0]}${after}`.replace(NO_DENIALS, " ");
  const beside = `${before} ${after}`.replace(NO_DENIALS, " ");
  if ((beside.match(DENIALS)?.length ?? 0) > 1) return "unknown";
  if (ANYTHING_BUT.test(before)) return "unwanted";
  if (UNWANTED.test(clause)) return ABSENT.test(beside) && !WISHED.test(clause) ? "unknown" : "unwanted";
  if (ALLOWED.test(`${before}${match[0]}${after}`)) return "wanted";
  // "Summaries as tables" is about tables, and so is "tables for summaries".
  if (/^\s*(?:as|in)\b/i.test(after) || /\bfor (?:\p{L}+ )?$/iu.test(before)) return "unknown";
  if (UNWANTED.test(around.earlier) && /\b(?:or|nor) $/i.test(before)) return "unwanted";
  if (LISTING.test(before) && UNWANTED.test(around.earlier)) {
    if (/\b(?:or|nor)\b/i.test(after + around.later)) return "unwanted";
    if (LISTING.test(after.replace(POLITE, ""))) return POLITE.test(after) ? "unknown" : "unwanted";
  }
  if (LISTING.test(before + after)) {
    if (ALLOWED.test(around.later)) return "wanted";
    if (UNWANTED.test(around.later)) return "unwanted";
  }
  const stance = stanceByEffect(before, match[0], after);
  // "The faces give me hives, can we not do those".
  return stance === "unknown" && UNWANTED.test(around.later) && BACK.test(around.later) ? "unwanted" : stance;
}

/** "Miles mean nothing to me". Where it does something to the user that no word here tells ("short answers hurt me"), that is unknown. */
function stanceByEffect(before: string, name: string, after: string): Stance {
  if (NO_GOOD.test(before + name + after) || DROPPED.test(before)) return "unwanted";
  return FOUND.test(after) && !GOOD.test(before + after) ? "unknown" : "wanted";
}

/** The same in German, French and Spanish. */
const DENIES_ABROAD = foreignWords(String.raw`
    ${DENYING}|weg|weglassen|lass\p{L}*|verzicht\p{L}*|vermeid\p{L}*|spar\p{L}*|verschon\p{L}*|schluss|genug|aufhören|hör\p{L}*|weniger|stopp?|satt|nerv\p{L}*|hasse?|stör\p{L}*|
    évit\p{L}*|arrêt\p{L}*|cess\p{L}*|supprim\p{L}*|bann\p{L}*|enlèv\p{L}*|vir(?:e|er|ez)|marre|assez|moins|aucun\p{L}*|fini\p{L}*|ni|déteste|horreur|renonc\p{L}*|épargn\p{L}*|
    dej\p{L}*|evit\p{L}*|quit\p{L}*|elimin\p{L}*|suprim\p{L}*|omit\p{L}*|basta|nada|hart[oa]|menos|tampoco|vale|par[ae]|prescind\p{L}*|sobra\p{L}*|odio|olvid\p{L}*|
    zu|trop|demasiad[oa]s?|excesiv\p{L}*`);
/** Denials that may be meant as their opposite, and what nobody can tell alone: "plus d'emojis", "nicht ohne", "vergiss … nicht". */
const TWOFOLD = foreignWords(String.raw`
    ${DENIED_TWICE}|vergessen|oubli\p{L}*|hésit\p{L}*|dejes|olvid\p{L}*|lass\p{L}* [\p{L} ]{0,40}(?:ruhig|drin|stehen)|
    plus d['’]\p{L}+|plus de`);
/** With these "plus" denies. */
const NO_MORE = foreignWords(String.raw`ne|n['’]\p{L}+|jamais|aucun\p{L}*`);
const WANTS_ABROAD = foreignWords(String.raw`
    bitte|immer|gern\p{L}*|(?:be)?nutz\p{L}*|verwend\p{L}*|mach\p{L}*|mit|gib|schreib\p{L}*|will|möchte|mehr|wieder|antworte|als|lieber|
    toujours|utilise\p{L}*|mets|fais|donne|avec|veux|voudrais|aime|ajoute|mettre|préfère|remets|
    siempre|usa|utiliza|pon|ponme|dame|con|quiero|más|haz|hazme|añade|prefiero|gusta\p{L}*`);
const PERMITS_ABROAD = foreignWords(String.raw`
    (?:darfst|kannst|dürfen|können) (?:du |sie )?(?:[\p{L}]+ ){0,4}(?:wieder|ruhig|gern\p{L}*)|wieder (?:ok|okay|erlaubt|in ordnung)|
    (?:tu|vous) (?:peux|pouvez) (?:re)?(?:mettre|utiliser)|(?:puedes|puede) (?:volver a )?(?:usar|poner|utilizar)|vuelve a`);

/** The same of a text in German, French or Spanish. "unknown": the words do not tell, or may mean either. */
export function stanceAbroad(text: string, match: RegExpExecArray): Stance {
  const { before, after } = clauseAround(text, match);
  const clause = `${before} ${after}`;
  if (TWOFOLD.test(clause) && !(NO_MORE.test(clause) && /plus/i.test(clause))) return "unknown";
  const isDenied = DENIES_ABROAD.test(clause);
  if (PERMITS_ABROAD.test(clause)) return isDenied ? "unknown" : "wanted";
  if (isDenied) return "unwanted";
  return WANTS_ABROAD.test(clause) ? "wanted" : "unknown";
}

const [DENIALS_ABROAD, ...STANCE_WORDS] = [DENIES_ABROAD, UNWANTED, ALLOWED, GOOD].map(({ source, flags }) =>
  linear(source, `${flags}g`),
);

/** Without the words that say whether something is wanted. */
export function withoutStance(text: string): string {
  const words = isForeign(text) ? [...STANCE_WORDS, DENIALS_ABROAD!] : STANCE_WORDS;
  return words.reduce((rest, expression) => rest.replace(expression, " "), text);
}

interface Around {
  readonly earlier: string;
  readonly before: string;
  readonly after: string;
  readonly later: string;
}

/** What stands before and after a place, as far as it belongs to it, and beyond. */
function clauseAround(text: string, { index: from, 0: { length } }: RegExpExecArray): Around {
  const to = from + length;
  let start = 0;
  let end = text.length;
  for (const { 0: mark, index } of text.matchAll(BREAKS)) {
    if (index + mark.length <= from) start = index + mark.length;
    else if (index >= to) {
      end = index;
      break;
    }
  }
  return {
    earlier: text.slice(0, start),
    before: text.slice(start, from),
    after: text.slice(to, end),
    later: text.slice(end),
  };
}
