import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const SRC = resolve(import.meta.dir, "../../src");

/** What is evaluated with the file: its imports and theirs, without those that are made when something is asked for. */
function packagesLoadedBy(file: string, seen: Set<string> = new Set()): Set<string> {
  const packages = new Set<string>();
  if (seen.has(file)) return packages;
  seen.add(file);
  const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export)\b(?! type)[^;]*?\bfrom\s+"([^"]+)"/gm);
  for (const [, name = ""] of imports) {
    if (!name.startsWith(".")) packages.add(name);
    else if (name.endsWith(".ts"))
      for (const each of packagesLoadedBy(resolve(dirname(file), name), seen)) packages.add(each);
  }
  return packages;
}

test("the protocol's library is loaded for the first message, and by no start", () => {
  const starts = ["main.ts", "app/start-service.ts", "commands/serve.ts", "commands/mcp.ts", "commands/recall.ts"];
  for (const start of starts) {
    const loaded = packagesLoadedBy(join(SRC, start));
    expect([start, [...loaded].filter((name) => name.startsWith("@modelcontextprotocol/"))]).toEqual([start, []]);
  }
  expect(packagesLoadedBy(join(SRC, "mcp/answer-exchange.ts"))).toContain("@modelcontextprotocol/server");
});
