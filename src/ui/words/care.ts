// The words of the page "Care".
export const care = {
  title: "Care",
} as const;
