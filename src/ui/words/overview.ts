// The words of the page "Overview".
export const overview = {
  title: "Overview",
} as const;
