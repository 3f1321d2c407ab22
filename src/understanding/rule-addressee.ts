// Finds what of a rule only says whom the assistant speaks to: every answer is for the user, so it limits nothing.
import { linear } from "../matching/linear-expression.ts";

const TO_USER = linear(
  [
    String.raw`,? (?:`,
    // "When talking to me", "whenever you write to the user".
    String.raw`(?:when(?:ever)?|while|if|as|any ?time|every time|each time) (?:you(?:['’]re| are)? )?`,
    String.raw`(?:talk|speak|chat|writ|answer|repl|respond|messag|text|communicat|deal)\p{L}*(?: back)?(?: to| with)? (?:me|us|the user)`,
    // "In our chats", "in messages to me".
    String.raw`|(?:in|for) (?:any |all |the |your |our |my )?(?:chats?|conversations?|messages|answers|replies|responses)`,
    String.raw`(?: you (?:send|give|write))?(?: (?:to|with|for) (?:me|us|the user))?`,
    String.raw`|(?:with|to|for|around|at|towards?|on) (?:me|us|the user)`,
    String.raw`)(?![\p{L}\d'’])`,
  ].join(""),
  "giu",
);

/** "Do not use emojis with the user" is about what "do not use emojis" is about. */
export function withoutAddressee(rule: string): string {
  return rule.replace(TO_USER, "");
}
