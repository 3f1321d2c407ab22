// What is wrong or right by plain words where a brain has only begun: the trees, grown beside more, are sure of little there.
import { type Candidate, type Features, isNewer } from "./candidate.ts";
import { plainWord } from "./statement.ts";
import { GONE_LEAD } from "./value-candidates.ts";
import { KINSHIP } from "./value-words.ts";

/** Beside more of them, plain words refuse as many right answers as they find wrong ones that the trees do not. */
const TURNS_MAX = 6;
/** Words and marks of an answer that says the value alone: "72.", "No, on Friday." */
const TOKENS_MAX = 7;
/** Of what the words of the question weigh, how much stands around the remembered value. */
const ASKED_SHARE_LEAST = 0.5;

/**
 * true: a value that was replaced, or, where the question asks for its kind, the only one of an answer of a few words, or
 * the same number in another unit; the same day of another month; nothing remembered says it, and the answer tells no history. false: the answer of a few
 * words is a sum of what is remembered, any answer is what the question asks to be worked out, or a name is of somebody else's. null: the trees
 * decide. `turns`: of the memory.
 */
export function isPlainlyWrong(candidate: Candidate, turns: number): boolean | null {
  const { family, features } = candidate;
  if (isNewer(family)) return isSameFrame(features) || isSameRole(features) || null;
  if (family !== "value") return isOfOtherKin(candidate) ? false : null;
  if (features.reckoned === 1) return false;
  if (features.wholeMonth === 1) return isFormerMonth(features);
  const isBare = features.answerTokens! <= Math.log1p(TOKENS_MAX) && features.askedKind === 1;
  if (features.derived === 1 && features.gone !== 1) return isBare ? false : null;
  if (!tellsPlainly(features)) return null;
  if (features.support! >= 0) {
    const isLed = features.gone === 1 && features.supportBehind! >= GONE_LEAD;
    return (isLed && isAskedFor(features)) || null;
  }
  if (isOtherMonth(features)) return true;
  if (features.gone === 1 && (turns <= TURNS_MAX || isAskedFor(features))) return true;
  if (turns > TURNS_MAX) return null;
  if (features.knownTold === 1) return null;
  const isOther = isBare && features.loose! < 0 && features.rivals! <= 1 && features.askedShare! >= ASKED_SHARE_LEAST;
  return isOther || isOtherUnit(features) || null;
}

/** Of what was told later, a change that neither adds nor says that something stays. */
function isPlainChange(features: Features): boolean {
  return features.changes === 1 && features.adds !== 1 && features.stays !== 1;
}

/** "Beans are from Cooper", "beans are from Cloud Picker now": the same of another, and a change. */
function isSameFrame(features: Features): boolean {
  const isAsked = features.frameAsked! > 0 && features.knownTold !== 1;
  return features.sameFrame === 1 && isAsked && isPlainChange(features);
}

/** "My shift lead is Aman", "Pooja is my shift lead since June". */
function isSameRole(features: Features): boolean {
  return features.sameRole === 1 && features.roleAsked === 1 && isPlainChange(features);
}

/** "Your sister's name is Diana" speaks of somebody else than "my name is Dana" does. */
function isOfOtherKin({ statement, remembered }: Candidate): boolean {
  const kin = statement.tokens.map(plainWord).filter((word) => KINSHIP.has(word));
  return kin.length > 0 && !remembered.tokens.some((token) => kin.includes(plainWord(token)));
}

/** What the question asks for, which tells no history. */
function isAskedFor(features: Features): boolean {
  return features.direct === 1 && features.past !== 1 && features.asksBefore !== 1;
}

function isOtherUnit(features: Features): boolean {
  const isSameNumber = features.otherUnit === 1 && features.numberKnown === 1;
  // "Four weeks" where memory has "four days" of something else.
  return features.askedKind === 1 && isSameNumber && features["is duration"] !== 1;
}

/** "1 November", where memory has the 1st of October in words that the sentence shares: a slip. */
function isOtherMonth(features: Features): boolean {
  return (
    features["is date"] === 1 &&
    features.sameDay === 1 &&
    features.sameMonth === 0 &&
    features.nearWords! > 0 &&
    features.loose! < 0
  );
}

/** "In May", which was replaced, of what the question or the sentence is about. */
function isFormerMonth(features: Features): boolean {
  return features.gone === 1 && features.askedKind === 1 && isUnexplained(features);
}

function isUnexplained(features: Features): boolean {
  return features.support! < 0 && tellsPlainly(features);
}

/** Nothing in question or answer explains another value. */
function tellsPlainly(features: Features): boolean {
  const explaining = ["tellsHistory", "asksHistory", "turned", "roundAbout"] as const;
  return explaining.every((name) => !features[name]);
}
