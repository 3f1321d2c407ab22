// The words that values are written with, in English, German, Spanish and French.
import { SMALL_COUNTS } from "../base/number-words.ts";
import { wordTable } from "../base/word-set.ts";

const GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split(" ");
const GERMAN_ONES = "ein zwei drei vier fünf sechs sieben acht neun".split(" ");

/** "dreiundzwanzig" is one word. */
const GERMAN_COMPOUNDS = GERMAN_TENS.flatMap((ten, tenAt) =>
  GERMAN_ONES.map((one, oneAt): [string, number] => [`${one}und${ten}`, (tenAt + 2) * 10 + oneAt + 1]),
);

/** Numbers below one hundred that are one word. */
export const SMALL_NUMBERS: ReadonlyMap<string, number> = new Map([
  ...wordTable([
    ["zero null cero zéro", 0],
    ["one eins uno une", 1],
    ...SMALL_COUNTS,
    ["both", 2],
    ["once", 11],
    ["dozen", 12],
    ["thirteen dreizehn trece treize", 13],
    ["fourteen vierzehn catorce quatorze", 14],
    ["fifteen fünfzehn quince quinze", 15],
    ["sixteen sechzehn dieciséis seize", 16],
    ["seventeen siebzehn diecisiete", 17],
    ["eighteen achtzehn dieciocho", 18],
    ["nineteen neunzehn diecinueve", 19],
    ["twenty zwanzig veinte vingt", 20],
    ["thirty dreißig dreissig treinta trente", 30],
    ["forty fourty vierzig cuarenta quarante", 40],
    ["fifty fünfzig cincuenta cinquante", 50],
    ["sixty sechzig sesenta soixante", 60],
    ["seventy siebzig setenta", 70],
    ["eighty achtzig ochenta", 80],
    ["ninety neunzig noventa", 90],
    ["cien ciento", 100],
    ["doscientos doscientas", 200],
    ["trescientos trescientas", 300],
    ["cuatrocientos cuatrocientas", 400],
    ["quinientos quinientas", 500],
    ["seiscientos seiscientas", 600],
    ["setecientos setecientas", 700],
    ["ochocientos ochocientas", 800],
    ["novecientos novecientas", 900],
  ]),
  ...GERMAN_COMPOUNDS,
]);

/** Words that multiply the number before them. */
export const MULTIPLIERS: ReadonlyMap<string, number> = wordTable([
  ["hundred hundert cent", 100],
  ["thousand tausend mil mille k grand", 1_000],
  ["million millionen millón millones millions m mio", 1_000_000],
]);

/** "third" and "3rd" alike; the words alone are used where a day of a month follows or "of". */
export const ORDINAL_WORDS: ReadonlyMap<string, number> = wordTable([
  ["first ersten premier primero", 1],
  ["second zweiten", 2],
  ["third dritten", 3],
  ["fourth vierten", 4],
  ["fifth fünften", 5],
  ["sixth sechsten", 6],
  ["seventh siebten", 7],
  ["eighth achten", 8],
  ["ninth neunten", 9],
  ["tenth zehnten", 10],
  ["eleventh", 11],
  ["twelfth", 12],
  ["thirteenth", 13],
  ["fourteenth", 14],
  ["fifteenth", 15],
  ["sixteenth", 16],
  ["seventeenth", 17],
  ["eighteenth", 18],
  ["nineteenth", 19],
  ["twentieth", 20],
  ["thirtieth", 30],
]);
export const ORDINAL_ENDINGS: ReadonlySet<string> = new Set(["st", "nd", "rd", "th"]);

/** 1 to 12. Short forms stand where a number is beside them. */
export const MONTHS: ReadonlyMap<string, number> = wordTable([
  ["january januar enero janvier jan", 1],
  ["february februar febrero février feb", 2],
  ["march märz marzo mars mar", 3],
  ["april abril avril apr", 4],
  ["may mai mayo", 5],
  ["june juni junio juin jun", 6],
  ["july juli julio juillet jul", 7],
  ["august agosto août aug", 8],
  ["september septiembre septembre sep sept", 9],
  ["october oktober octubre octobre oct okt", 10],
  ["november noviembre novembre nov", 11],
  ["december dezember diciembre décembre dec dez", 12],
]);

