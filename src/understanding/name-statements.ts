// The ways in which somebody says what they are called.
import { linear } from "../matching/linear-expression.ts";
import { ADVERB, BOUNDARY, FILLER, GREETING, type Statement } from "./attribute-words.ts";
import { isHead } from "./occupation-words.ts";

/** What follows a name that stands on its own: the end of its clause, or words about the person. */
const NAME_THEN = linear(
  /^(?:[,.;:!?)–—]| +(?:and|but|from|by the way|btw|nice|here|speaking|again|your|the|i|-|–|—|:|\()| *$)/i,
);

/** Words before a number that are no names: "I'm about 17", "I'm level 17". */
const NOT_BEFORE_AGE =
  "(?:male|female|man|woman|boy|girl|guy|kid|teen|adult|minor|virgin|bottom|verse?|bout|abt|about|almost|nearly|only|like|around|over|under|approx|still|now|turning|turned|aged?|level|lvl|size|number|no|plus|minus|day|week|month|year|grade|chapter|page|step|room|floor|row|top|rank(?:ed)?|class|division|team|type|born|apt|flat|unit|going|gonna|just|maybe|already|barely|max|min|some|past|well|at|on|in|down|up|to|off|for|and|or|not|version|seed|agent|player|group|section|gate|seat|platform|exit|track|bed|ward|house|hole|par|channel|season|episode|round|lap|mile|km|pushing|hitting|reaching|a|an|the|my|your)";
/** "im theo 17": a name, and a number that is an age. */
const AGE_THEN = linear(
  /^,? [1-9]\d(?:(?: ?(?:y\/?o|years? old|yrs? old))?(?:[,.!;] ?|$)| (?:and|from|in|m|f|male|female|here|guy|girl)\b| ?(?:y\/?o|years? old|yrs? old)\b)/i,
);

