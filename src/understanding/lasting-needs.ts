// Tells packets that state a lasting need or taste, and questions in whose answers such needs matter.
import { linear } from "../matching/linear-expression.ts";
import { spread } from "./rule-words.ts";

/** A need said after pages of text is not looked for. */
const CHARACTERS_MAX = 4_096;

/** What a body, a belief or a principle does not take. */
const NEEDS = spread(
  String.raw`
    \b(?:allerg(?:y|ies|ic|ist)|\p{L}+-allerg\p{L}+|intoleran(?:t|ce)s?|co?eliac|gluten|lactose|dairy[- ]free|nut[- ]free|sugar[- ]free|
    diabet\p{L}+|asthma(?:tic)?|migraines?|epilep\p{L}+|eczema|arthritis|sciatica|insomnia|vertigo|tinnitus|hay ?fever|ibs|adhd|autis\p{L}+|
    dyslexi[ac]|colou?r ?blind|hard of hearing|wheelchair|crutches|pacemaker|blood (?:thinners?|pressure)|warfarin|insulin|epipen|pregnant|
    breastfeeding|vegan|vegetarian|pescatarian|veg|kosher|halal|teetotal(?:ler)?|sober|keto|low[- ](?:carb|salt|sodium|fat)|
    (?:motion|sea|car|travel|air) ?sick(?:ness)?|claustrophobi[ac]|phobia|forbidden|strict(?:ly)?|
    laktose\p{L}*|glutenfrei|zöliakie|diabetiker(?:in)?|unverträglich\p{L}*|\p{L}*allergi(?:e|en|sch|ker)|vegetari(?:er|sch|erin)|verboten|
    light sleeper|left[- ]handed|night owl|(?:early|late) riser|(?:morning|night|dog|cat) person|introvert(?:ed)?|sweet tooth|caffeine|decaf|
    ramadan|fasting|sabbath|shabbat|plastic[- ]free|single[- ]use|second[- ]hand|fair ?trade|animal testing|bullet points|emojis?|
    exclamation (?:marks?|points?)|jargon|(?:bad|dodgy|sore|weak|poor|stiff|replaced|new) (?:knees?|back|hips?|shoulders?|hearts?|eyes?|eyesight|
    ankles?|wrists?|neck|stomach|hearing)|(?:knees?|back|hips?|shoulders?|ankles?|eyes?) (?:is|are|isn['’]?t|aren['’]?t|hurts?|replaced|not)|
    shellfish|latex|pollen|reflux|heartburn|gout|ulcers?|thyroid|cholesterol|ana?emi[ac]|crohn['’]?s|psoriasis|dermatitis|lupus|
    fibromyalgia|endometriosis|dementia|parkinson['’]?s|hearing aids?|deaf|partially sighted|walking (?:frame|stick)|prosthetic|
    plant[- ]based|wholefood|low[- ]fat|buddhist|hindu|muslim|jewish|dry january|recovering|heights|needles|
    hives|welts|rash(?:es)?|upset stomach|panic attacks?|anxiety|anxious|squeamish|crowds|teetotalism|spicy|
    rollstuhl|bandscheibe|nüchtern|koffein\p{L}*|vegan\p{L}*|nussallergie|
    schwanger|alérgic[oa]|allergique|végétarien(?:ne)?|vegetarian[oa]|celíac[oa]|diabétic[oa])\b`,
  "iu",
);

/** What somebody will not, cannot or would rather have. */
const TASTES = spread(
  String.raw`
    \b(?:hates?|loath(?:e|es)|detests?|despises?|refuses? to|avoids?|dislikes?|prefers?|favou?rites?|(?:can(?:no|['’]?)t|can not|couldn['’]?t)[ ]
    (?:stand|abide|bear|eat|drink|do|have|kneel|lift|bend|sit|stay|walk|run|climb|take|handle|tolerate|use|wear|swim|drive|fly)|
    (?:do not|don['’]?t|does not|doesn['’]?t|won['’]?t) (?:eat|drink|like|do|care for|wear|fly|drive|smoke|touch|use)|not (?:a (?:big )?fan|
    keen|allowed|supposed|to sit|to eat|to drink|to lift)|gives? me (?:a |an |awful |bad |terrible |such )?\p{L}+|makes? me (?:sick|ill|sneeze|sleepy)|
    (?:gave|given|giving) up|swor[en] off|went off|stopped (?:eating|drinking|smoking)|quit (?:drinking|smoking|sugar)|i never|i only|i always|
    rather (?:not|have)|not so much|(?:said|says|wants?) no \p{L}+|beginner|a[12] (?:only|level)|(?:scared|afraid|terrified) of|(?:cut|cutting) (?:out|down)|trying not to|must (?:cut|avoid|not)|no \p{L}+,? please|
    (?:please|pls) (?:write|do not|don['’]?t|never|always|use|keep|avoid|call|no)|don['’]?t (?:ever )?(?:give|send|put|be|use|let|call|suggest) me|
    i (?:love|adore|need|swear by|insist)|can(?:no|['’]?)t tell|mustn['’]?t|off (?:caffeine|alcohol|sugar|meat|dairy|gluten|wheat|bread|coffee)|
    struggles? with|sets? (?:me|my \p{L}+) off|bothers (?:me|my)|turns my stomach|disagrees? with me|(?:doesn['’]?t|don['’]?t|does not) agree with|makes? my \p{L}+|brings? me out|
    (?:can(?:no|['’]?)t|can not) (?:afford|concentrate|focus|see|hear|read|sleep|stomach|deal)|(?:terrified|frightened|wary) of|
    (?:i['’]?m|i am|she['’]?s|he['’]?s|they['’]?re) (?:more of )?an? \p{L}+ (?:person|eater|drinker|sleeper|type)|rule of mine|on principle|
    for (?:religious|health|medical|ethical) reasons|no longer (?:eats?|drinks?|uses?|wears?|flys?)|(?:any|every)thing but|nothing (?:with|too)|
    we don['’]?t (?:do|have|own|use)|keep (?:it|them|things|answers|replies) (?:short|simple|brief|formal|plain|casual)|in (?:plain|simple) \p{L}+|
    (?:nicht|kaum|nie) (?:trinken|essen|fliegen|fahren)|ich (?:brauche?|liebe) |angst vor|ekelt?|(?:he|she|they) (?:loves|adores|love)|(?:doctor|dr\.? \p{L}+|physio|dieti[ct]ian|allergist|gp|surgeon|dentist|
    (?:my|the) (?:doc|knee|back|hip))['’]?s? (?:\p{L}+ )?(?:says?|said|tells?|told|having|wants?)|so write|from now on|
    hasse|hasst|mag (?:kein|nicht)\p{L}*|(?:vertrage|verträgt|vertragen)|ess[et]? kein\p{L}*|trinke? kein\p{L}*|(?:bitte|will) ["„]?kein\p{L}*|
    darf (?:ich |man )?(?:nicht|kein)\p{L}*|kann kein\p{L}*|reagiere? (?:\p{L}+ ){0,3}auf|lieblings\p{L}+|am liebsten|ab jetzt|
    odio|no (?:soporto|como|bebo)|prefiero|déteste|ne (?:mange|bois|supporte)|préfère|preferisco|prefiro)\b`,
  "iu",
);

