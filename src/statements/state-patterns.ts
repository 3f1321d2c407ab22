// The ways in which people tell what somebody has one of at a time, by kind, in English, German, French and Spanish.
import { wordTable } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import type { StateKind } from "./state.ts";

export interface StatePattern {
  readonly kind: StateKind;
  readonly told: RegExp;
  /** It tells itself that it was otherwise before: "started at". */
  readonly fresh: boolean;
  /** "before": who stands before it. "user": nobody else can say so. "group": its first group; what it is stands in the second. */
  readonly of: "before" | "user" | "group";
  /** What it is must be written with a capital. */
  readonly named: boolean;
  /** It says "he" or "she" by the verb: without a subject it is nobody's. */
  readonly third?: boolean;
}

const PHRASE = String.raw`((?:[Tt]he )?[\p{L}\d][\p{L}\p{M}\d'’.-]*(?: (?:& )?[\p{L}\d][\p{L}\p{M}\d'’-]*){0,3})`;
const NOUN = String.raw`([\p{L}][\p{L}'’-]*)`;
const KIN = String.raw`(?:my |our )?(mum|mom|mother|dad|father|gran|granny|grandma|nan|grandad|grandpa|son|daughter|brother|sister|aunt|uncle|\p{L}{3,})`;
/** Of the nouns of a household. */
export const SERVICES = wordTable([
  ["internet broadband wifi fibre fiber dsl", "internet"],
  ["electricity energy power strom électricité electricidad luz", "electricity"],
  ["gas", "gas"],
  ["phone mobile sim handy handyvertrag móvil forfait", "phone"],
  ["bank banking girokonto", "bank"],
  ["insurance versicherung assurance seguro", "insurance"],
]);
const SERVICE = `(${[...SERVICES.keys()].join("|")})`;

/** `<what>` and the like stand for what is told. */
function expression(source: string): RegExp {
  const written = source
    .replaceAll("<what>", PHRASE)
    .replaceAll("<noun>", NOUN)
    .replaceAll("<kin>", KIN)
    .replaceAll("<service>", SERVICE);
  return linear(`(?<![\\p{L}\\d-])(?:${written})`, "iu");
}

type Rest = Omit<StatePattern, "told" | "kind">;
const BEFORE: Rest = { fresh: false, of: "before", named: false };
const THIRD: Rest = { fresh: false, of: "before", named: true, third: true };
const BEFORE_NAMED: Rest = { fresh: false, of: "before", named: true };
const USERS: Rest = { fresh: false, of: "user", named: false };
const BEGUN: Rest = { fresh: true, of: "before", named: true };
const BEGUN_BY_USER: Rest = { fresh: true, of: "user", named: true };
const OF_GROUP: Rest = { fresh: false, of: "group", named: true };
const BEGUN_OF_GROUP: Rest = { fresh: true, of: "group", named: true };

