// What tells that somebody or something gave way, in a statement whose known names and things are marked: "§0 left", "quit §1".
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";

/** In the text a name or thing that is known stands as this mark and its number. */
export const MARK = "§";

/** "gone": it is no more at all. "left": it is no more what it was. "moved": somebody lives there no more. */
export type WayKind = "gone" | "left" | "moved";

/** One that gave way. */
export interface Way {
  /** Its number. */
  readonly of: number;
  /** The number of whose it was; null: the user's, or its own. */
  readonly holder: number | null;
  readonly kind: WayKind;
  /** Where the text goes on that has to tell what took its place; null: it gave way, whatever came. */
  readonly rest: string | null;
}

/** A statement without any of them tells of none. */
const CUES = wordSet(
  `stolen nicked totalled totaled wrecked write died dead packed shut went gone discontinued fell fallen called sold scrapped closed folded cancelled canceled
  binned history left leaves leaving quit quits quitting can't cannot couldn't resigns resigned resigning retires retired retiring bowed bow backed pulled
  dropped dropping drops stepped stepping stood standing transferred posted parting part bailed flaked moving moved moves double fired sacked laid let out off
  leave no full fully unavailable not found chucked stops stopped stopping stop gave given giving done too sick ill busy swamped flooded under broken broke
  hurt injured clash clashes had hospital got has wants want handed got rid getting ditched ditching traded returned wrote withdrew finished through came
  coming instead deferred switched shifted changed dumped replaced skipping took taken taking take swapped away`,
);
const E = String.raw`§(\d+)`;
/** Between who it is and what became of it. */
const BETWEEN = `(?: (?:'s|has|have|had|is|are|was|got|just|now|also|sadly|finally|actually|already|sir|ma'am|mam|to|and|all|both|gone|been|said|says|kinda|sort)){0,4}`;
/** "Sumit 's", "the civic , it's". */
const BE = `(?: ,)?(?: (?:'s|is|are|was|were|got|been|being|it's|its|he's|she's|they're|seems|now|just|also|has|have|he|she|they|it)){1,4}`;
/** Between the verb and what somebody gives up. */
const GIVES = `(?: (?:my|our|the|that|this|those|these|his|her|their|all|both|of|on|off|old|whole)){0,3}`;
/** Who or what it is does it, and not to something. */
const NO_OBJECT = String.raw`(?!\p{L})(?! (?:the|my|our|his|her|its|their|it|them|me|us|an?|all|some|nothing|no|none|out|§\d+|\d+)(?!\p{L}))`;
/** Somebody or something is gone by itself. */
const GONE_SUBJECT = linear(
  String.raw`${E}${BETWEEN} (?:(?:stolen|nicked|totall?ed|wrecked|died|packed up|shut(?: down)?|went (?:under|bust|out of business)|gone (?:under|bust)|discontinued|fell through|fallen through|called off)(?!\p{L})|(?:sold|scrapped|closed(?: down| for good)?|folded|cancell?ed|binned)${NO_OBJECT})|${E}${BE} (?:a write[- ]?off|dead|stolen|nicked|history)(?!\p{L})`,
  "giu",
);
/** Behind "left": not "left his keys". */
const AWAY = String.raw`(?=$| (?:[.,!;:)–]|for|to|us|me|at|in|on|last|this|next|yesterday|today|tomorrow|and|so|because|after|bc|cos|§\d+|the (?:company|team|job|firm|school|band|club|practice|shop|country|group|project))(?!\p{L}))`;
const LEFT_SUBJECT = linear(
  String.raw`${E}${BETWEEN} (?:(?:left|leaves|leaving)${AWAY}|(?:quits?|quitting)${NO_OBJECT}|(?:can't|cannot|couldn't) (?:make it|come)(?= after all| any ?more| [.,;!]|$| so(?!\p{L})| because| bc)|(?:resign(?:s|ed|ing)|retir(?:es|ed|ing)|went (?:back|home)|bowed out|bow out|backed out|pulled out|dropped out|dropped us|stepp(?:ed|ing) (?:down|back|aside)|stood down|standing down|transferred|posted to|parting ways|part ways|bailed|flaked|moving to|double[- ]?booked)(?!\p{L}))|${E}${BE} (?:gone|fired|sacked|laid off|let go|out(?: for (?:the|good|at|about|ages|academic|a (?:while|week|month|year)|§?\d+|two|three|four|five|six|eight|ten|weeks|months)| of (?:the )?(?:team|squad|band|cast|running|race|project|group|show|line-?up|campaign|deal|tournament|crew)| til+| until| all| indefinitely| this| the|$| [.,!;])|off(?: sick| to| [.,;!]|$)|on (?:maternity|paternity|parental|sick|long|medical)? ?leave|no longer|full(?: it| up| now|$| [.,;])|fully booked|sold out|unavailable|not (?:available|giving|coming|working|renewing))(?!\p{L})`,
  "giu",
);
/** It ends where somebody lives, and nothing else. */
const MOVED_SUBJECT = linear(
  String.raw`${E}${BETWEEN} (?:(?:moved|moves|moving) (?:out|away|on|back)|found a (?:place|flat|room|house))(?!\p{L})`,
  "giu",
);
/** Somebody else gives it up: it ends for them alone. */
const GIVES_UP_OTHER = linear(
  `${E}${BETWEEN} (?:quits?|quitting|drop(?:s|ped|ping)|chucked(?: in)?|stop(?:s|ped|ping)|gave up|given up|giving up|packed in|gone off|went off|done with|no longer (?:does|plays|takes|drinks|eats))${GIVES} ${E}`,
  "giu",
);
/** It is no end yet: what took the place must be told behind. */
const BEFELL = linear(
  String.raw`${E}${BETWEEN} (?:too (?:busy|costly|expensive|dear|slow|quiet|far|pricey|ill|sick|old|tired|hard|small|big|loud|weak|strict|high|risky|early|late|long|heavy)|sick|ill|busy|swamped|flooded|under repair|broken|broke (?:his|her|an?|the) \p{L}+|hurt (?:his|her) \p{L}+|fell|injured|clash(?:es)?|had enough|in (?:the )?hospital|had (?:an? )?(?:accident|op|operation|surgery|baby|her baby|stroke)|got (?:a |the )?(?:\p{L}+ )?(?:job|flu|covid|fever|shingles|promoted)|(?:has|'s|got|has got) an? (?:\p{L}+ ){0,2}(?:thing|funeral|exam|job|wedding|baby|trip)|wants? an? [^.,;]{1,24}|handed)(?!\p{L})`,
  "giu",
);
const TAKES =
  "took over|takes over|taking over|taken over|fills? in|filling in|filled in|steps? in|stepp(?:ed|ing) in|stands? in|standing in|stood in|cover(?:s|ing|ed)?|instead|replac(?:es|ed|ing)|in (?:his|her|its|their) place|in charge|this time|from now on|booked|switched to|moved to|changed to|went with|going with|went for|is (?:heading|leading|captain|doing|coaching|running|driving|baking|with)";
