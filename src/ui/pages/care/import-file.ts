// What is sent of the files that were chosen, and where in it something is wrong.

/** What the page shows of a wrong line. */
const SHOWN_CHARS_MAX = 2_000;

/** One file as it is; several notes as a list of them. null: several that do not go together. */
export async function importBody(files: readonly File[]): Promise<Blob | null> {
  const [first, ...others] = files;
  if (first !== undefined && others.length === 0) return first;
  if (!files.every(({ name }) => name.endsWith(".md"))) return null;
  const notes = await Promise.all(
    files.map(async (file) => ({ permalink: file.name.replace(/\.md$/, ""), content: await file.text() })),
  );
  return new Blob([JSON.stringify(notes)], { type: "application/json" });
}

/** The line of this number, from 1 on, its beginning where it is long; null: there is none. */
export async function lineOf(body: Blob, line: number): Promise<string | null> {
  const reader = body.stream().pipeThrough(new TextDecoderStream()).getReader();
  let at = 1;
  let found = "";
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    let rest = next.value;
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      if (at === line) return cut(found + rest.slice(0, end));
      rest = rest.slice(end + 1);
      at += 1;
    }
    if (at === line) found += rest.slice(0, SHOWN_CHARS_MAX + 1 - found.length);
    if (found.length > SHOWN_CHARS_MAX) break;
  }
  await reader.cancel();
  return at === line && found !== "" ? cut(found) : null;
}

function cut(text: string): string {
  return text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX)}…` : text;
}
