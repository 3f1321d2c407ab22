// Corrections that say that something is wrong, was meant otherwise, or has to stop.
import { linear } from "../matching/linear-expression.ts";
import { BE, BE_NOT, type Cue } from "./correction-words.ts";

/** Tried on a sentence without its openers. */
export const COMPLAINT_CUES: readonly Cue[] = [
  {
    id: "that-is-wrong",
    pattern: linear(
      `^(?:no,? )?(?:that|this|it|(?:your|the) [^,;:]{0,30}\\b(?:answer|reply|summary|translation|you \\w+)|everything you [^,;:]{1,40}|what you (?:said|wrote|told me)[^,;:]{0,30}?)(?:${BE} (?:all |just |completely |totally |still |simply |plain |also |actually |quite |obviously )*(?:wrong|incorrect|false|inaccurate|outdated|backwards|mistaken|no longer (?:true|correct|the case|valid|my)|a mistake)|${BE_NOT} (?:quite |at all |actually |even |entirely |really )*(?:right|correct|true|accurate))\\b`,
      "i",
    ),
    unless:
      /(?:wrong|incorrect|false) (?:with|of|to)\b|\bright (?:now|away|here|for me)\b|\b(?:nothing|anything|something) wrong/i,
  },
  {
    id: "that-is-the-wrong",
    pattern:
      /^(?:(?:that|this|it)(?:'s|s| is| was) (?:the wrong|(?:the|my|our) old (?:price|address|number|name|email|version|date|time|phone|job))|wrong (?:number|address|date|name|link|file|person|one)[,.!])/i,
    unless: /\b(?:time|place|way to|thing to)\b/i,
  },
  {
    id: "wrong",
    pattern:
      /^(?:wrong|incorrect|false|not (?:quite )?(?:right|correct|true)|not quite|close, but|almost, but)(?:[,.!:;]| it's)/i,
    unless: /^false (?:alarm)/i,
  },
  {
    id: "you-are-wrong",
    pattern: linear(
      /(?:^|[,;:.] )(?:no,? )?you(?:'re| are|r| were|'ve been| have been) (?:still |just |completely |totally |clearly |simply |again )*(?:wrong|mistaken|incorrect|confus(?:ing|ed)|mixing|misunderstanding|misreading|misspelling|mispronouncing)\b/i,
    ),
    unless: /\b(?:if|whether|unless|think|when) you|\bconfused(?: and|,|\.)/i,
  },
  {
    id: "you-misunderstood",
    pattern: linear(
      /(?:^|[,;:.] |\band )you(?:'ve| have|'re| are| must have)? ?(?:keep (?:forgetting|confusing|misspelling|ignoring|mispronouncing)\b|(?:just |clearly |completely |totally |probably |still |always |keep |have |again )*(?:(?:misunderst(?:oo|an)d|misheard|misread|misspelled|misspelt|mispronounced|misinterpreted|mistook|mixed up|mixed .{1,20} up|confused (?:me|my|him|her|the|it)|forgot (?:that|the|my|to|about|i)|missed (?:the point|my point|that)|made (?:a|an|another|the same) (?:mistake|error))\b|(?:got|get|getting|have|had|spelled|spelt|wrote|pronounced|read|put|did) (?:\w+ ){1,4}(?:wrong|backwards|confused|mixed up)\b|calling me \w|(?:answered|used|gave|sent|picked|booked|wrote|translated|quoted|fixed|changed|deleted|read|took) (?:me |us )?(?:the|a) wrong\b))/i,
    ),
  },
  {
    id: "have-me-confused",
    pattern:
      /\byou (?:have|'ve got|got) (?:me|us) (?:confused|mixed up|mistaken)\b|\byou(?:'re| are) (?:confusing|mistaking) (?:me|us|my|him|her)\b/i,
  },
  {
    id: "not-what-i-said",
    pattern: linear(
      `(?:^|[,;:.] |but )(?:that|this|it|which|thats)(?:${BE_NOT}| not) (?:at all |exactly |really |quite )?(?:what i (?:\\w+ )?(?:meant|said|asked|wanted|told|ordered|requested|need)|how (?:you|it|i|we|my)\\b.{0,40}(?:spell|spelled|spelt|pronounce|work|written|done|called)|my (?:name|address|email|number|birthday|age|job|surname|phone|dog|cat|car|wife|husband|city|country)|the (?:question|one i|same (?:one|person)))\\b`,
      "i",
    ),
  },
  {
    id: "i-meant",
    pattern: linear(
      /(?:^|[,;:.] |\bby \w+ |\band )(?:what )?i (?:actually |really |just |obviously |of course )*meant (?:to (?:say|write|type|ask for|put)\b|(?!to\b|well\b|every\b|it\b|that\b|no\b|so\b|a lot\b|what\b|everything\b)\S)/i,
    ),
  },
  {
    id: "i-mean-the-other",
    pattern: linear(/(?:^|[,;:.] )i mean (?:the (?:other|one|first|second|next|last)|\S+(?: \S+){0,4},? not )/i),
  },
  {
    id: "i-did-not-say",
    pattern:
      /(?:^|[,;:.] )i (?:never|did ?n'?t|did not) (?:actually |even )?(?:say|said|ask(?:ed)? (?:for|you)|tell you|told you|want(?:ed)? you|mean (?!to\b|it\b|anything\b|for\b)|claim(?:ed)?|order(?:ed)?|request(?:ed)?)/i,
    unless: /\b(?:say|said) (?:anything|a word|much|goodbye|hello|no to|yes)\b/i,
  },
  {
    id: "i-said",
    pattern: linear(
      /(?:^|[,;:.] )i (?:(?:already|just|clearly|specifically|explicitly|literally) (?:said|told you|asked (?:for|you)|mentioned)|told you (?:(?:that )?(?:i|i'm|it (?!would|was going|will)|it's|my|he|she|we)\b|to\b|not to\b|never\b|before\b|already\b)|asked you (?:to|not to|for)\b|said (?:no [a-z]+|the opposite|it was|it's|that it|my|i'm|the [a-z]+ one|\S+(?: \S+){0,4}, not )|asked for (?!(?:a raise|help|advice|directions|some|his|her|their)\b))/i,
    ),
    unless: linear(
      /\b(?:yesterday|last (?:week|month|year|night)|this morning|told you about|no thanks|no way|said (?:hello|hi|goodbye|bye|yes)|asked for\b.*\band (?:left|he|she|they|my|we))\b/i,
    ),
  },
  {
    id: "as-i-said",
    pattern:
      /^(?:as|like) i (?:already |just )?(?:said|told you|mentioned|wrote)(?: (?:before|earlier|already|above|last time))?[,:]|, as i (?:already |just )?(?:said|told you|mentioned)(?: (?:before|earlier|already|above))?[.!]?$/i,
    unless: /\bthank/i,
  },
  {
    id: "stop-doing",
    pattern: linear(
      /^(?:please |just |can you please |i want you to |you (?:need to|should|must|can) )*(?:stop|quit) (?:calling me \S*[\p{L}\d]|(?!calling)(?:using|sending|adding|saying|asking|suggesting|recommending|repeating|apologi[sz]ing|writing|giving|telling|answering|assuming|making|including|showing|reminding|translating|starting|ending|talking (?:so|like|about|to me)|treating|changing|inventing|guessing|being|putting|referring|offering|naming|mentioning|spelling|summari[sz]ing|formatting)\b)/iu,
    ),
  },
  {
    id: "do-not-call-me",
    pattern: linear(
      /(?:^|[,;] |\band )(?:please )?(?:don't|do not|never) (?:ever )?call me (?!(?:when|if|at|on|before|after|back|again|later|until|till|today|tomorrow|tonight|during|while|now|then|so|this|that|anymore|in|for|about|from|yet|because|unless|every|between)\b)\S*[\p{L}]/iu,
    ),
  },
  {
    id: "correction",
    pattern: linear(
      /^(?:(?:a |one |small |minor |quick |slight )*correction[:,]|let me (?:correct|rephrase|fix that)|(?:i|i'd) (?:need|have|want|must|like|would like) to correct|to correct (?:you|myself|that|this)|the (?:correct|right) (?:\w+ ){1,3}(?:is|are|was) (?:${NOMINAL}))/i,
    ),
  },
  {
    id: "i-was-wrong",
    pattern: linear(
      /^(?:i was (?:wrong|mistaken)(?: about [^,;]{1,40})?[,;:.] ?(?:it|the|my|he|she|they|we|i|that|there)|i made (?:a mistake|an error)[,;:.] ?(?:it|the|my|he|she|they|i)(?:'s| |'m)|my (?:mistake|bad|fault|error)[,.;:!] ?(?:i|it|it's|the|that|that's|he|she|they|we|there)\b|(?:that was|there was|i made) (?:a )?typo\b|typo[,:])/i,
    ),
  },
  {
    id: "oops",
    pattern: linear(
      /^oops[,.!]* (?:it|it's|that|that's|wrong|i (?:meant|gave|wrote|sent|typed|said|mixed|put|forgot))\b/i,
    ),
  },
  {
    id: "i-gave-you-the-wrong",
    pattern: linear(/^i (?:gave|sent|told|wrote|typed|put) (?:you |in |down )*the wrong\b/i),
  },
  {
    id: "scratch-that",
    pattern: linear(
      /^(?:(?:scratch|strike) that\b|(?:forget|ignore|disregard|never ?mind|skip) (?:what|everything|all|the last thing|my (?:last|previous|earlier))\b.{0,20}(?:i (?:\w+ )?(?:said|wrote|told|asked)|message|request|question|answer))/i,
    ),
  },
];