/** In the next sentence. */
const TAKES_OVER = linear(String.raw`(?<!\p{L})(?:${TAKES})(?!\p{L})`, "iu");
/** In the same sentence less tells it. */
const TAKES_PLACE = linear(
  String.raw`(?<!\p{L})(?:${TAKES}|does|do it|sitting|playing|comes?|coming|will \p{L}+|so (?:we|i|we're|i'm|we've|i've|it's|its|my|our|his|her|their|now))(?!\p{L})`,
  "iu",
);
const GONE_OBJECT = linear(
  String.raw`(?<!\p{L})(?:sold|got rid of|getting rid of|ditch(?:ed|ing)|binned|scrapped|cancell?ed|traded in|returned|closed|wrote off|gave away|called off)${GIVES} ${E}`,
  "giu",
);
const LEFT_OBJECT = linear(
  String.raw`(?<!\p{L})(?:quit|dropp(?:ed|ing)|stopp(?:ed|ing)(?: taking| going to| doing)?|gave up|given up|giving up|withdrew from|pulled out of|done with|finished with|through with|came off|coming off|no more|instead of|deferred|(?:switched|moved|shifted|changed|went) (?:my |our )?from|no longer(?: (?:in|at|with|on|using|doing))?|fired|sacked|let go of|dumped|broke up with|replaced|skipping)${GIVES} ${E}|(?<!\p{L})(?:left|leaving)${GIVES} ${E}(?=$| (?:[.,!;)–]|for|and|so|because|bc|last|this|on|after|yesterday|today)(?!\p{L}))`,
  "giu",
);
/** Somebody else ends it for the user: "took me off the 400 IM", "vet stopped Rimadyl". */
const TAKEN_FROM = linear(
  String.raw`(?<!\p{L})(?:(?:took|taken|taking|take|pulled) (?:me|us|him|her|them|§\d+) off|(?:doctor|dr|doc|vet|gp|consultant|cardiologist|nurse|coach|he|she|they) (?:(?:'s|has|have|says|said|told (?:me|us)|wants (?:me|us)|to) ){0,3}(?:stopp?(?:ed)?|cancelled|dropped|took away|took (?:him|her|me|us) off))${GIVES} ${E}|(?:swapped|traded|switched)${GIVES} ${E} (?:\S+ ){0,3}for(?!\p{L})`,
  "giu",
);
/** Between the beginning of a part and what is given up: the user, or nobody who is named. */
const OWN_PART = linear(
  String.raw`(?:^|[.!?;,:–)]|(?<!\p{L})(?:and|so|but|then|because|bc|cos|that's why|why))(?: (?:i|we|i'm|we're|i've|we've|also|just|finally|actually|already|now|today|yesterday|had|have|to|then|ok|okay|so|and|but|ugh|yes|yeah|yep|well|btw|sadly|sorry|ended up|decided|'ve|had to|we both|all|took|got)){0,5} $`,
  "iu",
);
/** It may not have come to that. */
const OTHER_CUE = linear(
  /(?<!\p{L})(?:if|still|would|could|might|maybe|perhaps|unless|hope(?:s|fully)?|thinking|considering|wish|almost|nearly|want(?:s|ed)? to|going to ask|may|should|were going|was going)(?!\p{L})/iu,
);

