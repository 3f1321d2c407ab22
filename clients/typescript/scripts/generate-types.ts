// Writes src/generated/api.ts from the OpenAPI document of the executable in the root's dist.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";

const ROOT = resolve(import.meta.dir, "../../..");
export const GENERATED = resolve(import.meta.dir, "../src/generated/api.ts");

const HEAD = "// Made by `bun run types` from the OpenAPI document of memoryd: not to be edited.\n";

type Json = Record<string, unknown>;
interface Described extends Json {
  readonly paths: Record<string, Record<string, { parameters?: { in: string }[]; responses: Record<string, Json> }>>;
  readonly components: Json;
}

/** The types of a document, as they are checked in. */
export async function typesOf(document: string): Promise<string> {
  const described = JSON.parse(document) as Described;
  const operations = Object.values(described.paths).flatMap((path) => Object.values(path));
  for (const operation of operations) {
    // Errors have one shape, and headers are the client's own business: they would be nine tenths of the file.
    operation.parameters = operation.parameters?.filter(({ in: place }) => place !== "header") ?? [];
    const answers = Object.entries(operation.responses).filter(([, response]) => !isError(response));
    operation.responses = Object.fromEntries(answers.map(([status, { headers, links, ...rest }]) => [status, rest]));
  }
  const { headers, ...components } = described.components;
  const ast = await openapiTS(JSON.stringify({ ...described, components }), { defaultNonNullable: false });
  return HEAD + astToString(ast);
}

function isError(response: Json): boolean {
  return JSON.stringify(response).includes('"#/components/schemas/ApiError"');
}

async function readDocument(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "memoryd-types-"));
  const server = Bun.spawn([join(ROOT, "dist/memoryd"), "serve", "--port", "0"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const { value } = await server.stdout.getReader().read();
    const url = /http:\S+/.exec(new TextDecoder().decode(value))?.[0];
    return await (await fetch(`${url}/openapi.json`)).text();
  } finally {
    server.kill();
    await server.exited;
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) await Bun.write(GENERATED, await typesOf(await readDocument()));
