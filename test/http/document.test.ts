import { beforeAll, describe, expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { readDocument } from "../support/api-document.ts";

type Json = Record<string, unknown>;

interface Operation extends Json {
  readonly parameters?: readonly Json[];
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema?: Json }> }>;
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Json }> };
  readonly security?: readonly Json[];
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Json>; readonly securitySchemes: Json };
}

const PUBLIC = new Set(["/livez", "/readyz", "/healthz"]);

let document: Document;

beforeAll(async () => {
  document = (await readDocument()) as Document;
});

function operations(): [string, Operation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

/** Every schema that has properties, with where it stands. */
function* objectsIn(schema: unknown, where: string): Generator<[string, Json]> {
  if (typeof schema !== "object" || schema === null) return;
  if (Array.isArray(schema)) {
    for (const [at, each] of schema.entries()) yield* objectsIn(each, `${where}[${at}]`);
    return;
  }
  const { properties } = schema as Json;
  if (typeof properties === "object" && properties !== null) yield [where, properties as Json];
  for (const [key, value] of Object.entries(schema)) yield* objectsIn(value, `${where}.${key}`);
}

test("the document is valid by a validator that is not ours", async () => {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

test("every endpoint of this version is in it, and none of a later one", () => {
  expect(
    operations()
      .map(([name]) => name)
      .sort(),
  ).toEqual(
    [
      "POST /prepare",
      "POST /verify",
      "POST /record",
      "POST /recall",
      "POST /mcp",
      "GET /memory",
      "DELETE /memory",
      "GET /memory/{id}",
      "POST /memory",
      "PATCH /memory/{id}",
      "GET /sessions",
      "GET /sessions/{name}",
      "GET /profile",
      "DELETE /memory/{id}",
      "GET /lessons",
      "POST /lessons",
      "PATCH /lessons/{id}",
      "DELETE /lessons/{id}",
      "POST /synthesize/prepare",
      "POST /synthesize/record",
      "POST /sync",
      "GET /prometheus",
      "GET /metrics",
      "GET /cores",
      "POST /cores",
      "GET /cores/{slug}",
      "PATCH /cores/{slug}",
      "DELETE /cores/{slug}",
      "GET /admin/keys",
      "POST /admin/keys",
      "DELETE /admin/keys/{id}",
      "GET /admin/accounts",
      "POST /admin/accounts",
      "PATCH /admin/accounts/{name}",
      "DELETE /admin/accounts/{name}",
      "GET /admin/constitutions",
      "GET /admin/audit",
      "GET /admin/audit/key",
      "GET /admin/constitutions/{name}",
      "PUT /admin/constitutions/{name}",
      "DELETE /admin/constitutions/{name}",
      "GET /admin/settings",
      "PATCH /admin/settings",
      "GET /admin/status",
      "DELETE /admin/settings/{name}",
      "GET /admin/users",
      "GET /admin/users/{user}",
      "DELETE /admin/users/{user}",
      "GET /admin/export",
      "POST /admin/import",
      "GET /livez",
      "GET /readyz",
      "GET /healthz",
    ].sort(),
  );
});

test("every link leads to an operation of the document, and fills in what that one takes", () => {
  const links = operations().flatMap(([name, { responses }]) =>
    Object.values(responses).flatMap((response) =>
      Object.entries((Reflect.get(response, "links") ?? {}) as Record<string, Json>).map(
        ([link, described]): [string, Json] => [`${name} ${link}`, described],
      ),
    ),
  );
  expect(links.length).toBeGreaterThan(20);
  for (const [name, { operationId, parameters = {}, requestBody = {} }] of links) {
    const target = operations().find(([, operation]) => operation.operationId === operationId)?.[1];
    const taken = (target?.parameters ?? []).map((each) => String(each.name));
    expect([name, taken]).toEqual([name, expect.arrayContaining(Object.keys(parameters as Json))]);
    const schema = target?.requestBody?.content["application/json"]?.schema ?? {};
    const fields = Object.keys((schema.properties ?? {}) as Json);
    expect([name, fields]).toEqual([name, expect.arrayContaining(Object.keys(requestBody as Json))]);
  }
});

test("every field of every body and every parameter is described", () => {
  const bare = [...objectsIn(document, "document")].flatMap(([where, properties]) =>
    Object.entries(properties).flatMap(([name, field]) => {
      const { description } = field as Json;
      return typeof description === "string" && description.length > 3 ? [] : [`${where}.${name}`];
    }),
  );
  const parameters = operations().flatMap(([name, { parameters = [] }]) =>
    parameters.flatMap((each) => (typeof each.description === "string" ? [] : [`${name}: ${String(each.name)}`])),
  );
  expect({ bare, parameters }).toEqual({ bare: [], parameters: [] });
});

describe("every operation", () => {
  test("has a summary, a description, a tag and an id of its own", () => {
    const ids = operations().map(([, operation]) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [name, operation] of operations()) {
      expect([name, operation]).toEqual([
        name,
        expect.objectContaining({
          summary: expect.stringMatching(/\S/),
          description: expect.stringMatching(/\S/),
          operationId: expect.stringMatching(/^[a-z][A-Za-z]+$/),
          tags: [expect.stringMatching(/\S/)],
        }),
      ]);
    }
  });

  test("asks for the key in its header, but for those that need none", () => {
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
    });
    for (const [name, { security }] of operations()) {
      const needed = PUBLIC.has(name.split(" ")[1] ?? "") ? [] : [{ apiKey: [] }, { bearer: [] }];
      expect([name, security]).toEqual([name, needed]);
    }
  });

  test("lists its statuses, each error with the body of errors", () => {
    for (const [name, { responses, requestBody }] of operations()) {
      const statuses = Object.keys(responses).map(Number);
      // A message that wants no answer is accepted.
      const successes = name === "POST /mcp" ? [200, 202] : [expect.any(Number)];
      expect([name, statuses.filter((status) => status < 300)]).toEqual([name, successes]);
      if (PUBLIC.has(name.split(" ")[1] ?? "")) continue;
      for (const status of [400, 401, 503, ...(requestBody === undefined ? [] : [413, 415])]) {
        expect([name, statuses]).toEqual([name, expect.arrayContaining([status])]);
      }
      for (const status of statuses.filter((each) => each >= 400)) {
        const schema = responses[String(status)]?.content?.["application/json"]?.schema;
        expect([name, status, schema?.$ref]).toEqual([name, status, expect.stringContaining("Error")]);
      }
    }
  });

  test.each([
    ["POST /record", [404, 409, 410]],
    ["POST /verify", [404, 409, 410]],
    ["POST /cores", [403, 409]],
    ["PATCH /lessons/{id}", [403, 404]],
    ["DELETE /memory/{id}", [404]],
    ["DELETE /admin/keys/{id}", [403, 404]],
    ["GET /cores/{slug}", [403, 404]],
  ])("%s names what only it can answer: %p", (wanted, statuses) => {
    const found = operations().find(([name]) => name === wanted)?.[1].responses ?? {};
    expect(Object.keys(found).map(Number)).toEqual(expect.arrayContaining(statuses));
  });
});