/** Whether the text tells what somebody needs, cannot have or would rather have, beyond this one turn. */
export function tellsNeed(text: string): boolean {
  const read = text.slice(0, CHARACTERS_MAX);
  return NEEDS.test(read) || TASTES.test(read);
}

/** Asks for advice, or for something to be made. */
const ASKS = spread(
  String.raw`
    \b(?:should|shall|could|would|might) (?:i|we|you)\b|\bcan you\b|\bhad (?:i|we) best\b|\bbest way\b|
    \bdo you (?:suggest|recommend|propose)\b|(?:^|[.,!?;:] ?)(?:please |pls |and |then |now |go |so )?(?:suggest|recommend|propose|plan|draft|
    write|compare|pick|choose|help|make|create|design|give|book|order|invite|reply|answer)\b|
    \bwhat (?:do |can |to )(?:i |we )?(?:pack|wear|make|cook|order|bring|say|answer|buy|get|do|put|eat|drink|take|serve|give|watch|read|play)\b|
    \bwhat (?:i|we) can\b|
    \b(?:soll|sollte|könnte|kann|würdest) (?:ich|wir|man|du)\b|\b(?:was|wie|wohin)(?: \p{L}+){1,4} (?:ich|wir)\b|
    (?:^|[.,!?;:] ?)(?:bitte )?(?:schreib|plan|erklär|gib|mach|such|nenn)e?\b|
    \b(?:recomi(?:enda|éndame)|qué (?:puedo|debería|me pongo)|conseille|que (?:puis|dois)-je|suggerisci|cosa (?:posso|dovrei))\b`,
  "iu",
);
/** What is wanted, in a question that does not ask what somebody said or did. */
const WANTED = spread(
  String.raw`
    \b(?:ideas?|tips?|advice|good (?:pairing|place|spot|way|one|present|gift|choice|for)|(?:be|is it|are they) (?:good|safe|ok(?:ay)?|fine|suitable|alright)|
    (?:what|which) (?:kind|sort|type|brand)|(?:can|could) (?:he|she|they)|to (?:buy|bring|cook|wear|eat|drink|order|serve|pack|bake|sip|watch|read|listen)|
    recipe|menu|snacks?|packing list|meal plan|itinerary|thoughts|suggestions?|recommendations?|options|which kind|thinking of|need (?:something|somebody|some)|
    suggested|would (?:s?he|they) (?:actually |really )?(?:like|use|want|enjoy)|something (?:for|with|to)|ideen?|tipps?|vorschl[aä]g\p{L}*|
    empfehlung\p{L}*|sugerencias?|suggeriment[oi])\b`,
  "iu",
);
/** Asks for an explanation: how somebody wants to be answered matters, and what else they need does not. */
const EXPLAINS = spread(
  String.raw`
    (?:^|[.,!?;:] ?)(?:please |pls |and |then |now |ok |so )?(?:(?:can|could|would) you )?(?:explain|tell|teach|describe|summari[sz]e|list|show|
    erklär|beschreib|explica|explique|spiega)\p{L}*\b`,
  "iu",
);
const RECALLS = linear(/^(?:\p{L}+[ '’]+){1,4}(?:did|does|do|has|have|had|was|were)\b/iu);

/** Whether needs and tastes of the user matter for the answer, whatever the question names. */
export function needsMatter(question: string): boolean {
  return asksForAdvice(question) || EXPLAINS.test(question.slice(0, CHARACTERS_MAX));
}

/** Whether the user asks for advice, or for something to be made. */
export function asksForAdvice(question: string): boolean {
  const read = question.slice(0, CHARACTERS_MAX);
  if (EXPLAINS.test(read)) return false;
  return ASKS.test(read) || (WANTED.test(read) && !RECALLS.test(read));
}
