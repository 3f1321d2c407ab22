// Tells who takes back all that they wished of the answers: "forget all my rules", "drop everything i told you about how to answer".
import { linear } from "../matching/linear-expression.ts";
import { spread } from "./rule-words.ts";

const AWAY = `(?:forget|ignore|scrap|scratch|drop|bin|ditch|disregard|cancel|undo|lose|clear|delete|remove|reset|wipe|erase|end|lift|stop following|get rid of|throw out|throw away|do away with|let go of|take back)(?: about)?`;
const WISHES = `(?:wishes|rules|preferences|requests|restrictions|demands|instructions|orders|settings|special (?:treatment|stuff|things)|(?:rules|things|stuff) (?:i|we)(?:['’]ve| have)? (?:told|asked|given|gave|set|made)[^.!?,;]{0,30})`;
const KIND = `(?:(?:special|standing|old|other|previous|earlier|silly|little|stupid|fussy|extra|custom|personal|house) ){0,2}`;
const GERMAN = "(?:regeln|wünsche|vorgaben|anweisungen|vorlieben)";
/** Wishes about one thing are another matter. */
const OF_ALL = `(?! (?:about|on|for|of|regarding|concerning|around|except|but|apart|in|from (?:the|that))\\b)`;

/** Whose they are is said: "ignore all previous instructions" is what a text may say to the machine. */
const TAKES_BACK_ALL = spread(
  String.raw`
    (?<!\b(?:do not|don['’]?t|never) )\b${AWAY} (?:(?:all|every (?:one|single one|last one)|each|the lot)(?: of)? (?:my|our|those|these) ${KIND}${WISHES}|(?:my|our) ${KIND}(?:wishes|rules|preferences)|all (?:of )?(?:the )?(?:special|standing|silly|fussy|custom|personal) ${KIND}${WISHES})${OF_ALL}|
    \b(?:all|every one) of (?:my|our) ${KIND}${WISHES} (?:can|may|should) (?:go|end|stop)\b|\b(?:no more|without (?:any|the)) (?:special|standing) (?:wishes|rules|requests|treatment)\b|
    (?<!\b(?:do not|don['’]?t|never) )\b${AWAY} (?:all|everything|anything|whatever|all the things|all the stuff)(?: that)? (?:i|we)(?:['’]ve| have)?(?: ever)? (?:told|asked|taught|said to|wanted from|wanted of)(?: (?:you|u))? (?:to do )?(?:about |for |as to |regarding )?how (?:to|you|u|i (?:want|like)|your|ur)\b|
    (?<!\p{L})(?:(?:(?:vergiss|vergessen sie|streich\p{L}*|lösch\p{L}*|ignorier\p{L}*)(?: bitte| einfach| jetzt)* (?:alle|sämtliche)(?: von)? meine[nr]? (?:\p{L}+en )?${GERMAN}|alle meine ${GERMAN}[^.!?]{0,20} (?:vergessen|streichen|löschen|weg)|
    (?:oublie[sz]?|annule[sz]?|supprime[sz]?|efface[sz]?|laisse[sz]? tomber) (?:toutes mes|tous mes|l['’]ensemble de mes) (?:règles|consignes|instructions|préférences|demandes|souhaits)|
    (?:olvida|olvídate de|borra|quita|ignora|elimina|anula) (?:todas mis (?:reglas|instrucciones|preferencias|peticiones|normas)|todos mis deseos))(?!\p{L})(?! (?:für|zu|zum|zur|über|bei|pour|sur|dans|para|sobre|de|en|del)(?!\p{L}))|
    (?:olvida|borra|ignora) todo lo que te (?:dije|pedí) sobre cómo (?:responder|contestar|hablar)(?!\p{L}))`,
  "iu",
);
/** Back to how answers were at first, and nothing besides. */
const AS_AT_FIRST = linear(
  /^(?:(?:ok|okay|right|so|well|please|pls|actually|let['’]?s|lets|can (?:you|we)|could (?:you|we)|you can|just),? )*(?:(?:go|reset|switch|change|return|revert|set)(?: (?:everything|it all|all|yourself|things))? )?(?:back )?to (?:(?:the|your|ur) )?(?:defaults?|factory settings|default (?:settings|style|behaviou?r|answers)|how (?:you|it) (?:was|were|answered|talked) (?:at first|at the (?:start|beginning)|before (?:i|we) (?:told|asked)[^.!?]*))(?:,? (?:please|pls|thanks|now|for everything|again))*[.! ]*$/iu,
);

export function takesBackAll(masked: string): boolean {
  return TAKES_BACK_ALL.test(masked) || AS_AT_FIRST.test(masked);
}
