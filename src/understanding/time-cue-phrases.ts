// The words for times relative to today, such as "last week", in eleven languages.

export type Unit = "day" | "week" | "month" | "year" | "weekend";

/** Patterns over lower-case text. {one}, {many}, {n} and {weekday} stand for the tables of the same language. */
export interface Phrases {
  /** Every text with a phrase of this language has one of these words. null: its words are not separated by spaces. */
  readonly triggers: string | null;
  /** Phrases with a fixed meaning, `offset` units from the present one. "Today" is left out: few ask about it. */
  readonly fixed: readonly (readonly [unit: Unit, offset: number, pattern: string])[];
  /** Day, week, month, year and, where there is one, weekend: alone, and after a number. */
  readonly one: readonly string[];
  readonly many: readonly string[];
  /** One, two …; other forms of the same number follow after "|". */
  readonly numbers: string;
  /** Monday … Sunday. */
  readonly weekdays: string;
  readonly last: string | null;
  readonly current: string | null;
  readonly ago: string;
  /** The units up to today: "the past three days". */
  readonly past: string;
  readonly lastWeekday: string;
}

const CJK_NUMBERS = "一 二|两|兩 三 四 五 六 七 八 九 十 十一 十二";

/** In German and Dutch "hier" means "here": it counts only in a text with a French word. */
const FRENCH = "\\b(?:tu|nous|vous|avons|avez|ai|est|quoi|qu|que|quel|quelle|fait|dit|elle|il|les|la)\\b";
const FRENCH_HIER = `(?<=${FRENCH}.*)hier|hier(?=.*${FRENCH})|(?<=d['’])hier`;

