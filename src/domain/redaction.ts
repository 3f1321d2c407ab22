// What an account may have taken out of a text before it is stored or embedded.

export const REDACT_KINDS = ["keys", "passwords", "cards", "ibans", "emails", "phones", "ids"] as const;
export type RedactKind = (typeof REDACT_KINDS)[number];
