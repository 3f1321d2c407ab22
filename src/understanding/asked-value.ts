// What kind of value a question asks for, and which passages hold such a one.

const ASKS_TIME =
  /\b(?:when|until|deadline|(?:what|which|what's the) (?:latest |last |first )?(?:time|date|day|weekday|year|month|hour|week)s?|wann|cuándo|quand|quando|wanneer)(?!\p{L})|когда|いつ|何時|متى/iu;
const ASKS_NUMBER =
  /\bhow (?:much|many|often|long|old|soon|fast|slow|quickly|far|big|large|tall|high|deep|wide|thick|hot|cold|warm|heavy|loud|damp)\b|\b(?:number|amount|price|cost|rent|fee|sum|size|dimension|temperature|percent|percentage|share|rate|dose|budget|distance|weight|length|width|height|depth|factor|ratio|proportion|figure|diameter|pressure|thickness|speed|limit|maximum|minimum|code|version)s?\b|wie ?(?:viele?|lange)|cuánt[oa]s?|combien|quant[oie]|hoeveel|сколько|いくつ|いくら|كم/iu;
const ASKS_NAME = /\b(?:who|whom|whose|names?|called|wer|wem|wen|quién|qui|chi|quem|wie heißt)(?!\p{L})|кто|誰|من /iu;

/** A clock, a date, a day of the week. Names of months have a capital: others "may". */
const TIME =
  /\d[:.]\d\d(?!\d)|(?<!\d)(?:19|20)\d\d(?!\d)|(?<!\p{L})(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October|November|December|[Nn]oon|[Mm]idnight|o['’]clock)(?!\p{L})|\d ?(?:am|pm|h)(?!\p{L})|\d\. ?\p{L}|[年月日時]/u;
const NUMBER =
  /\p{N}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|\p{L}{3,5}teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|halve|third|quarter|twice|once|double)\b/iu;
/** A capital inside a sentence, or a text without such a thing as capitals. */
const NAME = /[\p{L}\p{N},;:’'*"] [*"]?\p{Lu}|\p{Lo}/u;
/** The number of an item in a list is no value. */
const MARKER = /^\s*(?:\*\*)?\d{1,3}[.)]\s/;

export type HoldsValue = (passage: string) => boolean;

/** Tells passages that hold what the question asks for; null where it does not say what kind of value it wants. */
export function valueAskedBy(question: string): HoldsValue | null {
  const kinds = [
    ...(ASKS_TIME.test(question) ? [TIME] : []),
    ...(ASKS_NUMBER.test(question) ? [NUMBER] : []),
    ...(ASKS_NAME.test(question) ? [NAME] : []),
  ];
  if (kinds.length === 0) return null;
  return (passage) => {
    const said = passage.replace(MARKER, "");
    return kinds.some((kind) => kind.test(said));
  };
}