/** 1 is Monday. */
export const WEEKDAYS: ReadonlyMap<string, number> = wordTable([
  ["monday mondays mon montag montags lunes lundi lundis", 1],
  ["tuesday tuesdays tue tues dienstag dienstags martes mardi mardis", 2],
  ["wednesday wednesdays wed weds mittwoch mittwochs miércoles mercredi mercredis", 3],
  ["thursday thursdays thu thur thurs donnerstag donnerstags jueves jeudi jeudis", 4],
  ["friday fridays fri freitag freitags viernes vendredi vendredis", 5],
  ["saturday saturdays sat samstag samstags sonnabend sábado sábados samedi samedis", 6],
  ["sunday sundays sun sonntag sonntags domingo domingos dimanche dimanches", 7],
]);
/** A weekday by these only where it is written with a capital, or beside a date or time. */
export const DOUBTFUL_WEEKDAYS: ReadonlySet<string> = new Set(["sun", "sat", "mon", "wed", "mar"]);

export interface Unit {
  readonly dimension:
    | "money"
    | "length"
    | "mass"
    | "volume"
    | "area"
    | "temperature"
    | "duration"
    | "percent"
    | "energy"
    | "data";
  readonly name: string;
  /** How many of the dimension's base unit it is; 0: cannot be converted. */
  readonly size: number;
}

function unit(words: string, dimension: Unit["dimension"], name: string, size: number): [string, Unit] {
  return [words, { dimension, name, size }];
}

export const UNITS: ReadonlyMap<string, Unit> = wordTable([
  unit("£ quid gbp", "money", "GBP", 0),
  unit("€ euro euros eur", "money", "EUR", 0),
  unit("$ dollar dollars bucks usd", "money", "USD", 0),
  unit("franken chf francs", "money", "CHF", 0),
  unit("₹ rupee rupees rs inr", "money", "INR", 0),
  unit("₦ naira ngn", "money", "NGN", 0),
  unit("¥ yen jpy", "money", "JPY", 0),
  unit("zł złoty zloty zlotys pln", "money", "PLN", 0),
  unit("kr kroner kronor krona krone krónur nok sek dkk isk", "money", "kr", 0),
  unit("kč koruna korun crowns czk", "money", "CZK", 0),
  unit("lei", "money", "RON", 0),
  unit("forint forints huf", "money", "HUF", 0),
  unit("lira liras", "money", "TRY", 0),
  unit("peso pesos mxn", "money", "peso", 0),
  unit("reais brl", "money", "BRL", 0),
  unit("yuan rmb cny", "money", "CNY", 0),
  unit("baht thb", "money", "THB", 0),
  unit("ringgit myr", "money", "MYR", 0),
  unit("rand zar", "money", "ZAR", 0),
  unit("cedi cedis ghs", "money", "GHS", 0),
  unit("shilling shillings ksh kes", "money", "KES", 0),
  unit("dirham dirhams aed", "money", "AED", 0),
  unit("p pence cent cents", "money", "cent", 0),
  unit("mm millimetre millimetres millimeter millimeters", "length", "mm", 0.001),
  unit("cm centimetre centimetres centimeter centimeters zentimeter", "length", "cm", 0.01),
  unit("metre metres meter meters metro metros mètre mètres", "length", "m", 1),
  unit("km kms kilometre kilometres kilometer kilometers k kilómetros kilomètres", "length", "km", 1000),
  unit("mile miles mi meilen", "length", "mile", 1609.34),
  unit("foot feet ft", "length", "ft", 0.3048),
  unit("inch inches", "length", "in", 0.0254),
  unit("yard yards", "length", "yd", 0.9144),
  unit("mcg microgram micrograms mikrogramm", "mass", "mcg", 1e-9),
  unit("mg milligram milligrams milligramm miligramos", "mass", "mg", 1e-6),
  unit("g gram grams gramm gramos grammes", "mass", "g", 0.001),
  unit("kg kilo kilos kilogram kilograms kilogramm", "mass", "kg", 1),
  unit("lb lbs", "mass", "lb", 0.4536),
  unit("oz ounce ounces", "mass", "oz", 0.02835),
  unit("stone", "mass", "stone", 6.35),
  unit("ton tons tonne tonnes tonnen", "mass", "t", 1000),
  unit("ml millilitre millilitres milliliter", "volume", "ml", 0.001),
  unit("cl", "volume", "cl", 0.01),
  unit("l litre litres liter liters litros", "volume", "l", 1),
  unit("gallon gallons", "volume", "gal", 4.546),
  unit("pint pints", "volume", "pint", 0.568),
  unit("celsius °c °", "temperature", "C", 0),
  unit("fahrenheit °f", "temperature", "F", 0),
  unit("mb megabyte megabytes", "data", "MB", 0.001),
  unit("gb gig gigs gigabyte gigabytes", "data", "GB", 1),
  unit("tb terabyte terabytes", "data", "TB", 1000),
  unit("second seconds sec secs sekunden", "duration", "second", 1 / 86400),
  unit("minute minutes min mins minuten minutos", "duration", "minute", 1 / 1440),
  unit("hour hours hr hrs h stunde stunden hora horas heure heures", "duration", "hour", 1 / 24),
  unit("day days tag tage tagen día días jour jours", "duration", "day", 1),
  unit("night nights nacht nächte noches nuits", "duration", "night", 1),
  unit("week weeks wk wks woche wochen semana semanas semaine semaines", "duration", "week", 7),
  unit("month months monat monate monaten mes meses mois", "duration", "month", 30.4375),
  unit("year years yr yrs jahr jahre jahren año años an ans", "duration", "year", 365.25),
  unit("% percent prozent", "percent", "percent", 1),
  unit("kwh", "energy", "kWh", 1),
]);