export const PHRASES: readonly Phrases[] = [
  // English
  {
    triggers: "last past this ago yesterday",
    fixed: [
      ["day", -2, "(?:the )?day before yesterday"],
      ["day", -1, "yesterday|last night"],
      ["day", 0, "this morning"],
      ["week", -2, "(?:the )?week before last"],
      ["month", -2, "(?:the )?month before last"],
      ["year", -2, "(?:the )?year before last"],
    ],
    one: ["day", "week", "month", "year", "weekend"],
    many: ["days?", "weeks?", "months?", "years?"],
    numbers: "a|an|one two|couple|couple_of three four five six seven eight nine ten eleven twelve",
    weekdays: "monday tuesday wednesday thursday friday saturday sunday",
    last: "last {one}(?! of\\b)",
    current: "this {one}",
    ago: "(?<!half |and )(?:a (?=couple))?{n} {many} ago",
    past: "(?:last|past) (?:a )?{n} {many}|(?:the )past {one}",
    lastWeekday: "last {weekday}",
  },
  // German
  {
    triggers:
      "gestern vorgestern vorletzte vorletzten vorletzter vor letzte letzter letzten letztes vorige voriger vorigen voriges vergangene vergangener vergangenen vergangenes diese dieser diesen diesem dieses",
    fixed: [
      ["day", -2, "vorgestern"],
      ["day", -1, "gestern"],
      ["week", -2, "vorletzte[rn]? woche"],
    ],
    one: ["tag", "woche", "monats?", "jahr(?:es)?", "wochenende"],
    many: ["tag(?:en?)?", "wochen?", "monat(?:en?)?", "jahr(?:en?)?"],
    numbers: "ein|eine|einem|einer zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    weekdays: "montag dienstag mittwoch donnerstag freitag samstag|sonnabend sonntag",
    last: "(?:letzt|vorig|vergangen)e[nrsm]? {one}",
    current: "diese[nrsm]? {one}",
    ago: "vor {n} {many}",
    past: "(?:letzten|vergangenen) {n} {many}",
    lastWeekday: "(?:letzt|vorig|vergangen)en {weekday}",
  },
  // French
  {
    triggers: "hier dernier dernière derniere derniers dernières passé passée cette ce il",
    fixed: [
      ["day", -2, "avant-hier"],
      ["day", -1, FRENCH_HIER],
    ],
    one: ["jour", "semaine", "mois", "an|année", "week-?end"],
    many: ["jours?", "semaines?", "mois", "ans?|années?"],
    numbers: "un|une deux trois quatre cinq six sept huit neuf dix onze douze",
    weekdays: "lundi mardi mercredi jeudi vendredi samedi dimanche",
    last: "{one} (?:derni(?:er|ère|ere)|passée?)",
    current: "cet?(?:te)? {one}",
    ago: "il y a {n} {many}",
    past: "{n} derni[eè]re?s {many}",
    lastWeekday: "{weekday} (?:dernier|passé)",
  },
  // Spanish
  {
    triggers: "ayer anteayer antier anoche pasado pasada este esta hace últimos últimas",
    fixed: [
      ["day", -2, "anteayer|antier|antes de ayer"],
      ["day", -1, "ayer|anoche"],
    ],
    one: ["d[ií]a", "semana", "mes", "año", "fin de semana"],
    many: ["d[ií]as?", "semanas?", "mes(?:es)?", "años?"],
    numbers: "un|una dos tres cuatro cinco seis siete ocho nueve diez once doce",
    weekdays: "lunes martes miércoles|miercoles jueves viernes sábado|sabado domingo",
    last: "{one} pasad[oa]|pasad[oa] {one}",
    current: "est[ea] {one}",
    ago: "hace {n} {many}",
    past: "últim[oa]s {n} {many}",
    lastWeekday: "{weekday} pasado|pasado {weekday}",
  },
  // Portuguese
  {
    triggers: "ontem anteontem passado passada este esta neste nesta há atrás últimos últimas",
    fixed: [
      ["day", -2, "anteontem|antes de ontem"],
      ["day", -1, "ontem"],
    ],
    one: ["dia", "semana", "mês", "ano", "(?:fim|final) de semana"],
    many: ["dias?", "semanas?", "mês|meses", "anos?"],
    numbers: "um|uma dois|duas três|tres quatro cinco seis sete oito nove dez onze doze",
    weekdays:
      "segunda|segunda-feira terça|terça-feira quarta|quarta-feira quinta|quinta-feira sexta|sexta-feira sábado domingo",
    last: "{one} passad[oa]",
    current: "n?est[ea] {one}",
    ago: "há {n} {many}|{n} {many} atrás",
    past: "últim[oa]s {n} {many}",
    lastWeekday: "{weekday} passad[oa]",
  },
  // Dutch
  {
    triggers: "gisteren eergisteren vorig vorige afgelopen deze dit geleden",
    fixed: [
      ["day", -2, "eergisteren"],
      ["day", -1, "gisteren|gisteravond"],
    ],
    one: ["dag", "week", "maand", "jaar", "weekend"],
    many: ["dag(?:en)?", "we(?:ek|ken)", "maand(?:en)?", "ja(?:ar|ren)"],
    numbers: "een|één twee drie vier vijf zes zeven acht negen tien elf twaalf",
    weekdays: "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    last: "(?:vorige?|afgelopen) {one}",
    current: "(?:deze|dit) {one}",
    ago: "{n} {many} geleden",
    past: "(?:afgelopen|laatste) {n} {many}",
    lastWeekday: "(?:vorige|afgelopen) {weekday}",
  },
  // Italian
  {
    triggers: "ieri altroieri avantieri scorso scorsa passato passata quest questo questa fa ultimi ultime",
    fixed: [
      ["day", -2, "(?:l['’])?altro ieri|altroieri|avantieri|ieri l['’]altro"],
      ["day", -1, "ieri"],
    ],
    one: ["giorno", "settimana", "mese", "anno", "week-?end|fine settimana"],
    many: ["giorn[oi]", "settiman[ae]", "mes[ei]", "ann[oi]"],
    numbers: "un|uno|una due tre quattro cinque sei sette otto nove dieci undici dodici",
    weekdays: "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    last: "{one} (?:scors|passat)[oa]|scors[oa] {one}",
    current: "quest(?:[oa] |['’]){one}",
    ago: "{n} {many} fa",
    past: "ultim[ie] {n} {many}",
    lastWeekday: "{weekday} scors[oa]|scors[oa] {weekday}",
  },
  // Russian
  {
    triggers:
      "вчера позавчера позапрошлой позапрошлом прошлой прошлую прошлом прошлый прошлого прошлое прошлых этой этом эту этого назад последние последних",
    fixed: [
      ["day", -2, "позавчера"],
      ["day", -1, "вчера"],
      ["week", -2, "позапрошлой неделе"],
      ["year", -2, "позапрошлом году"],
      ["day", -1, "день (?:тому )?назад"],
      ["week", -1, "неделю (?:тому )?назад"],
      ["month", -1, "месяц (?:тому )?назад"],
      ["year", -1, "год (?:тому )?назад"],
    ],
    one: ["день", "недел[еюи]", "месяц[еа]?", "год[уа]?", "выходные|выходных"],
    many: ["день|дня|дней", "недел[юия]|недель", "месяц(?:а|ев)?", "года?|лет"],
    numbers: "один|одну|одна два|две три четыре пять шесть семь восемь девять десять одиннадцать двенадцать",
    weekdays: "понедельник вторник среду четверг пятницу субботу воскресенье",
    last: "прошл(?:ой|ую|ом|ый|ого|ые|ых) {one}",
    current: "эт(?:ой|у|ом|ого) {one}",
    ago: "{n} {many} (?:тому )?назад",
    past: "последни[ехй] {n} {many}",
    lastWeekday: "прошл(?:ый|ую|ое) {weekday}",
  },
  // Ukrainian
  {
    triggers:
      "вчора учора позавчора торік минулого минулому минулий минулу минулої минулої минулих цього цьому цей тому останні",
    fixed: [
      ["day", -2, "позавчора"],
      ["day", -1, "[ву]чора"],
      ["year", -1, "торік|рік тому"],
      ["week", -1, "тиждень тому"],
      ["month", -1, "місяць тому"],
    ],
    one: ["день|дня", "тиждень|тижня|тижні", "місяц[яі]|місяць", "року|році|рік", "вихідні|вихідних"],
    many: ["день|дні|днів", "тиждень|тижні|тижнів", "місяць|місяці|місяців", "рік|роки|років"],
    numbers: "один|одну два|дві три чотири п'ять|п’ять шість сім вісім дев'ять|дев’ять десять одинадцять дванадцять",
    weekdays:
      "понеділка|понеділок вівторка|вівторок середи|середу четверга|четвер п'ятниці|п’ятниці|п'ятницю суботи|суботу неділі|неділю",
    last: "минул(?:ого|ому|ий|их) {one}",
    current: "ц(?:ього|ьому|ей) {one}",
    ago: "{n} {many} тому",
    past: "останні[х]? {n} {many}",
    lastWeekday: "минул(?:ого|ої|у|ий) {weekday}",
  },
  // Japanese
  {
    triggers: null,
    fixed: [
      ["day", -2, "一昨日|おととい"],
      ["day", -1, "昨日|きのう|昨夜|昨晩"],
      ["week", -2, "先々週"],
      ["weekend", -1, "先週末"],
      ["week", -1, "先週"],
      ["week", 0, "今週"],
      ["month", -2, "先々月"],
      ["month", -1, "先月"],
      ["month", 0, "今月"],
      ["year", -2, "一昨年|おととし"],
      ["year", -1, "去年|昨年"],
      ["year", 0, "今年"],
    ],
    one: [],
    many: ["日", "週間?", "[かヶカヵケ]月", "年"],
    numbers: CJK_NUMBERS,
    weekdays: "月 火 水 木 金 土 日",
    last: null,
    current: null,
    ago: "{n} ?{many}前(?![半後])",
    past: "(?:過去|直近|最近|ここ)の? ?{n} ?{many}間?",
    lastWeekday: "先週の?{weekday}曜",
  },
  // Chinese, simplified and traditional
  {
    triggers: null,
    fixed: [
      ["day", -2, "(?<!\\d|[一二两兩三四五六七八九十几幾])前天"],
      ["day", -1, "昨[天晚]"],
      ["weekend", -1, "上[个個]?[周週]末"],
      ["week", -1, "(?<!以)上[个個]?(?:[周週](?![边邊围圍])|星期|礼拜|禮拜)"],
      ["week", 0, "[这這本][个個]?(?:[周週](?![边邊围圍])|星期|礼拜|禮拜)(?!末)"],
      ["month", -1, "上[个個]月"],
      ["month", 0, "[这這][个個]月|本月"],
      ["year", -2, "(?<!\\d|[一二两兩三四五六七八九十几幾])前年"],
      ["year", -1, "去年"],
      ["year", 0, "今年"],
    ],
    one: [],
    many: ["[天日]", "[个個]?(?:[周週]|星期|礼拜|禮拜)", "[个個]月", "年"],
    numbers: CJK_NUMBERS,
    weekdays: "一 二 三 四 五 六 [日天]",
    last: null,
    current: null,
    ago: "{n} ?{many}(?:以|之)?前(?![半后後提])",
    past: "(?:过去|過去|最近)的? ?{n} ?{many}",
    lastWeekday: "上[个個]?(?:[周週]|星期|礼拜|禮拜){weekday}",
  },
];
