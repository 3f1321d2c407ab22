// Reads what a German, French or Spanish order forbids: a form, a name or topic, a proposal, a form of address.
import { linear } from "../matching/linear-expression.ts";
import { foreignForms } from "./foreign-forms.ts";
import { DENIED_TWICE, FROM_NOW_ON_ABROAD, foreignWords } from "./foreign-speech.ts";
import { spread } from "./rule-words.ts";

export type ForbiddenAct = "use" | "mention" | "suggest" | "call";

export interface ForeignBan {
  readonly act: ForbiddenAct;
  /** In the user's words, without articles and what says when; of forms, their English names. */
  readonly thing: string;
  /** It ends what was done so far, or says that it is to last. */
  readonly isLasting: boolean;
  /** A verb orders it: "évite les listes", and not "sans listes". */
  readonly isOrdered: boolean;
  /** It may be meant the other way round: "plus d'emojis". */
  readonly isUnsure: boolean;
  /** It is for some answers only. */
  readonly isConditional: boolean;
}

/** By what is done: German, French and Spanish, as they are ordered and as they are named. */
const VERBS: readonly (readonly [act: ForbiddenAct, forms: string])[] = [
  [
    "mention",
    `
    erwähn(?:e|en)?|sprich|sprechen|ansprechen|anzusprechen|red(?:e|en)?|erinner(?:e|n)?|erzähl(?:e|en)?|
    mentionne[rsz]?|parle[rsz]?|reparle[rsz]?|évoque[rsz]?|cite[rsz]?|
    mencion(?:es?|ar|arme)|habl(?:es?|ar|arme)|nombr(?:es?|ar|arme)|recuerdes?|recordar(?:me)?`,
  ],
  [
    "suggest",
    `
    schlag(?:e|en)?|vorschlagen|vorzuschlagen|empfiehl|empfehlen|rat(?:e|en)?|komm(?:en|e)?|biete?|anbieten|anzubieten|
    propose[rsz]?|repropose[rsz]?|recommande[rsz]?|suggère[rs]?|suggére[rz]|conseille[rsz]?|
    propongas?|proponer(?:me)?|recomiendes?|recomendar(?:me)?|sugieras?|sugerir(?:me)?|ofrezcas?|ofrecer(?:me)?|aconsej(?:es?|ar|arme)`,
  ],
  ["call", "nenn(?:e|en)?|appelle[sz]?|appele[rz]|llam(?:es?|ar|arme)"],
  [
    "use",
    `
    (?:be)?nutz(?:e|en)?|verwenden?|setze?n?|mach(?:e|en)?|schreib(?:e|en)?|schick(?:e|en)?|pack(?:e|en)?|füge?n?|gib|geben|antworten?|antworte|formatiere?n?|nimm|nehmen|sag(?:e|en)?|
    utilise[rsz]?|emploie[rs]?|employe[rz]|mets|mette[rz]?|mettre|fais|faire|faites|écri(?:s|re|vez)|ajoute[rsz]?|glisse[rsz]?|répond(?:s|re|ez)|envoie[rsz]?|donne[rsz]?|dis|
    us(?:es?|ar|arme)|utilices?|utilizar|pong(?:as?)|poner(?:me)?|met(?:as?|er)|hag(?:as?)|hacer|escrib(?:as?|ir|irme)|agregues?|agregar|añad(?:as?|ir)|respond(?:as?|er|erme)|contest(?:es?|ar|arme)|des|dé|dar(?:me)?|emple(?:es?|ar)|mand(?:es?|ar|arme)|digas?|decir(?:me)?`,
  ],
];
const ANY_VERB = VERBS.map(([, forms]) => forms).join("|");

/** May stand anywhere in an order, and says nothing of what is forbidden. */
const FILLERS = `
    ${FROM_NOW_ON_ABROAD}|bitte|doch|mal|endlich|einfach|jetzt|mir|mich|uns|dir|übrigens|bloß|ja|also|noch ?mal|noch einmal|wieder|mehr|ständig|dauernd|immer|
    stp|svp|s['’]il (?:te|vous) pla[iî]t|surtout|déjà|tout le temps|avec moi|
    por favor|porfa|ya|m[aá]s|siempre|tanto|conmigo`;