/** "£" and the like, which need not be stuck to their number. */
export function isMoneySign(text: string): boolean {
  return UNITS.get(text)?.dimension === "money" && !/\p{L}/u.test(text);
}

/** Words of a number that are other words elsewhere. */
export const UNIT_SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ["m", "metre"],
  ["pound", "quid"],
  ["pounds", "quid"],
]);

/** Words that tell relations between people, each with the sets that it belongs to. */
export const KINSHIP: ReadonlyMap<string, string> = wordTable([
  ["stepmother stepmum stepmom stiefmutter", "stepmother"],
  ["stepfather stepdad stiefvater", "stepfather"],
  ["fiancé fiancée fiance fiancee verlobter verlobte", "fiancé"],
  ["godmother", "godmother"],
  ["godfather", "godfather"],
  ["godson", "godson"],
  ["goddaughter", "goddaughter"],
  ["stepson", "stepson"],
  ["stepdaughter", "stepdaughter"],
  ["mother mum mom mama mummy ma mutter mutti madre mamá mère maman", "mother"],
  ["father dad papa daddy vater padre papá père", "father"],
  ["parents eltern padres", "parents"],
  ["sister sis schwester hermana sœur soeur", "sister"],
  ["brother bro bruder hermano frère", "brother"],
  ["husband hubby ehemann marido esposo mari", "husband"],
  ["wife ehefrau esposa épouse", "wife"],
  ["son sohn hijo fils", "son"],
  ["daughter tochter hija fille", "daughter"],
  ["grandmother grandma gran granny nan oma abuela", "grandmother"],
  ["grandfather grandad grandpa opa abuelo", "grandfather"],
  ["grandson enkel nieto", "grandson"],
  ["granddaughter enkelin nieta", "granddaughter"],
  ["aunt auntie tante tía", "aunt"],
  ["uncle onkel tío oncle", "uncle"],
  ["cousin cousine prima primo", "cousin"],
  ["niece nichte sobrina nièce", "niece"],
  ["nephew neffe sobrino neveu", "nephew"],
  ["girlfriend freundin novia", "girlfriend"],
  ["boyfriend novio", "boyfriend"],
  ["friend mate freund amigo amiga ami amie", "friend"],
  ["neighbour neighbor nachbar nachbarin vecino vecina voisin voisine", "neighbour"],
  ["boss chef chefin manager jefe jefa", "boss"],
  ["colleague coworker kollege kollegin colega collègue", "colleague"],
  ["flatmate roommate housemate mitbewohner", "flatmate"],
  ["schwager schwägerin cuñado cuñada", "in-law"],
]);