export const NAME_STATEMENTS: readonly Statement[] = [
  {
    cue: "call-me",
    attribute: "name",
    rank: 5,
    announced: true,
    only: "first",
    pattern: `(?:^|[,;:.!–—] ?| - |\\b(?:and|but|so|then) )${GREETING}?${FILLER}{0,3}(?:(?:from now on|in future),? )?(?:(?:please|just|simply) |you (?:can|may|should|could|might) |(?:can|could|would|will) you |feel free to |i(?:'d| would)? (?:like|want|prefer|love|need) (?:you to (?:start )?|it if you |if you )|i(?:'d| would) (?:rather|prefer)(?: it)?(?: if)? you |do |start(?:ing)? |begin |i need you to )*(?:just |please |always |only )*call(?:ed|ing)? me `,
  },
  {
    cue: "call-you",
    attribute: "name",
    rank: 5,
    only: "second",
    pattern: "\\b(?:call(?:ing)? you|address(?:ing)? you as|refer to you as) ",
  },
  {
    cue: "they-call-me",
    announcedInSmall: true,
    attribute: "name",
    rank: 4,
    pattern: `${BOUNDARY}(?:people|everyone|everybody|they|folks|(?:all )?(?:{my} )?(?:friends|colleagues|coworkers|co-workers|mates|teammates)|most people)(?: at \\w+)?(?: just| all| usually)? calls? {me} `,
  },
  {
    cue: "go-by",
    announcedInSmall: true,
    attribute: "name",
    rank: 4,
    pattern: `${BOUNDARY}(?:{i} ${ADVERB}(?:prefer to )?go by|(?:{i}|{have}) ${ADVERB}(?:started going|begun going|began going|started to go|decided to go) by) (?:the name (?:of )?)?`,
  },
  {
    cue: "known-as",
    announcedInSmall: true,
    attribute: "name",
    rank: 3,
    pattern: `${BOUNDARY}(?:{am} (?:called|known as|named)|(?:people|friends|everyone) (?:knows? {me}|refers? to {me}) as) `,
  },
  {
    cue: "prefer-to-be-called",
    attribute: "name",
    rank: 5,
    announced: true,
    pattern: `${BOUNDARY}{i}(?:'d| would)? (?:prefer|like|want|rather)(?: to be| being| be) (?:called(?: by)?|addressed as|known as) `,
  },
  {
    cue: "address-me-as",
    attribute: "name",
    rank: 5,
    announced: true,
    only: "first",
    pattern: `${BOUNDARY}(?:please |you (?:can|shall|should|may|will|must|are to) |i(?:'d| would) like you to |i want you to (?:start )?|just )*(?:address|refer(?:ring)? to) me (?:as|by)(?: the name)? `,
  },
  {
    cue: "as-my-name",
    attribute: "name",
    rank: 4,
    pattern: `${BOUNDARY}{i} prefer `,
    after: linear(/^ (?:over \S+ )?as (?:my|your) name\b/i),
  },
  {
    cue: "changed-name-to",
    announcedInSmall: true,
    attribute: "name",
    rank: 4,
    pattern: `${BOUNDARY}(?:{my} name(?:'s| has| is| was| has been)? (?:now |just |legally |officially )*changed to |{i} (?:just |recently )?had {my} name (?:legally )?changed to |{i} now use the name |(?:{i}|{have}) (?:have |just |legally |recently |finally |officially |now )*changed {my} (?:(?:first|legal|full) )?name (?:from [^\\s,.;:!?]{1,30}(?: [^\\s,.;:!?]{1,30})? )?to )`,
  },
  {
    cue: "change-my-name-to",
    announced: true,
    attribute: "name",
    rank: 5,
    only: "first",
    pattern: `${BOUNDARY}(?:please |can you |could you )*(?:change|set|update) my name to `,
  },
  {
    cue: "is-my-name",
    announced: true,
    attribute: "name",
    rank: 3,
    only: "first",
    pattern: `^${GREETING}?${FILLER}{0,2}(?=\\S+(?: \\S+)? is my name\\b)`,
    after: /^ is my name\b/i,
  },
  {
    cue: "name-i-go-by",
    announcedInSmall: true,
    attribute: "name",
    rank: 4,
    pattern: `${BOUNDARY}the name {i} go by is `,
  },
  {
    cue: "name-is-not-but",
    attribute: "name",
    rank: 4,
    announced: true,
    pattern: `${BOUNDARY}{my} name(?: is not| isn't|'s not| is no longer) \\S+[,;.] ?(?:but )?(?:it's|it is|it was|i'm|i am|rather) `,
  },
  {
    cue: "my-name-is",
    attribute: "name",
    rank: 3,
    announced: true,
    pattern: `${BOUNDARY}{my} (?:full |first |given |real |actual |preferred |nick|new |legal )?name(?: is|'s|s)(?: actually| now| really| just)? `,
  },
  {
    cue: "the-name-is",
    attribute: "name",
    rank: 3,
    announced: true,
    only: "first",
    pattern: `^${GREETING}?${FILLER}{0,2}(?:the )?name(?:'s| is) `,
    after: NAME_THEN,
  },
  {
    cue: "greeting-this-is",
    attribute: "name",
    rank: 2,
    only: "first",
    pattern: `^${GREETING}(?:this is|it's) `,
    after: NAME_THEN,
  },
  {
    cue: "this-is-speaking",
    attribute: "name",
    rank: 2,
    only: "first",
    pattern: "^this is ",
    after: /^(?: (?:speaking|here|again)\b|, (?:i (?:wrote|called|emailed|messaged|spoke)|we spoke))/i,
  },
  {
    cue: "greeting-here",
    attribute: "name",
    rank: 2,
    announced: true,
    only: "first",
    pattern: `^${GREETING}`,
    after: /^ here(?:[,.!]|$)/i,
  },
  {
    cue: "name-and-age",
    attribute: "name",
    rank: 2,
    only: "first",
    announced: true,
    pattern: `^${GREETING}?(?:i'm|i am|im|my name(?:'s| is)) (?!${NOT_BEFORE_AGE}\\b)(?!\\p{L}+ly\\b)`,
    says: ({ input, index, 0: { length } }) => !isHead(/^\p{L}*/u.exec(input.slice(index + length))![0].toLowerCase()),
    after: AGE_THEN,
  },
  {
    cue: "here-name-is",
    attribute: "name",
    rank: 3,
    announced: true,
    only: "first",
    pattern: `^${GREETING}?(?!(?:the|my|our|your|this|that|his|her|their|is)\\b)(?:[\\p{L}-]+ ){0,4}([\\p{L}-]+) here[,.;:!–—-] ?(?:and )?(?:the |my )?name(?:'s|s| is) `,
    says: ([, word = ""]) => isHead(word.toLowerCase()),
    after: NAME_THEN,
  },
  { cue: "i-am-name", attribute: "name", rank: 2, pattern: `${BOUNDARY}{am} (?:actually )?`, after: NAME_THEN },
];
