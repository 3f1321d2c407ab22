// The letters A to Z in lower case and nothing else, as SQLite's `lower` has it.

export function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
