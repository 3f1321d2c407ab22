// What a person reads on standard error when a command does not do what was asked.

/**
 * What is wrong with it, "" where nothing is: apart from log lines it should be one line in plain words (with --json
 * one such sentence as JSON), without a stack or a class of errors, and name what `culprit` names. A system's code
 * (EINVAL) may stand in it.
 */
export function flawOf(stderr: string, culprit = ""): string {
  const lines = stderr.split("\n").filter((line) => line !== "" && !line.startsWith('{"level"'));
  const [first = "", ...rest] = lines.filter((each) => each !== "(memoryd --help shows what there is)");
  const line = first.startsWith('{"error":') ? `memoryd: ${JSON.parse(first).error.message}` : first;
  if (!/^(memoryd|error): \S.*\S$/.test(line)) return `no sentence: ${line}`;
  if (rest.length > 0) return `more than one line: ${lines.join(" / ")}`;
  if (/\b\w*Error:|\$bunfs/.test(line)) return `a program's words: ${line}`;
  return line.includes(culprit) ? "" : `does not name ${culprit}: ${line}`;
}
