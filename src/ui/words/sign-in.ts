// The words of the page that signs in.
export const signInWords = {
  title: "Sign in",
  lead: "With an API key of this service. It is exchanged for a session of this browser, and kept nowhere.",
  label: "API key",
  where: "The first admin key stands in the file admin.key of the data directory.",
  submit: "Sign in",
  over: "Your session is over. Sign in again.",
  noCookie: "This browser did not keep the session: beyond this machine it needs HTTPS.",
} as const;
