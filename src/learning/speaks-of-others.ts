// Tells talk of other people's things from what is said of the assistant's answers: "emojis are back in Slack".
import { ARTICLES, OTHERS, OWN, THEIRS } from "../base/person-words.ts";
import { wordSet } from "../base/word-set.ts";
import { type About, areAboutTheSame } from "../domain/wish.ts";
import { sharesWords } from "./change-signs.ts";
import type { AboutDeps } from "./rule-about.ts";

const TO_ASSISTANT = wordSet(
  `you your yours u ur me myself please pls plz du dir dich dein deine deinem deinen deiner deines mir mich bitte ihnen
  tu toi te tes ton ta vous vos votre moi stp svp ti tus usted conmigo porfa puedes puede`,
);
/** "J'ai" and "m'a" are cut. */
const OF_ONESELF = wordSet("i ich je j m yo soy tengo puedo como quiero");
/** What the assistant writes and makes, and what is no place: times, languages and manners of speaking. */
const NO_PLACES = wordSet(
  `answer answers reply replies response responses chat chats conversation conversations message messages mail mails email emails
  draft drafts text texts letter letters recipe recipes meal meals dishes suggestion suggestions ideas code
  explanation explanations list lists translation translations summary summaries antwort antworten nachricht nachrichten
  rezept rezepte rezepten texte texten réponse réponses recette recettes courriel courriels textes respuesta respuestas
  mensaje mensajes receta recetas correo correos texto textos
  general future order good now here there once ever all least last first both short place full fact mind turn rule rules
  ban bans restriction restrictions limit limits that this it them those these us end beginning start moment time today
  tonight then morning mornings evening evenings afternoon afternoons weekend weekends monday mondays tuesday tuesdays
  wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays january february march april
  may june july august september october november december
  english german french spanish dutch italian portuguese polish turkish swedish norwegian danish finnish russian ukrainian greek arabic hebrew
  hindi urdu japanese chinese mandarin cantonese korean welsh irish latin catalan czech hungarian romanian celsius fahrenheit euro euros dollar dollars pound pounds kilo kilos gram grams
  ordnung zukunft ruhe deutsch englisch französisch spanisch général effet fait nouveau plus trop tout toute toutes
  français anglais allemand espagnol nuevo acuerdo más todo todos toda todas verdad momento adelante español inglés francés alemán`,
);
const BEFORE_THINGS = ARTICLES.union(OWN).union(THEIRS).union(wordSet("its this that all every each l"));
/** A place, a thing or an occasion that is named stands behind. */
const IN = wordSet("in at of from im am an auf bei beim vom zum zur aus dans sur chez de des du au aux en del");
/** The same, where an article follows. */
const FOR = wordSet("on for to into für von pour para");
/** The same, where the assistant is spoken to: "you can drop the emojis from the newsletter", "from page 2". */
const OF_WORK = wordSet("in on from im auf aus dans sur en");
const NUMBERED = wordSet("page slide chapter seite folie página");
const NAME = /^\p{L}{2}/u;
/** Of these what the user may eat, or is to be given, is told by others. */
const OWN_NEED =
  /allerg|intol|^(?:alerg|diet|diät|régime|dieta|pregnan|schwanger|grossesse|embarazo|rules?|bans?|regel|doc|(?:gp|dr)$|arzt|ärztin|médecin|médic)/u;
/** Before somebody or something of the user's that does what is said. */
const BEFORE_OWNER = wordSet("and but so oh well ok und aber et mais y pero");
const WORDS = /[\p{L}\p{M}\d]+/gu;
const CLAUSE_END =
  /[,;:.!?–—]\s*|\s(?:so|but|because|since|cos|and|also|und|aber|weil|denn|et|mais|donc|y|pero|porque|así que)\s/iu;
const CLAUSE_WORDS_MIN = 3;

interface Clause {
  readonly text: string;
  /** Places, things and owners that it names. Empty: it speaks of answers, or of the user. */
  readonly named: readonly string[];
}

export interface SpokenOf extends About {
  /** The rule in the user's words. */
  readonly said: string;
}

/** Whether all that a sentence says of a rule's subject is said of other people, places and things: that ends no rule. */
export async function speaksOfOthers(
  { reading }: AboutDeps,
  account: string,
  sentence: string,
  rule: SpokenOf,
): Promise<boolean> {
  const clauses = clausesOf(sentence);
  const isElsewhere = ({ named }: Clause) => named.length > 0 && !named.some((name) => sharesWords(name, rule.said));
  if (!clauses.some(isElsewhere)) return false;
  let isNamed = false;
  for (const clause of clauses) {
    const isSubject =
      sharesWords(clause.text, rule.said) ||
      (await reading.readWishes(clause.text, account)).some((each) => areAboutTheSame(each, rule));
    if (isSubject && !isElsewhere(clause)) return false;
    isNamed ||= isSubject;
  }
  return isNamed;
}

function clausesOf(sentence: string): Clause[] {
  const texts: string[] = [];
  let open = "";
  for (const part of sentence.split(CLAUSE_END)) {
    open = `${open} ${part}`.trim();
    // "My neighbour and I, …": a few words are the subject of what follows.
    if (open.split(/\s+/).length < CLAUSE_WORDS_MIN) continue;
    texts.push(open);
    open = "";
  }
  if (open !== "") texts.push(open);
  let owner: string[] = [];
  return texts.map((text) => {
    const words = text.toLowerCase().match(WORDS) ?? [];
    const named = namedBeside(words);
    const subject = words.find((word) => !BEFORE_OWNER.has(word)) ?? "";
    // "My colleague did that programme, and she can have peanuts again": she is who was named before.
    if (OTHERS.has(subject)) return { text, named: [...owner, ...named] };
    owner = ownerIn(words);
    return { text, named };
  });
}

function namedBeside(words: readonly string[]): string[] {
  if (words.some((word) => OF_ONESELF.has(word))) return [];
  const isAddressed = words.some((word) => TO_ASSISTANT.has(word));
  const placed = words.flatMap((preposition, at) => {
    const [next = "", behind = ""] = words.slice(at + 1);
    if (isAddressed && OF_WORK.has(preposition) && NUMBERED.has(next) && /^\d/.test(behind)) return next;
    const isArticled = BEFORE_THINGS.has(next);
    const isPlaced = isAddressed
      ? isArticled && OF_WORK.has(preposition)
      : (isArticled && FOR.has(preposition)) || (IN.has(preposition) && !NO_PLACES.has(next));
    const thing = isArticled ? behind : next;
    return isPlaced && NAME.test(thing) && !NO_PLACES.has(thing) ? thing : [];
  });
  return isAddressed ? placed : [...ownerIn(words), ...placed];
}

/** At most one. */
function ownerIn(words: readonly string[]): string[] {
  const [own = "", owner = "", next = ""] = words.slice(words.findIndex((word) => !BEFORE_OWNER.has(word)));
  const isOwner = OWN.has(own) && NAME.test(owner) && !OWN_NEED.test(owner) && !OWN_NEED.test(next);
  return isOwner ? [owner] : [];
}
