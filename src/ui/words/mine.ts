// The words of the page "My memory".
export const mine = {
  title: "My memory",
} as const;
