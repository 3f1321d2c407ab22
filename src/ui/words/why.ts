// The words of the page "Why".
export const why = {
  title: "Why",
} as const;
