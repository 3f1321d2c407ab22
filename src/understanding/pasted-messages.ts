// Leaves out what somebody else wrote: a mail that is forwarded, and the lines of a chat that is copied.
import { linear } from "../matching/linear-expression.ts";

/** Above a mail that is forwarded or answered; everything below it is not the user's. */
const FORWARDED = linear(
  /^[ \t]*(?:-{2,}[ \t]*(?:forwarded|original|weitergeleitet\p{L}*|ursprünglich\p{L}*|urspr\.|message|mensaje|messaggio)[^\n]*|begin forwarded message\b[^\n]*|anfang der weitergeleiteten[^\n]*|(?:from|von|de|expéditeur|remitente):[^\n]*@[^\n]*|(?:on|am|le|el) [^\n]{4,100} (?:wrote|schrieb|a écrit|escribió)\b[^\n]*:)[ \t]*$/imu,
);
/** "Lena  10:02  no merges on fridays", "[10:02] Lena: …", "10:02 - Lena: …": who says it, and when. */
const CHAT_LINE = linear(
  /^[ \t]*(?:\p{L}[\p{L}\d._-]{1,24}(?: \p{L}[\p{L}._-]{0,20}){0,2},? +[[(]?\d{1,2}[:.]\d\d(?::\d\d)?(?: ?[ap]m)?[\])]?\s|[[(]?(?:\d[\d./-]{4,9},? )?\d{1,2}[:.]\d\d(?::\d\d)?(?: ?[ap]m)?[\])]?[ \t]*(?:[-–][ \t]*)?<?\p{L}[\p{L}\d ._-]{1,30}(?:>|:)[ \t])/iu,
);
/** One such line may be the user's own. */
const CHAT_LINES_LEAST = 2;

/** The text without what others wrote in it. */
export function withoutPasted(text: string): string {
  const forwarded = FORWARDED.exec(text);
  const own = forwarded === null ? text : text.slice(0, forwarded.index);
  const lines = own.split("\n");
  const isOfChat = lines.map((line) => CHAT_LINE.test(line));
  if (isOfChat.filter(Boolean).length < CHAT_LINES_LEAST) return own;
  return lines.filter((_, at) => !isOfChat[at]).join("\n");
}
