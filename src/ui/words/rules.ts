// The words of the page "Rules".
export const rules = {
  title: "Rules",
} as const;
