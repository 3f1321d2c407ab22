// What kind of value a question asks for, and which passages hold such a one.

const ASKS_TIME =
  /\b(?:when|until|by when|deadline|how (?:long|soon|late|early|quickly)|(?:what|which|what's the|at what) (?:time|date|day|weekday|year|month|hour|week)s?|what days|wann|bis wann|cuándo|quand|quando|wanneer)(?!\p{L})|когда|いつ|何時|متى/iu;
const ASKS_NUMBER =
  /\bhow (?:much|many|often|long|old|soon|fast|slow|quickly|far|big|large|tall|high|deep|wide|thick|hot|cold|warm|heavy|loud|damp)\b|\b(?:number|amount|price|cost|rent|fee|sum|size|dimension|temperature|percent|percentage|share|rate|dose|budget|distance|weight|length|width|height|depth|factor|ratio|proportion|figure|diameter|pressure|thickness|speed|limit|maximum|minimum|code|version)s?\b|wie ?viele?|cuánt[oa]s?|combien|quant[oie]|hoeveel|сколько|いくつ|いくら|كم/iu;
const ASKS_NAME = /\b(?:who|whom|whose|names?|called|wer|wem|wen|quién|qui|chi|quem|wie heißt)(?!\p{L})|кто|誰|من /iu;

const TIME =
  /\d[:.]\d\d\b|\b(?:19|20)\d\d\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|noon|midnight|morning|evening|tonight|tomorrow|o'clock)\b|\d ?(?:am|pm|h|min)\b|\b(?:second|minute|hour|day|week|fortnight|month|year)s?\b|\d\. ?\p{L}|[年月日時分]/iu;
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
