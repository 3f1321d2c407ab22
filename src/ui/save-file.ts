// Something made on the page becomes a file of the viewer's.

export function saveFile(name: string, content: Blob | string, type = "application/json"): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it up by then; a large one is copied meanwhile.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** What stands in a name of a file as it is: anything else becomes a dash. */
export function fileNameOf(...parts: readonly string[]): string {
  return parts.map((part) => part.replace(/[^a-zA-Z0-9._-]/g, "-").slice(0, 60)).join("-");
}
