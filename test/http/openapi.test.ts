import { expect, test } from "bun:test";
import { documentSchemas, FIELD_DESCRIPTION } from "../../src/http/document-schemas.ts";
import { finishDocument, type OpenApiDocument } from "../../src/http/openapi.ts";
import { toyApp } from "./toy-app.ts";

const { app } = toyApp();
const get = (path: string, headers: Record<string, string> = {}) =>
  app.handle(new Request(`http://x${path}`, { headers }));

interface Operation {
  readonly [field: string]: unknown;
  readonly responses: Record<string, { content?: Record<string, unknown> }>;
}
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};
const document = (await (await get("/openapi.json")).json()) as Document;
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

test("every operation says what it is, and has an id of its own", () => {
  expect(operations.length).toBeGreaterThan(10);
  for (const operation of operations) {
    for (const field of ["operationId", "summary", "description"]) expect(operation[field]).toBeString();
    expect(operation.tags).toHaveLength(1);
  }
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

test("public routes alone need no key", () => {
  expect(document.paths["/livez"]?.get?.security).toEqual([]);
  expect(document.paths["/say"]?.post?.security).toEqual([{ apiKey: [] }, { bearer: [] }]);
});

test("routes with a brain, and no others, take its headers", () => {
  const headers = (operation: Operation | undefined) =>
    ((operation?.parameters ?? []) as { in: string; name: string }[])
      .filter((each) => each.in === "header")
      .map(({ name }) => name);
  expect(headers(document.paths["/say"]?.post)).toEqual(["X-Memory-User", "X-Memory-Core"]);
  expect(headers(document.paths["/things"]?.get)).toEqual([]);
});

test("every error status has the error model", () => {
  const { responses } = document.paths["/rule"]?.put ?? { responses: {} };
  expect(Object.keys(responses)).toEqual(["200", "400", "401", "402", "403", "404", "413", "415", "429", "500", "503"]);
  for (const operation of operations) {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const schema = { $ref: "#/components/schemas/ApiError" };
      if (Number(status) >= 400 && status !== "503") expect(content).toEqual({ "application/json": { schema } });
    }
  }
});

test("text shows its bounds, optional fields their null, and limits their default", () => {
  const say = JSON.stringify(document.components.schemas.SayRequest);
  expect(say).toContain('{"type":"string","minLength":1,"description":"Some text.","maxLength":5}');
  expect(say).toContain('{"type":["string","null"],"minLength":0,"description":"A note.","maxLength":5}');
  expect(document.paths["/things"]?.get?.parameters).toContainEqual({
    name: "limit",
    in: "query",
    required: false,
    description: "Most entries in the answer.",
    schema: { type: "integer", minimum: 1, maximum: 1000, default: 50 },
  });
  expect(document.paths["/stream"]?.post?.requestBody).toEqual({
    required: true,
    content: { "application/x-ndjson": { schema: { type: "string", description: "Lines." } } },
  });
});

test("a body is a component that takes no other field, with its first example beside it", () => {
  expect(document.paths["/say"]?.post?.requestBody).toEqual({
    required: true,
    content: {
      "application/json": { schema: { $ref: "#/components/schemas/SayRequest" }, example: { input: "hello" } },
    },
  });
  expect(document.components.schemas.SayRequest).toMatchObject({ title: "SayRequest", additionalProperties: false });
});

test("what the plugin writes is corrected, and the plugin's own document stays as it is", () => {
  const schema = {
    type: "object",
    additionalProperties: false,
    properties: { a: { type: "object", patternProperties: { "^(.*)$": { type: "string" } } } },
  };
  const media = { "application/json": { schema }, "text/plain": { schema } };
  const generated: OpenApiDocument = {
    openapi: "3.0.3",
    paths: { "/x": { get: { responses: { 200: { title: "X", content: media } }, "x-content": undefined } } },
    components: { schemas: {} },
  };
  const before = JSON.stringify(generated);
  expect(finishDocument(generated)).toEqual({
    openapi: "3.1.0",
    tags: expect.any(Array),
    paths: {
      "/x": {
        get: {
          responses: {
            200: {
              description: "Done.",
              headers: { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } },
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    properties: { a: { type: "object", additionalProperties: { type: "string" } } },
                  },
                },
              },
            },
          },
        },
      },
    },
    components: { schemas: {}, headers: expect.any(Object) },
  } as never);
  expect(JSON.stringify(generated)).toBe(before);
});

test("two schemas of one title are a mistake, one that is met twice is not", () => {
  const named = (type: string) => ({ title: "Named", type, [FIELD_DESCRIPTION]: "Of the field." });
  const schemas = documentSchemas({});
  for (let times = 0; times < 2; times++) {
    expect(schemas.answered(named("string"))).toEqual({
      $ref: "#/components/schemas/Named",
      description: "Of the field.",
    });
  }
  expect(schemas.components).toEqual({ Named: { title: "Named", type: "string" } });
  expect(() => schemas.asked(named("integer"))).toThrow("Named");
});

test("every answer names its headers, and only links to operations that are there", () => {
  const { responses } = document.paths["/say"]?.post ?? { responses: {} };
  const headersAt = (status: string) => Object.keys(Reflect.get(responses[status] ?? {}, "headers") ?? {});
  expect(headersAt("200")).toEqual(["X-Request-Id", "X-Memory-Core-Served", "RateLimit-Policy", "RateLimit"]);
  expect(headersAt("401")).toEqual(["X-Request-Id", "WWW-Authenticate", "X-Memory-Core-Served"]);
  expect(headersAt("429")).toContain("Retry-After");
  expect(JSON.stringify(document)).not.toContain('"links"');
});

test("the page names no other host and forbids the browser to ask one", async () => {
  const answer = await get("/docs");
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(answer.headers.get("content-type")).toStartWith("text/html");
  expect(policy).toStartWith("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*/);
  expect(await answer.text()).not.toMatch(/https?:\/\//);
});

test("the page's script is ours, compressed where the browser takes it", async () => {
  const source = /<script src="([^"]+)"/.exec(await (await get("/docs")).text())?.[1] ?? "";
  const [plain, packed] = [await get(source), await get(source, { "accept-encoding": "br, gzip" })];
  expect(plain.headers.get("content-type")).toStartWith("text/javascript");
  expect(plain.headers.get("cache-control")).toContain("immutable");
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  expect(Buffer.from(Bun.gunzipSync(await packed.arrayBuffer())).equals(Buffer.from(await plain.arrayBuffer()))).toBe(
    true,
  );
  const { version } = await Bun.file(`${import.meta.dir}/../../node_modules/@scalar/api-reference/package.json`).json();
  expect(source).toContain(version);
});
