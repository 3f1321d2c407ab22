// Tells talk of other people's things from what is said of the assistant's answers: "emojis are back in Slack".
import { type About, areAboutTheSame } from "../domain/wish.ts";
import { sharesWords } from "./change-signs.ts";
import type { AboutDeps } from "./rule-about.ts";

/** To the assistant. */
const TO_ASSISTANT =
  /(?<!\p{L})(?:you|your|yours|u|ur|me|myself|please|pls|plz|du|dir|dich|deine?\p{L}?|mir|mich|bitte|ihnen|tu|toi|te|tes|ton|ta|vous|vos|votre|moi|stp|svp|ti|tus|usted|conmigo|porfa|puedes|puede)(?!\p{L})|-(?:moi|me)(?!\p{L})/iu;
const OF_ONESELF = /(?<!\p{L})(?:(?:i|ich|je|yo|soy|tengo|puedo|como|quiero)(?!\p{L})|[ijm]['’]\p{L})/iu;
/** What the assistant writes and makes, and what is no place: times, languages and manners of speaking. */
const NO_PLACE =
  /^(?:(?:your |tes |vos |tus |deine?[mnrs]? )?(?:answers?|repl(?:y|ies)|responses?|chats?|conversations?|messages?|e?-?mails?|drafts?|texts?|letters?|recipes?|meals?|dishes|suggestions?|ideas|code|explanations?|lists?|translations?|summar(?:y|ies)|antwort(?:en)?|nachricht(?:en)?|rezepte?n?|texte?n?|réponses?|recettes?|courriels?|textes?|respuestas?|mensajes?|recetas?|correos?|textos?)|your|tes|vos|tus|deine?[mnrs]?|general|future|order|good|now|here|there|once|ever|all|least|last|first|both|short|place|full|fact|mind|turn|rules?|bans?|restrictions?|limits?|that|this|it|them|those|these|us|today|tonight|then|mornings?|evenings?|afternoons?|weekends?|end|beginning|start|moment|time|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|english|german|french|spanish|dutch|italian|celsius|fahrenheit|euros?|dollars?|pounds?|kilos?|grams?|ordnung|zukunft|ruhe|deutsch|englisch|französisch|spanisch|général|effet|fait|nouveau|plus|trop|toute?s?|français|anglais|allemand|espagnol|nuevo|acuerdo|más|tod[oa]s?|verdad|momento|adelante|español|inglés|francés|alemán)(?![\p{L}-])/iu;
const ARTICLE =
  /^(?:the|an?|our|this|that|his|her|their|its|my|all|every|each|de[nmr]|die|das|eine?[nmr]?|uns\p{L}*|ihre?\p{L}?|seine?\p{L}?|meine?\p{L}?|les?|la|une?|mon|ma|mes|notre|nos|son|sa|ses|leurs?|el|l[ao]s|una?|mis?|sus?|nuestr\p{L}+)\s/iu;
/** A place, a thing or an occasion that is named. */
const IN =
  /(?<!\p{L})(?:in|at|of|from|im|am|an|auf|bei|beim|vom|zum|zur|aus|dans|sur|chez|de|des|du|au|aux|en|del)\s/giu;
/** The same, where an article follows. */
const FOR = /(?<!\p{L})(?:on|for|to|into|für|von|pour|para)\s/giu;
/** The same, where the assistant is spoken to: "you can drop the emojis from the newsletter", "from page 2". */
const OF_WORK = /(?<!\p{L})(?:in|on|from|im|auf|aus|dans|sur|en)\s/giu;
const NUMBERED = /^(?:page|slide|chapter|seite|folie|página)(?=\s\d)/iu;
const NAMED = /^\p{L}[\p{L}'’-]+/iu;
/** Of these what the user may eat, or is to be given, is told by others. */
const OWN_NEED =
  /^(?:\p{L}+[ -])?(?:\p{L}*allerg|\p{L}*intol|alerg|diet|diät|régime|dieta|pregnan|schwanger|grossesse|embarazo|rules?|bans?|regel|doc|gp\b|dr\b|arzt|ärztin|médecin|médic)/iu;
/** Somebody or something of the user's that does what is said. */
const OWNER =
  /^(?:(?:and|but|so|oh|well|ok|und|aber|et|mais|y|pero) )*(?:my|our|mon|ma|mes|notre|nos|meine?|unsere?|mis?|nuestr[ao]s?)\s/iu;
const CLAUSE_END =
  /[,;:.!?–—]\s*|\s(?:so|but|because|since|cos|and|also|und|aber|weil|denn|et|mais|donc|car|y|pero|porque|así que)\s/iu;
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
  return texts.map((text) => ({ text, named: namedBeside(text) }));
}

function namedBeside(clause: string): string[] {
  if (OF_ONESELF.test(clause)) return [];
  const isAddressed = TO_ASSISTANT.test(clause);
  const behind = (preposition: RegExp) =>
    [...clause.matchAll(preposition)].map(({ 0: { length }, index }) => clause.slice(index + length));
  if (isAddressed) {
    return behind(OF_WORK).flatMap((rest) => NUMBERED.exec(rest)?.[0] ?? namedAfterArticle(rest) ?? []);
  }
  const isPlace = (rest: string) => !NO_PLACE.test(rest) && !NO_PLACE.test(rest.replace(ARTICLE, ""));
  return [
    ...ownerIn(clause),
    ...behind(IN)
      .filter(isPlace)
      .flatMap((rest) => NAMED.exec(rest.replace(ARTICLE, ""))?.[0] ?? []),
    ...behind(FOR).flatMap((rest) => namedAfterArticle(rest) ?? []),
  ];
}

function namedAfterArticle(rest: string): string | undefined {
  const thing = rest.replace(ARTICLE, "");
  return thing === rest || NO_PLACE.test(thing) ? undefined : NAMED.exec(thing)?.[0];
}

/** At most one. */
function ownerIn(clause: string): string[] {
  const rest = clause.replace(OWNER, "");
  return rest === clause || OWN_NEED.test(rest) ? [] : [...(NAMED.exec(rest) ?? [])];
}