const LEAD = `(?:(?:und|ach|oh|hey|ok|okay|so|aber|also|et|ah|bon|mais|alors|y|oye|pero|bueno|eh|dis|hör mal|${FILLERS}),? )*`;
const LED = spread(`^${LEAD}`, "iu");
/** How an order begins: with its verb in the form that orders, or with what denies it. */
const HEADS: readonly RegExp[] = [
  // German: "erwähn X nie wieder", "schlag mir nicht mehr X vor", "keine Emojis verwenden".
  spread(
    String.raw`^${LEAD}(?:${ANY_VERB})(?: |$).*?(?:nie wieder|nie mehr|niemals|nie|nicht mehr|nicht|kein\p{L}*|ohne)(?![\p{L}])`,
    "iu",
  ),
  spread(
    String.raw`^${LEAD}(?:[\p{L}-]+ ){0,5}?(?:nie wieder|nie mehr|niemals|nie|nicht mehr|kein\p{L}*) (?:[\p{L}'’-]+ ){0,5}(?:${ANY_VERB})$`,
    "iu",
  ),
  // French: "ne me parle plus de X", "me parle plus de X", "mets pas de X", "ne jamais utiliser X".
  spread(
    String.raw`^${LEAD}(?:ne |n['’])(?:(?:me|m['’]|nous|lui|y|en) ?)?(?:${ANY_VERB})(?:-moi)? .*?(?<!\p{L})(?:plus|jamais|pas|aucun\p{L}*)(?!\p{L})`,
    "iu",
  ),
  spread(
    String.raw`^${LEAD}(?:me |m['’])(?:${ANY_VERB}) (?:plus|pas|jamais)(?!\p{L})|^${LEAD}(?:${ANY_VERB})(?:-moi)? (?:plus jamais|plus aucun\p{L}*|pas|jamais|aucun\p{L}*|sans)(?!\p{L})`,
    "iu",
  ),
  spread(String.raw`^${LEAD}(?:ne )?(?:plus jamais|jamais|plus|pas) (?:me )?(?:${ANY_VERB})(?!\p{L})`, "iu"),
  // Spanish: "no me hables de X", "nunca uses X", "no vuelvas a mencionar X".
  spread(
    String.raw`^${LEAD}(?:(?:no|nunca|jam[aá]s) )?(?<=(?:no|nunca|jamás|jamas) )(?:m[aá]s )?(?:vuelvas? a )?(?:(?:me|nos) )?(?:${ANY_VERB})(?!\p{L})`,
    "iu",
  ),
  spread(String.raw`^${LEAD}(?:cont[eé]st|resp[oó]nd|escr[ií]b|h[aá]bl)\p{L}* (?:[\p{L}]+ ){0,3}sin (?=\p{L})`, "iu"),
];
/** Begins what was done so far, and is to stop. */
const ENDS = String.raw`
    hör(?:e|en sie|t)?(?: (?:${FILLERS}))* auf(?: (?:${FILLERS}))*,?(?: damit,)?(?: mit| von)?|schluss(?: (?:${FILLERS}))* mit|genug(?: von| mit)?|stopp? (?:mit|aux?|les|avec|a l[oa]s|den)|lass(?:en sie|e)?(?: (?:${FILLERS}))* das(?: (?:${FILLERS}))* mit|
    verschon(?:e|en sie)? mich(?: (?:${FILLERS}))* mit|ich will (?:nichts|nie|kein\p{L}*) (?:mehr|wieder)(?: (?:${FILLERS}|von))*|
    arrête[zr]?(?: (?:${FILLERS}))*(?: avec| les| de(?!\p{L})| d(?=['’]))|cesse[zr]?(?: (?:${FILLERS}))*(?: avec| les| de(?!\p{L})| d(?=['’]))|épargne-moi|fini(?:s|es)?|marre|assez|ras[- ]le[- ]bol|
    (?:je |j['’])(?:ne |n['’])?veux (?:plus jamais|plus)(?: que tu(?: me)?| voir| lire| entendre)?|
    dej[ae](?: (?:${FILLERS}))* de|par[ae] (?:(?:${FILLERS}) )?(?:de|con)|basta(?: ya)? de|vale de|nada de|se acabaron|ya no quiero(?: (?:${FILLERS}|ver|leer|que me|que))*|no quiero(?: (?:ver|leer|volver a ver|que me|que))* m[aá]s`;
