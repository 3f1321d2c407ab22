// The words of the page "My memory".
import { counted } from "./common.ts";

export const mine = {
  title: "My memory",
  lead: (user: string) => `Everything that this service remembers of ${user}. Nobody else's memory is shown here.`,
  counts: (memories: number, rules: number, sessions: number) =>
    `${counted(memories, "memory", "memories")}, ${counted(rules, "rule")}, ${counted(sessions, "conversation")}.`,
  tabs: { label: "What is shown", timeline: "Timeline", known: "Profile and rules" },
  timeline: {
    title: "Timeline",
    filters: "What of the timeline is shown",
    search: "Search",
    session: "Conversation",
    allSessions: "All",
    sessionOption: (name: string, turns: string) => `${name} (${turns})`,
    nothing: "Nothing is remembered of you yet.",
    begin: "Make the first turn",
    nothingFound: "Nothing of your memory holds all of these words.",
    said: "Said",
    answered: "Answered",
    whole: "Show all of it",
    noSession: "Outside any conversation",
    delete: "Delete",
    deleteThis: (when: string) => `Delete the turn of ${when}`,
  },
  erase: {
    title: "Delete this turn?",
    text: "It is erased for good, on disk too. Rules that were learned from it stay.",
    action: "Delete",
    done: "The turn is deleted.",
  },
  known: {
    profile: "Profile",
    attributes: { name: "Name", occupation: "Occupation" },
    since: "since",
    noAttributes: "Neither name nor occupation is known for sure.",
    preferences: "Lasting preferences",
    noPreferences: "None is known.",
    rules: "Rules",
    rulesLead:
      "What was learned from your turns, and holds in every answer. Only whoever runs the service changes them.",
    noRules: "No rule was learned yet.",
    pinned: "Pinned",
    used: (count: number) => `used ${counted(count, "time")}`,
    learned: "learned",
    expires: "expires",
  },
  export: {
    action: "Export",
    title: "Export my memory",
    text: "All of it as one file, a JSON object a line: your profile, your rules, and every turn.",
    progress: "Progress of the export",
    sofar: (done: number, total: number) => `${done.toLocaleString()} of ${counted(total, "memory", "memories")}`,
    saved: (memories: number, rules: number) =>
      `Saved as a file: ${counted(memories, "memory", "memories")} and ${counted(rules, "rule")}.`,
    again: "Save it again",
  },
  eraseAll: {
    action: "Erase all",
    title: "Erase all of my memory?",
    text: "Every turn, every rule and your profile are erased for good, on disk too. A signed receipt is saved as a file. Nobody can bring it back.",
    inCore: (core: string) => `This is about the core ${core}; what another core remembers stays.`,
    confirm: "Erase all",
  },
} as const;