/** Of whom is an uncle, there is a nephew or a niece. */
export const RECIPROCAL_KIN: ReadonlyMap<string, readonly string[]> = new Map(
  [
    [
      ["mother", "father", "parents"],
      ["son", "daughter"],
    ],
    [
      ["aunt", "uncle"],
      ["niece", "nephew"],
    ],
    [
      ["grandmother", "grandfather"],
      ["grandson", "granddaughter"],
    ],
    [
      ["stepmother", "stepfather"],
      ["stepson", "stepdaughter"],
    ],
    [
      ["godmother", "godfather"],
      ["godson", "goddaughter"],
    ],
    [["husband"], ["wife"]],
  ].flatMap(([one = [], other = []]) => [
    ...one.map((word): [string, readonly string[]] => [word, other]),
    ...other.map((word): [string, readonly string[]] => [word, one]),
  ]),
);

/** What somebody is or does in a work, a club, a team or a choir. */
const ROLES: string =
  "teacher headteacher lecturer nurse doctor surgeon physio paramedic midwife dentist hygienist vet pharmacist accountant bookkeeper lawyer solicitor barrister claimant defendant engineer developer programmer designer architect technician scientist researcher analyst consultant director founder ceo cto cfo owner partner associate assistant trainee apprentice intern foreman supervisor coordinator receptionist secretary treasurer chairman chairwoman chair president captain goalkeeper keeper defender striker midfielder coach referee driver pilot chef baker cook waiter barista electrician plumber carpenter joiner builder painter photographer editor writer journalist librarian cashier caretaker gardener farmer alto soprano tenor baritone bass drums guitar piano violin wizard bartender magician landlord tenant volunteer lodger arzt pfleger lehrer lehrerin enfermera matrona médecin infirmier trésorier présidente président secrétaire";

interface SetMember {
  readonly of: "side" | "colour" | "sex" | "role";
  readonly member: string;
}

/** Of each of these sets a thing has one. */
export const CHOICES: ReadonlyMap<string, SetMember> = wordTable<SetMember>([
  ["left links izquierda gauche", { of: "side", member: "left" }],
  ["rechts derecha", { of: "side", member: "right" }],
  ["red rot rojo roja rouge", { of: "colour", member: "red" }],
  ["blue blau azul bleu bleue", { of: "colour", member: "blue" }],
  ["green grün verde vert verte", { of: "colour", member: "green" }],
  ["yellow gelb amarillo jaune", { of: "colour", member: "yellow" }],
  ["black schwarz negro negra noir noire", { of: "colour", member: "black" }],
  ["white weiß blanco blanca blanc blanche", { of: "colour", member: "white" }],
  ["brown braun marrón", { of: "colour", member: "brown" }],
  ["pink rosa", { of: "colour", member: "pink" }],
  ["purple lila", { of: "colour", member: "purple" }],
  ["grey gray grau gris", { of: "colour", member: "grey" }],
  ["boy junge niño garçon", { of: "sex", member: "boy" }],
  ["girl mädchen niña", { of: "sex", member: "girl" }],
  ...ROLES.split(" ").map((word): [string, SetMember] => [word, { of: "role", member: word }]),
]);

/** What there is one of on each side. */
export const SIDED: ReadonlySet<string> = new Set(
  `knee hand arm leg foot ankle hip shoulder eye ear wrist elbow thumb finger toe calf thigh shin heel cheek breast lung kidney ovary
  side wing lane bank shoe boot glove sleeve lens headlight wheel mirror pedal`.split(/\s+/),
);

/** A number behind these may be an hour. */
export const BEFORE_TIME: ReadonlySet<string> = new Set(
  "at by um gegen a las à til till until ab from before after vor nach opens closes starts begins ends".split(" "),
);

/** What follows these is not what is counted: "850 from June", "11 these days". */
export const ENDS_COUNT =
  /^(?:of|per|each|from|since|until|till|these|this|now|was|were|is|war|waren|ist|était|est|era|fue)$/;