/** Begins what is to be left out, now or for good. */
const AVOIDS = String.raw`
    lass(?:en sie|t|e)?(?: (?:${FILLERS}))*(?= (?:de[nmr]|die|das|deine|diese|alle) )|verzicht(?:e|en sie|et)?(?: (?:${FILLERS}))* auf|vermeid(?:e|en sie|et)?|spar(?:e|en sie)? (?:dir|ihnen|euch|mir)|
    évite[zr]?|abstiens-toi|supprime[zr]?|bannis(?:sez)?|enlève[zr]?|retire[zr]?|vire[zr]?|renonce[zr]? (?:aux?|à)|(?:je |j['’])(?:ne |n['’])?veux pas(?: que tu(?: me)?| voir| lire| entendre)?|
    evit[ae]|quit[ae](?:me)?|elimin[ae]|suprim[ae]|omit[ae]|prescind[ae] de|abst[eé]n(?:te|gase) de|no quiero(?: (?:${FILLERS}|ver|leer|que me|que))*|ich will kein\p{L}*`;
const STOPS = spread(`^${LEAD}(?:${ENDS})(?!\\p{L})`, "iu");
const LEAVES_OUT = spread(`^${LEAD}(?:${AVOIDS})(?!\\p{L})`, "iu");
/** "Keine Emojis mehr", "jamais de puces", "sin tablas": forms alone. */
const NONE = spread(
  String.raw`
    ^${LEAD}(?:kein\p{L}*|nie wieder|nie mehr|ohne|pas(?= d)|plus jamais|jamais|plus aucun\p{L}*|aucun\p{L}*|zéro|sans|plus un\p{L}* seule?|sin|no m[aá]s|nunca m[aá]s|ni un\p{L}*|cero|no)(?!\p{L})`,
  "iu",
);
/** "Plus d'emojis" is "no more emojis", or "more emojis". */
const UNSURE = spread(`^${LEAD}plus (?:de |d['’]|des )`, "iu");
/** "Die Emojis bitte weglassen", "die Emojis kannst du dir sparen". */
const LEFT_OUT = spread(
  String.raw`^${LEAD}(?:[\p{L}-]+ ){1,8}(?:weglassen|sparen|vermeiden|bleiben lassen|sein lassen|weg)$`,
  "iu",
);

const LASTS = foreignWords(`
    ${FROM_NOW_ON_ABROAD}|nie|niemals|mehr|zukunft|immer|jamais|plus|nunca|jam[aá]s|m[aá]s|vuelvas?|siempre|en adelante|in deinen antworten|dans (?:toutes )?tes réponses|en (?:todas )?tus respuestas`);
/** What says of all answers what is said: it limits nothing. */
const OF_ANSWERS = foreignWords(
  `
    (?:in|bei|aus|mit|dans|de|en|a|à) (?:all(?:en)? |jeder |toutes? |todas? |todos? |cada |chaque )?(?:deinen?|deiner|den|tes|vos|tus|sus|las|los|les)? ?
    (?:antworten?|nachrichten?|réponses?|messages?|respuestas?|mensajes?)|am ende|à la fin|al final`,
  "giu",
);
/** Told of others, or told by them. */
const REPORTED = foreignWords(String.raw`
    sag(?:t|te|en|ten)|sag ich|mein(?:t|te|ten)|gesagt|gemeint|dit|disait|disent|répète\p{L}*|a demandé|veut que|dice\p{L}*|dijo|decía|repite\p{L}*|pide|pidió|quiere que|
    (?:ich|wir|er|man) (?:hab\p{L}*|hatte|bin|war|werde|kann|will [\p{L}]+ nie)|sie (?:hat|haben|ist|war)`);
