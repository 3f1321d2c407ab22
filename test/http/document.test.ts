import { beforeAll, describe, expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { LINKS } from "../../src/http/links.ts";
import { readDocument } from "../support/api-document.ts";

type Json = Record<string, unknown>;

interface Operation extends Json {
  readonly parameters?: readonly Json[];
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema?: Json }> }>;
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Json; readonly example?: unknown }> };
  readonly security?: readonly Json[];
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Json>; readonly securitySchemes: Json };
}

const COMPONENT = "#/components/schemas/";
const PUBLIC = new Set(["/livez", "/readyz", "/healthz", "/ui/session"]);

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

function referred($ref: string): Json {
  return document.components.schemas[$ref.slice(COMPONENT.length)] ?? {};
}

/** Every schema, however deep, with where it stands; none of what an example holds. */
function* schemasIn(value: unknown, where: string): Generator<[string, Json]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [where, value as Json];
  for (const [key, each] of Object.entries(value)) {
    if (key !== "example" && key !== "examples" && key !== "links") yield* schemasIn(each, `${where}.${key}`);
  }
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
      ...["POST /ui/session", "GET /ui/session", "DELETE /ui/session"],
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
      "GET /admin/audit/check",
      "POST /admin/receipts/check",
      "GET /admin/constitutions/{name}",
      "PUT /admin/constitutions/{name}",
      "DELETE /admin/constitutions/{name}",
      "POST /admin/constitutions/{name}/test",
      "GET /admin/settings",
      "PATCH /admin/settings",
      "GET /admin/status",
      "GET /admin/doctor",
      "GET /admin/embedding",
      "GET /admin/backups",
      "POST /admin/backups",
      "GET /admin/status/history",
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
  const shown = operations().flatMap(([, { responses }]) =>
    Object.values(responses).flatMap((response) => Object.values((Reflect.get(response, "links") ?? {}) as object)),
  );
  const all = Object.values(LINKS).flatMap((links) => Object.values(links));
  expect(shown).toEqual(expect.arrayContaining(all.map(({ requestBody: _, ...link }) => link)));
  expect(JSON.stringify(shown)).not.toContain("requestBody");
  for (const { operationId, parameters = {}, requestBody = {} } of all) {
    const target = operations().find(([, operation]) => operation.operationId === operationId)?.[1];
    const taken = (target?.parameters ?? []).map((each) => String(each.name));
    expect([operationId, taken]).toEqual([operationId, expect.arrayContaining(Object.keys(parameters))]);
    const { $ref } = target?.requestBody?.content["application/json"]?.schema ?? {};
    const fields = typeof $ref === "string" ? Object.keys(referred($ref).properties as Json) : [];
    expect([operationId, fields]).toEqual([operationId, expect.arrayContaining(Object.keys(requestBody))]);
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

describe("what generators name by themselves where the document does not", () => {
  const json = (content: Record<string, { readonly schema?: Json }> = {}) => content["application/json"]?.schema;

  test("every JSON body is a component called Request, every JSON answer is a component", () => {
    for (const [name, { requestBody, responses }] of operations()) {
      const body = json(requestBody?.content);
      if (body !== undefined) expect([name, body.$ref]).toEqual([name, expect.stringMatching(/\/[A-Z]\w+Request$/)]);
      for (const [status, { content }] of Object.entries(responses)) {
        const answer = json(content);
        if (answer === undefined) continue;
        expect([name, status, answer]).toEqual([name, status, { $ref: expect.stringMatching(/\/[A-Z]\w+$/) }]);
      }
    }
  });

  test("no object and no closed set stands where it is used, and a component is called by its title", () => {
    const { schemas } = document.components;
    const inside = Object.entries(schemas).flatMap(([name, schema]) =>
      Object.entries(schema).flatMap(([key, value]) => [...schemasIn(value, `${name}.${key}`)]),
    );
    const anonymous = [...inside, ...schemasIn(document.paths, "paths")].flatMap(([where, schema]) => {
      const isObject = [schema.type].flat().includes("object") || typeof schema.additionalProperties === "object";
      return isObject || Array.isArray(schema.enum) || typeof schema.title === "string" ? [where] : [];
    });
    expect(anonymous).toEqual([]);
    expect(Object.values(schemas).map(({ title }) => String(title))).toEqual(Object.keys(schemas));
  });

  test("every closed set is an enum: no union of constants, and no pattern that lists words", () => {
    const found = [...schemasIn(document, "document")].flatMap(([where, { anyOf, oneOf, pattern }]) => {
      const constants = [anyOf, oneOf]
        .flat()
        .filter((each) => typeof each === "object" && each !== null && "const" in each);
      const isList = typeof pattern === "string" && /^\^?\(?[\w-]+(\|[\w-]+)+\)?\$?$/.test(pattern);
      return constants.length > 1 || isList ? [where] : [];
    });
    expect(found).toEqual([]);
    expect(document.components.schemas.MessageRole?.enum).toEqual(["system", "user", "assistant"]);
    expect(
      [...schemasIn(document, "document")].filter(([, { enum: values }]) => Array.isArray(values)).length,
    ).toBeGreaterThan(12);
  });

  test("every component is used", () => {
    const used = new Set([...schemasIn(document, "document")].map(([, { $ref }]) => $ref));
    const unused = Object.keys(document.components.schemas).filter((name) => !used.has(`${COMPONENT}${name}`));
    expect(unused).toEqual([]);
  });

  test("every body has an example that its own schema takes", () => {
    const ajv = addFormats(new Ajv2020({ strict: false }));
    ajv.addSchema({ $id: "document", ...document });
    for (const [name, { requestBody }] of operations()) {
      const media = requestBody?.content["application/json"];
      // What a message of the protocol may hold, the protocol says.
      if (media === undefined || name === "POST /mcp") continue;
      const validate = ajv.compile({ $ref: `document${String(media.schema.$ref)}` });
      expect([name, validate(media.example), validate.errors]).toEqual([name, true, null]);
      // A receipt's own fields may stand there too, and the check itself tells those that are none of them.
      const isOpen = name === "POST /admin/receipts/check";
      expect([name, validate({ ...(media.example as Json), no_such_field: 1 })]).toEqual([name, isOpen]);
    }
  });
});

test("no two parameters of one operation have one name, wherever they stand", () => {
  const twice = operations().flatMap(([name, { parameters = [] }]) => {
    const names = parameters.map((each) => String(each.name));
    return new Set(names).size === names.length ? [] : [name];
  });
  expect(twice).toEqual([]);
});

test("the loop of a turn comes first, and every operation stands under a tag that is described", () => {
  const names = document.tags.map(({ name }) => name);
  expect(document.tags.filter(({ description }) => !/\S/.test(description))).toEqual([]);
  expect(Object.keys(document.paths).slice(0, 3)).toEqual(["/prepare", "/verify", "/record"]);
  const places = operations().map(([, { tags }]) => names.indexOf(String((tags as unknown[])[0])));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(new Set(places)).toEqual(new Set(names.keys()));
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
        expect([name, status, schema?.$ref]).toEqual([name, status, expect.stringMatching(/\/(Api|Mcp)Error$/)]);
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