const EMPLOYERS: readonly (readonly [string, Rest])[] = [
  [
    String.raw`(?:work|working|employed) (?:now |currently |nights |days |part[- ]time |full[- ]time |as an? [\p{L} -]{2,30}? )?(?:at|for|by) <what>`,
    BEFORE,
  ],
  [
    String.raw`works (?:now |currently |nights |days |part[- ]time |full[- ]time |as an? [\p{L} -]{2,30}? )?(?:at|for) <what>`,
    THIRD,
  ],
  [
    String.raw`(?:i['’]?m|i am|you are|you['’]re) (?:an?|the) (?:[\p{L}-]+ ){0,2}?(?!member|customer|visitor|volunteer|beginner|newcomer|learner|prisoner|regular)(?:\p{L}*(?:er|or|ist|ician|man|woman|nurse|chef|lead|clerk|cook|assistant)) (?:at|for|with) <what>`,
    { ...USERS, named: true },
  ],
  [
    "(?:(?:just |only |recently )?started|began) (?:work(?:ing)? |my new job |a new job |the new job )?(?:at|with|for) <what>",
    BEGUN,
  ],
  ["(?:my )?first (?:day|week|shift|month) (?:of work )?(?:at|with) <what>", BEGUN],
  [
    "(?:new (?:job|role|position|employer)|hired by|taken on by|(?:got|accepted|landed) (?:the|a|my) (?:new )?(?:job|position|role))(?: is)?(?: at| with| for)? <what>",
    BEGUN,
  ],
  ["signed with <what>", BEGUN_BY_USER],
  [
    String.raw`(?:arbeite|arbeitest|arbeiten|arbeitet|jobbe|jobbst)(?: (?:ich|wir|jetzt|seit|noch|gerade|aktuell|weiterhin|\p{L}+tags)){0,3} (?:bei|für)(?: der| dem)? <what>`,
    BEFORE_NAMED,
  ],
  ["bei(?: der| dem)? <what> angefangen", BEGUN],
  [
    "(?:neuer arbeitgeber ist|neue[rn]? (?:job|stelle) bei|erster (?:arbeits)?tag bei|ich (?:bin )?zu) <what>(?: gewechselt)?",
    BEGUN_BY_USER,
  ],
  [
    "(?:bosse|bosses|bossez|travaille|travailles|travaillez|travaillons)(?: (?:maintenant|actuellement|toujours)){0,2} (?:chez|pour|à la|au) <what>",
    BEFORE_NAMED,
  ],
  [
    "(?:j['’]ai|je viens de) (?:commencé|commencer|signé|signer)(?: à (?:bosser|travailler))? chez <what>",
    BEGUN_BY_USER,
  ],
  ["(?:embauchée? (?:chez|par)|nouveau (?:boulot|travail|job|poste) chez) <what>", BEGUN],
  [
    String.raw`(?:trabajo|trabajas|trabajamos|trabajáis|curro|curras|currando|trabajando)(?: (?:ahora|actualmente|ya))?(?: (?:de|como) \p{L}+)? (?:en|para) <what>`,
    { ...USERS, named: true },
  ],
  [
    "(?:he empezado|empecé|acabo de empezar|he entrado|entré|me han (?:cogido|contratado))(?: a (?:trabajar|currar))? (?:en|con) <what>",
    BEGUN_BY_USER,
  ],
];

const PLACES: readonly (readonly [string, Rest])[] = [
  [
    String.raw`(?:wohne?|wohnst|wohnen|lebe?|lebst|leben)(?: (?:ich|wir|du|ihr|jetzt|noch|wieder|immer|seit|drei|zwei|vier|fünf|\d+|\p{L}*jahr(?:en)?|langem|mittlerweile|inzwischen)){0,6} in <what>`,
    BEFORE_NAMED,
  ],
  [
    String.raw`(?:wohnt|lebt)(?: (?:ihr|jetzt|noch|wieder|immer|seit|\d+|\p{L}*jahr(?:en)?|mittlerweile|inzwischen)){0,5} in <what>`,
    THIRD,
  ],
  [
    String.raw`(?:(?:bin|sind|bist|seid|ist)(?: (?:ich|wir|du|ihr|jetzt|gerade|\p{L}+ (?:monat|woche|wochenende|jahr)))*) nach <what> (?:um)?gezogen`,
    BEGUN,
  ],
  ["(?:(?:bin|sind|bist|seid|ist)(?: (?:ich|wir|du|ihr|jetzt|gerade))*) (?:um)?gezogen nach <what>", BEGUN],
  [
    "(?:habite|habites|habitons|habitez|vis|vivons|vivez|vit)(?: (?:maintenant|toujours|ensemble|encore|désormais)){0,2} (?:à|au|aux|en) <what>",
    BEFORE_NAMED,
  ],
  ["(?:a|ai|avons|as|avez) (?:déménagé|emménagé) (?:à|au|en) <what>", BEGUN],
  ["(?:s['’]est|me suis|nous sommes|vous êtes) installée?s? (?:à|au|en) <what>", BEGUN],
  [
    "(?:vivo|vives|vivimos|vivís|resido|residimos)(?: (?:ahora|ya|actualmente|todavía|aún|juntos)){0,2} en <what>",
    { ...USERS, named: true },
  ],
  ["vive(?: (?:ahora|ya|todavía|aún))? en <what>", THIRD],
  [
    "(?:me he mudado|nos hemos mudado|me mudé|nos mudamos|me he trasladado|nos hemos trasladado) a <what>",
    BEGUN_BY_USER,
  ],
  ["(?:settled|moved) <kin> (?:in)?to <what>", BEGUN_OF_GROUP],
  [
    String.raw`<kin>(?:['’]s| is)(?: (?:still|living|on (?:her|his) own|all alone|alone)){0,3} in (?:the|a|an|her|his) \p{L}+ in <what>`,
    OF_GROUP,
  ],
  ["(?:our|my) (?:flat|house|place|apartment|home) in <what>", { ...USERS, named: true }],
  [
    "(?:(?:spent )?(?:our |my )?first night|now live|settled in(?:to)?) (?:in )?(?:the |our )?(?:new )?<what> (?:house|flat|place|apartment)",
    BEGUN,
  ],
];