const CONDITION = foreignWords(
  "wenn|falls|sobald|außer|solange|quand|lorsque|si|sauf|tant que|cuando|salvo|excepto|mientras",
);
const SOMEWHERE = foreignWords("in|im|bei|beim|für|an|am|zu|dans|pour|chez|en|para|durante|sobre");
/** Behind it stands why. */
const REASON = linear(
  /\s*(?:[;:–—(]|\.(?=\s)|,\s*(?:das|die (?:haben|sind)|ich|wir|es|sonst|denn|weil|da|danke|c['’]est|ça|j['’]|je|on|parce|car|sinon|merci|porque|me|es|eso|esto|parece|gracias|ya que|que|thanks)(?!\p{L})| (?:weil|denn|parce qu|car|porque|ya que|puisqu)(?!\p{L}| ?-)).*$/iu,
);
const CLAUSE_START = linear(/^|[,;:.!?–—(“„"]\s*|\s(?:und|aber|et|mais|y|pero)\s+/gi);
const CLAUSE_CHARS_MAX = 200;
const CLAUSE_END = linear(/[;:.!?)”"]|\s[–—-]\s/);

/** The bans in a sentence, no more than one for each clause, and where the first of them begins; -1: there is none. */
function foreignBans(sentence: string): { readonly bans: readonly ForeignBan[]; readonly from: number } {
  const bans: ForeignBan[] = [];
  let [from, end] = [-1, 0];
  for (const start of sentence.matchAll(CLAUSE_START)) {
    const at = start.index + start[0].length;
    if (at < end) continue;
    const rest = sentence.slice(at, at + CLAUSE_CHARS_MAX);
    const clause = rest.slice(0, CLAUSE_END.exec(rest)?.index ?? rest.length).replace(REASON, "");
    const ban = banOf(clause.trim(), sentence);
    if (ban === null) continue;
    bans.push(ban);
    end = at + clause.length;
    if (from < 0) from = at;
  }
  return { bans, from };
}

function banOf(clause: string, sentence: string): ForeignBan | null {
  const bare = clause.replace(OF_ANSWERS, " ").replace(/\s+/g, " ").trim().replace(LED, "");
  const isHead = HEADS.some((each) => each.test(bare));
  const stops = !isHead && STOPS.test(bare);
  const isOrdered = isHead || stops || LEAVES_OUT.test(bare) || LEFT_OUT.test(bare);
  const isSure = isOrdered || NONE.test(bare);
  if ((!isSure && !UNSURE.test(bare)) || TWOFOLD.test(bare)) return null;
  const condition = CONDITION.exec(bare);
  const said = bare.slice(0, condition?.index ?? bare.length);
  const forms = foreignForms(said, DROPPED);
  const act = forms === null && !IN_LANGUAGE.test(said) ? actOf(said) : "use";
  if (act === null) return null;
  const thing = forms?.names ?? IN_LANGUAGE.exec(said)?.[0] ?? thingOf(said);
  if (thing === "") return null;
  return {
    ...{ act, thing, isUnsure: !isSure, isOrdered },
    isLasting: stops || LASTS.test(clause) || LASTS_ALWAYS.test(sentence),
    isConditional:
      condition !== null || (forms?.isSomewhere ?? SOMEWHERE.test(thing)) || CONDITION.test(leadOf(sentence)),
  };
}

/** Before the first comma: "Wenn ich nach Rezepten frage, keine Listen". */
function leadOf(sentence: string): string {
  return /^[^,]{3,120},/.exec(sentence)?.[0].split(" ", 2).join(" ") ?? "";
}

const TWOFOLD = foreignWords(String.raw`
    ${DENIED_TWICE}|n['’]oublie\p{L}*|n['’]hésite\p{L}*|n['’]évite\p{L}*|n['’]arrête\p{L}*|no dejes|no olvides|no evites|ruhig drin|drin|stehen|nicht vermeiden`);

const ACTS = VERBS.map(([act, forms]) => [act, foreignWords(`(?:ne |n['’])?(?:zu )?(?:${forms})`)] as const);
const IN_LANGUAGE = foreignWords(
  "(?:auf|in|en) (?:deutsch|englisch|französisch|spanisch|italienisch|allemand|anglais|français|espagnol|italien|alem[aá]n|ingl[eé]s|franc[eé]s|español|castellano|italiano)",
);
const SPOKEN_OF = foreignWords("entendre parler|hören|saber (?:nada )?de|oír hablar");

/** null: no verb tells, or only one like "use", which forbids forms alone. */
function actOf(clause: string): ForbiddenAct | null {
  if (SPOKEN_OF.test(clause)) return "mention";
  const act = ACTS.find(([, forms]) => forms.test(clause))?.[0] ?? null;
  return act === "use" ? null : act;
}

/** Everything in an order that does not name what is forbidden. */
const DROPPED = foreignWords(
  String.raw`
    ${ANY_VERB}|nie wieder|nie mehr|niemals|nie|nicht|nichts|hören?|auf|höre?|mit|von|über|weg|weglassen|sparen|vermeiden|sein lassen|bleiben lassen|lass(?:en|t|e)?|sein|bleiben|schluss|genug|stopp?|verzicht(?:e|en|et)?|vermeid(?:e|en|et)?|spar(?:e|en)?|
    verschon(?:e|en)?|vor|an|will|kannst|könntest|sollst|du|sie|ich|ohne|kein\p{L}*|de[nmrs]|die|das|ein\p{L}*|deine?\p{L}?|meine?\p{L}?|diese\p{L}?|all\p{L}*|ganzen?|solche\p{L}*|zu viele?|zur sprache|
    ne|n|me|m|plus|jamais|pas|aucun\p{L}*|arrête[zr]?|cesse[zr]?|évite[zr]?|abstiens|toi|supprime[zr]?|bannis(?:sez)?|enlève[zr]?|retire[zr]?|vire[zr]?|renonce[zr]?|épargne|moi|fini(?:s|es)?|marre|assez|ras le bol|je|veux|
    que|tu|voir|lire|entendre|sans|zéro|un\p{L}{0,2}|seule?|avec|les?|la|des?|du|aux?|à|d|l|ce(?:tte|s|t)?|tes|mes|mon|ma|ton|ta|tous|toutes|sujet|propos|
    niemand\p{L}*|personne|rien|nadie|nada|no|nunca|jam[aá]s|nos|vuelvas?|dej[ae]|par[ae]|evit[ae]|quit[ae](?:me)?|elimin[ae]|suprim[ae]|omit[ae]|prescind[ae]|abst[eé]nte|basta|vale|nada|se|acabaron|quiero|ver|leer|volver|oír|saber|sin|cero|ni|con|el|l[ao]s?|al?|del|en?|mis?|tus?|es[aeo]s?|est[aeo]s?|tantos|tantas|sobre|
    ${FILLERS}`,
  "giu",
);
const THING_END = linear(/[,;:]|\s(?:und|et|y|pero|mais|aber|que|qui|der|die|das)\s/i);
/** "Den Mieterverein zu fragen", "de ir al gimnasio": what is done with it is not what it is. */
const DONE_WITH = linear(/\s(?:zu|um)\s+\p{L}+(?:en|n)$/iu);
const THING_WORDS_MAX = 5;
/** Of German verbs: "schlag … vor", "sprich … an". */
const PARTICLES = foreignWords("vor|an", "giu");
const LAST_MARKS = linear(/[\s,;:.]+$/);

function thingOf(clause: string): string {
  const words = clause
    .replace(PARTICLES, " ")
    .trim()
    .replace(DONE_WITH, "")
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, " ")
    .replace(DROPPED, " ")
    .replace(/^[\s,]+/, "");
  const named = words.slice(0, THING_END.exec(words)?.index ?? words.length);
  const thing = named
    .replace(/[^\p{L}\d -]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return thing.split(" ").length > THING_WORDS_MAX ? "" : thing;
}

export interface ForeignOrder {
  /** The sentence from where the order begins to where its reason does. */
  readonly said: string;
  /** Empty: it says how to answer from now on. */
  readonly bans: readonly ForeignBan[];
}

/** The order of a sentence, as far as it is one to the assistant. */
export function foreignOrder(sentence: string): ForeignOrder | null {
  if (REPORTED.test(sentence)) return null;
  const { bans, from } = foreignBans(sentence);
  const start = from >= 0 ? from : orderStart(sentence);
  if (start < 0) return null;
  // What it holds for belongs to it, wherever that stands.
  const said = sentence
    .slice(bans.some(({ isConditional }) => isConditional) ? 0 : start)
    .replace(REASON, "")
    .replace(LAST_MARKS, "");
  return { said, bans };
}

/** The verb that begins such an order: "antworte ab jetzt immer auf Deutsch". */
const ANSWERS = spread(
  String.raw`
    ^${LEAD}(?:antworte|schreib|sprich|rede|erklär|gib|fass|halt|mach|benutz|verwend|nutz|sei|duz|siez|formulier|nenn|rechne|bleib|unterschreib|
    réponds|écris|parle|explique|sois|tutoie|vouvoie|fais|donne|utilise|mets|reste|garde|signe|adresse|répondez|écrivez|parlez|soyez|
    respond|contést|contest|escrib|escríb|habl|hábl|respónd|explic|explíc|sé|sea|trát|trat|tut[eé]|haz|dame|da|usa|utiliz|pon|manten|mantén|firm)(?:a|e|en|es|me|ame|eme|as)?(?:me)?(?:-moi)?(?!\p{L})(?! (?:mir |moi |me )?(?:eine?n?|une?|una?|den|dem|le|la|el) )`,
  "iu",
);

/** Where an order begins that says how to answer, and in the same clause that this is to last; -1: nowhere. */
function orderStart(sentence: string): number {
  for (const start of sentence.matchAll(CLAUSE_START)) {
    const at = start.index + start[0].length;
    const clause = sentence.slice(at, at + CLAUSE_CHARS_MAX).split(/[,;:.!?]/, 1)[0]!;
    if (ANSWERS.test(clause) && LASTS_ALWAYS.test(clause)) return at;
  }
  return -1;
}

const LASTS_ALWAYS = foreignWords(`
    ${FROM_NOW_ON_ABROAD}|immer|grundsätzlich|toujours|siempre|desde (?:ahora|hoy)`);