/** `words`: of the statement, in lower case. `text`: the same, marked. In no order. */
export function waysIn(words: readonly string[], text: string): Way[] {
  if (!words.some((word) => CUES.has(word)) || OTHER_CUE.test(text)) return [];
  const alone = (expression: RegExp, kind: WayKind) =>
    [...text.matchAll(expression)].map((match) => ({ match, way: { ...placeOf(match), kind, rest: null } }));
  const ofUser = [...alone(GONE_OBJECT, "gone"), ...alone(LEFT_OBJECT, "left")].filter(({ match: { index } }) =>
    OWN_PART.test(text.slice(0, index)),
  );
  const ofOthers = [...text.matchAll(GIVES_UP_OTHER)].map(
    ([, holder, of]): Way => ({ of: Number(of), holder: Number(holder), kind: "left", rest: null }),
  );
  const befell = [...text.matchAll(BEFELL)].map(
    (match): Way => ({ ...placeOf(match), kind: "left", rest: text.slice(match.index) }),
  );
  const ended = [
    ...alone(GONE_SUBJECT, "gone"),
    ...alone(LEFT_SUBJECT, "left"),
    ...alone(MOVED_SUBJECT, "moved"),
    ...ofUser,
    ...alone(TAKEN_FROM, "left"),
  ];
  return [...ofOthers, ...ended.map(({ way }) => way), ...befell];
}

function placeOf([, ...groups]: RegExpExecArray): Pick<Way, "of" | "holder"> {
  return { of: Number(groups.find((group) => group !== undefined)), holder: null };
}

/** Whether what follows in the sentence, or in the `next` one, tells that something has the place. */
export function tellsSuccessor(rest: string, next: string): boolean {
  return TAKES_PLACE.test(rest) || TAKES_OVER.test(next);
}

const TOLD_END = linear(
  /(?<!\p{L})(?:left|leaving|gone|quit|resigned|retired|stopp(?:ed|ing)|sold|lost|stolen|died|dead|cancell?ed|closed|closing|dropped|replac\p{L}*|took over|taken over|takes over|traded|swapped|switched|moved|instead|no longer|not any ?more|anymore|used to|until|formerly|previous\p{L}*|former|before|was|were|ex|successor|broke|broken|on leave|can't|cannot|not coming|(?:pulled|backed|bowed|dropped) out|bailed|flaked|f[ae]ll(?:en)? through|called off|double[- ]booked|stepped down|no more|moving)(?!\p{L})/iu,
);

/** Whether a text knows that something ended, or tells how it was. */
export function tellsOfEnd(text: string): boolean {
  return TOLD_END.test(text);
}
