// Tells turns that say how something has become another: "we moved", "it's now the 26th", "no longer", "sold the van".
import { spread } from "./rule-words.ts";

const CHARACTERS_MAX = 1_024;

const CHANGES = spread(
  String.raw`
    \b(?:now|no longer|any ?more|instead|after all|in the end|finally|actually|as of|since|not|no|new|different|another|other|
    moved|moving|moves|changed|changes|switched|swapped|replaced|renamed|rebooked|turned|became|took over|takes over|hired|fired|
    gone|left|leaves|leaving|quit|quits|retired|retiring|sold|bought|got|gave up|gave in|given up|stopped|ended|ending|finished|dropped|
    postponed|delayed|rescheduled|put (?:off|back)|pushed|pulled|brought forward|cancel(?:l?ed)|called off|scrap(?:ped)?|broke(?: up)?|
    went (?:for|with|up|down|to)|goes (?:up|down)|(?:down|up|back) to|decided|picked|chose|settled|promoted|born|died|passed|found|
    from (?:next|now|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|
    september|october|november|december)|
    jetzt|nun|inzwischen|mittlerweile|nicht mehr|statt|stattdessen|doch|neue?[rsnm]?|verschoben|umgezogen|gewechselt|geändert|verkauft|
    gekauft|gekündigt|abgesagt|nachfolger(?:in)?|ab (?:jetzt|sofort|januar|februar|märz|april|mai|juni|juli|august|september|oktober|
    november|dezember)|
    ahora|ya no|maintenant|ne plus|plutôt|adesso|non più|agora|já não|nu|niet meer)\b`,
  "iu",
);

/** Whether what the user said may end what was said before about the same. */
export function tellsChange(text: string): boolean {
  return CHANGES.test(text.slice(0, CHARACTERS_MAX));
}
