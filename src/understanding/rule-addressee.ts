// Finds what of a rule only says whom the assistant speaks to: every answer is for the user, so it limits nothing.
import { spread } from "./rule-words.ts";

/** "When talking to me", "whenever you write to the user"; "in our chats", "in messages to me"; "with me". */
const TO_USER = spread(
  String.raw`
    ,? (?:(?:when(?:ever)?|while|if|as|any ?time|every time|each time) (?:you(?:['’]re| are)? )?
    (?:talk|speak|chat|writ|answer|repl|respond|messag|text|communicat|deal)\p{L}*(?: back)?(?: to| with)? (?:me|us|the user)|
    (?:in|for) (?:any |all |the |your |our |my )?(?:chats?|conversations?|messages|answers|replies|responses)
    (?: you (?:send|give|write))?(?: (?:to|with|for) (?:me|us|the user))?|
    (?:with|to|for|around|at|towards?|on) (?:me|us|the user))(?![\p{L}\d'’])`,
  "giu",
);

/** "Do not use emojis with the user" is about what "do not use emojis" is about. */
export function withoutAddressee(rule: string): string {
  return rule.replace(TO_USER, "");
}
