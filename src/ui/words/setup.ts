// The words of the page "Setting up".
export const setup = {
  title: "Setting up",
} as const;
