// The words of the page "First turn".
export const start = {
  title: "First turn",
} as const;
