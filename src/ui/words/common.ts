// Words that every page has.

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

export const common = {
  product: "memoryd",
  unreachable: "The service does not answer. It may be restarting; try again in a moment.",
  pageFailed: "This page went wrong. Load it again.",
  loading: "Loading…",
  retry: "Try again",
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  edit: "Edit",
  delete: "Delete",
  copy: "Copy",
  copied: "Copied",
  more: "More",
  back: "Back",
  nothing: "Nothing here yet.",
  never: "never",
  none: "none",
  yes: "yes",
  no: "no",
  sharedUser: "shared by all",
  requestId: (id: string) => `Request ${id}`,
  search: "Search",
  core: "Core",
  defaultCore: "default",
  typeToConfirm: (word: string) => `Type ${word} to confirm`,
  theme: { title: "Colours", auto: "As the system", light: "Light", dark: "Dark" },
  menu: "Menu",
  skip: "Skip to the page",
  signOut: "Sign out",
  signedInAs: (scope: string, id: string) => `${scope} key ${id}`,
  notFound: "There is no such page.",
  home: "To the first page",
  turns: (count: number) => counted(count, "turn"),
  receipt: {
    title: "Receipt",
    erased: (brains: number, turns: number, rules: number) =>
      `Erased: ${counted(turns, "turn")} and ${counted(rules, "rule")} of ${counted(brains, "brain")}.`,
    keysRevoked: (count: number) => `${counted(count, "key")} revoked with it.`,
    keep: "It is signed, and shows later what was erased and when. The service keeps no copy: save it now.",
    save: "Save the receipt",
  },
  pages: {
    overview: "Overview",
    people: "People",
    why: "Why",
    rules: "Rules",
    setup: "Setting up",
    care: "Care",
    mine: "My memory",
    start: "First turn",
  },
} as const;