const OTHERS: readonly (readonly [StateKind, string, Rest])[] = [
  [
    "name",
    "(?:changed my name to|my name is now|i now go by|i(?:['’]m| am) now called) <what>",
    { ...BEGUN_BY_USER, named: false },
  ],
  ["name", "(?:(?:my|your) name(?: is|['’]s)|(?:i|you)(?:['’]m|['’]re| am| are) called|i go by) <what>", USERS],
  [
    "name",
    "(?:ich heiße|du heißt|mein name ist|dein name ist|je m['’]appelle|tu t['’]appelles|vous vous appelez|mon nom est|me llamo|te llamas|mi nombre es|tu nombre es)(?: (?:jetzt|maintenant|ahora|désormais))? <what>",
    USERS,
  ],
  ["work", String.raw`(?:arbeite|arbeitest)(?: (?:ich|jetzt|seit \p{L}+)){0,2} als <what>`, USERS],
  ["work", "(?:travaille|travailles|bosse|bosses)(?: maintenant)? comme <what>", USERS],
  ["work", "(?:trabajo|trabajas|curro)(?: ahora)? (?:de|como) <what>", USERS],
  ["team", String.raw`(?:play|playing)(?: [\p{L}\d-]+){0,3}? for <what>`, BEFORE],
  ["team", String.raw`plays(?: [\p{L}\d-]+){0,3}? for <what>`, THIRD],
  ["team", "(?:signed|signing) (?:with|for) <what>", BEGUN],
  [
    "team",
    String.raw`(?:spielt|spiele)(?: jetzt)?(?: \p{L}+ball)? (?:bei|für|beim)(?: der| dem)? <what>`,
    BEFORE_NAMED,
  ],
  [
    "team",
    String.raw`(?:joue|juega|juego)(?: (?:maintenant|ahora))?(?: (?:au|al) \p{L}+)? (?:à|au|pour|en|con) <what>`,
    BEFORE_NAMED,
  ],
  ["team", "(?:ha fichado por|a signé (?:à|au|avec|chez)) <what>", BEGUN],
  ["vehicle", "drives? (?:an? |the )?(?:little |old |new |electric )*<what>", BEFORE_NAMED],
  ["title", "(?:calling|call|naming|named) (?:the|our) <noun> <what>", OF_GROUP],
  ["title", "(?:the|our|my) <noun>(?:['’]s| is) (?:called|named) <what>", OF_GROUP],
  [
    "title",
    "(?:the|our|my) <noun>(?: will be|['’]s (?:going to|gonna) be| is (?:going to|gonna) be|['’]s now| is now|['’]s been| has been) (?:called|named|renamed) (?:to )?<what>",
    BEGUN_OF_GROUP,
  ],
  ["title", "renam(?:ed|ing) (?:the|our|my) <noun> (?:to |as )?<what>", BEGUN_OF_GROUP],
  ["title", "(it)(?:['’]s| is| will)(?: going to| gonna)? be called <what>", BEGUN_OF_GROUP],
  [
    "provider",
    String.raw`<service>(?: provider| supplier| contract)?(?:['’]s| is| ist| est| es)(?: [^\s.,;!?]+){0,5}? (?:with|bei|chez|con) <what>`,
    OF_GROUP,
  ],
  ["provider", "<service>(?:anbieter| provider| supplier)(?:['’]s| is| ist) <what>", OF_GROUP],
  [
    "provider",
    "(?:switched|moved|changed|transferred) (?:the |our |my )?<service> (?:over )?to <what>",
    BEGUN_OF_GROUP,
  ],
  ["provider", String.raw`<service>(?: [^\s.,;!?]+){0,4}? zu <what> gewechselt`, BEGUN_OF_GROUP],
];

export const STATE_PATTERNS: readonly StatePattern[] = [
  ...EMPLOYERS.map(([source, rest]) => ({ kind: "employer" as const, told: expression(source), ...rest })),
  ...PLACES.map(([source, rest]) => ({ kind: "place" as const, told: expression(source), ...rest })),
  ...OTHERS.map(([kind, source, rest]) => ({ kind, told: expression(source), ...rest })),
];
