// The words of the page "People".
export const people = {
  title: "People",
} as const;
