// What the OpenAPI document shows as an example, and says of the lines of an export, held against the executable.
import { beforeAll, expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { openLab, type Server } from "./executable.ts";

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: object }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const lab = openLab({ model: "tiny" });
let server: Server;
let document: Document;

beforeAll(async () => {
  server = await lab.start();
  await server.ready();
  document = (await server.ask<Document>("GET", "/openapi.json")).body;
});

const post = async (path: string, body: object) =>
  (await server.ask<Record<string, string>>("POST", path, { body })).body;

/** What an example leaves open, because no id and no token is there before it was made. */
const OPEN: Readonly<Record<string, () => Promise<Readonly<Record<string, string | undefined>>>>> = {
  "POST /record": () => post("/prepare", { input: "Hello." }),
  "PATCH /memory/{id}": () => post("/memory", { input: "I moved to Faro." }),
  "PATCH /lessons/{id}": () => post("/lessons", { text: "Be brief." }),
  "PATCH /cores/{slug}": async () => ({ slug: "default" }),
  "PATCH /admin/accounts/{name}": async () => ({ name: "default" }),
  "PUT /admin/constitutions/{name}": async () => ({ name: "shop" }),
  "POST /admin/constitutions/{name}/test": async () => ({ name: "shop" }),
};

test("every example of a body works on a fresh install, or says which token it needs", async () => {
  const answers: [string, number][] = [];
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const example = requestBody?.content["application/json"]?.example;
      if (example === undefined) continue;
      const name = `${method.toUpperCase()} ${path}`;
      const open = (await OPEN[name]?.()) ?? {};
      const target = path.replace(/\{(\w+)\}/g, (_, each: string) => open[each] ?? "");
      const body = name === "POST /record" ? { ...example, turn_token: open.turn_token } : example;
      answers.push([name, (await server.ask(method.toUpperCase(), target, { body })).status]);
    }
  }
  // There is nothing yet that a learning pass could be planned of; and only the dashboard's own page signs in.
  const refused = answers.filter(([, status]) => status >= 300).sort();
  expect(refused).toEqual([
    ["POST /synthesize/record", 404],
    ["POST /ui/session", 403],
  ]);
  expect(answers.length).toBeGreaterThan(15);
});

test("every line of an export is one that the document describes", async () => {
  await post("/memory", { input: "My name is Ada.", metadata: { n: 1 } });
  const { id } = await post("/lessons", { text: "Serve tea." });
  await server.ask("DELETE", `/lessons/${id}`);
  await post("/lessons", { text: "Serve coffee." });
  await post("/cores", { slug: "lines", name: "Lines" });
  await server.ask("PATCH", "/admin/settings", { body: { nightly: false } });
  await server.ask("PUT", "/admin/constitutions/lines", { body: { text: "Be kind." } });

  const ajv = addFormats(new Ajv2020({ strict: false }));
  ajv.addSchema({ $id: "document", ...document });
  const validate = ajv.compile({ $ref: "document#/components/schemas/ExportLine" });
  const headers = { "x-api-key": server.adminKey };
  const text = await (await fetch(`${server.url}/admin/export`, { headers })).text();
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line): { readonly type: string } => JSON.parse(line));
  expect(lines.filter((line) => !validate(line))).toEqual([]);
  const kinds = "brain constitution core end forgotten_rule header lesson packet settings";
  expect([...new Set(lines.map(({ type }) => type))].sort().join(" ")).toBe(kinds);
  expect(validate({ type: "packet" })).toBe(false);
});
