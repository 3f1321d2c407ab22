// The frame of the OpenAPI document, and the corrections to what the plugin generates.
import { LINKS } from "./links.ts";
import { HEADERS, headersOf } from "./response-headers.ts";
import type { RouteSpec } from "./route.ts";

const STATUS_MEANING: Readonly<Record<number, string>> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted.",
  400: "The request breaks a rule: its JSON, a field, a query parameter or a header.",
  401: "No valid key.",
  402: "The plan does not cover this, or the account is past due.",
  403: "The key may not do this: it is no admin key, or it is bound to another core or user.",
  404: "There is no such core, lesson, memory, token, key or account.",
  405: "The route does not know this method; Allow names those that it does.",
  406: "The client must accept application/json and text/event-stream.",
  409: "It conflicts with what is there, such as a consumed token or an existing slug.",
  410: "It is gone: an expired token, or a route that was given up.",
  413: "The body is too large.",
  415: "The body is not application/json.",
  429: "The quota of the month or the rate of the second is used up; Retry-After says how long.",
  500: "The service failed; its log has the cause under the request id.",
  503: "The service cannot do this now: overloaded, not ready, or its disk is full.",
};

export const DOCUMENT_HEAD = {
  info: {
    title: "memoryd",
    version: "",
    // The plugin writes this into an HTML attribute as well: no quotes, no markup.
    description:
      "A memory layer for AI agents. Before a turn, POST /prepare builds the brief for your model; after it, POST /record stores the answer. " +
      "The service never calls your model and takes no model provider key: /provider-key is gone and answers 410. " +
      "Unknown body fields and query parameters are refused, null equals absent where a field is optional, and lengths count code points. " +
      "HEAD is GET without its body on every path, and makes nothing that is streamed. " +
      "Every answer carries X-Request-Id.",
  },
  servers: [{ url: "/", description: "This service." }],
  components: {
    securitySchemes: {
      apiKey: {
        type: "apiKey" as const,
        in: "header" as const,
        name: "X-API-Key",
        description: "A key of this service, beginning with mk_live_. Never a model provider key.",
      },
      bearer: {
        type: "http" as const,
        scheme: "bearer",
        description: "The same key, for clients that know no other header.",
      },
    },
  },
};

type Json = Record<string, unknown>;

export interface OpenApiDocument extends Json {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> } & Json;
}

export function isDocument(value: unknown): value is OpenApiDocument {
  return isJson(value) && typeof value.openapi === "string" && isJson(value.paths);
}

/**
 * The plugin writes OpenAPI 3.0.3 around JSON Schema that only 3.1 knows (`type: null`, numeric `exclusiveMinimum`),
 * three media types for every body, and the fields of a model into the response that holds it.
 */
export function finishDocument(generated: OpenApiDocument): OpenApiDocument {
  // Through JSON, so that symbols and shared objects of the schemas stay as they are.
  const document: OpenApiDocument = JSON.parse(JSON.stringify(generated));
  const paths: Record<string, Record<string, Json>> = {};
  const known = new Set(Object.values(document.paths).flatMap((path) => Object.values(path).map(operationId)));
  for (const [path, operations] of Object.entries(document.paths)) {
    paths[path] = Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [method, finishOperation(operation, known)]),
    );
  }
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [name, finishSchema(schema) as Json]),
  );
  return { ...document, openapi: "3.1.0", paths, components: { ...document.components, schemas, headers: HEADERS } };
}

function operationId(operation: Json): string {
  return String(operation.operationId);
}

function finishOperation(operation: Json, known: ReadonlySet<string>): Json {
  const { "x-request-media": requestMedia, "x-content": content, ...kept } = operation;
  const finished: Json = { ...kept, responses: finishResponses(operation, content as RouteSpec["content"], known) };
  if (Array.isArray(operation.parameters)) finished.parameters = operation.parameters.map(finishParameter);
  if (typeof requestMedia === "string") finished.requestBody = { required: true, content: { [requestMedia]: {} } };
  else if (isJson(operation.requestBody)) finished.requestBody = finishRequestBody(operation.requestBody);
  return finished;
}

function finishResponses(operation: Json, own: RouteSpec["content"], known: ReadonlySet<string>): Json {
  const finished: Json = {};
  const links = Object.entries(LINKS[operationId(operation)] ?? {}).filter(([, link]) => known.has(link.operationId));
  for (const [status, response] of Object.entries(isJson(operation.responses) ? operation.responses : {})) {
    const isOwn = own !== undefined && Number(status) < 300;
    const content = isOwn ? { [own.media]: {} } : jsonContent(isJson(response) ? response.content : undefined);
    finished[status] = {
      description: STATUS_MEANING[Number(status)] ?? "An answer.",
      headers: headersOf(operation, Number(status), isOwn ? own.headers : []),
      ...(content === null ? {} : { content }),
      ...(links.length > 0 && Number(status) < 300 ? { links: Object.fromEntries(links) } : {}),
    };
  }
  return finished;
}

function finishParameter(parameter: unknown): unknown {
  if (!isJson(parameter)) return parameter;
  const { examples, ...kept } = parameter;
  const schema = finishSchema(kept.schema);
  const example = Array.isArray(examples) ? { example: examples[0] } : {};
  const isFilledIn = isJson(schema) && "default" in schema;
  return { ...kept, ...example, schema, required: kept.required === true && !isFilledIn };
}

function finishRequestBody(body: Json): Json {
  const content = jsonContent(body.content);
  if (content === null) return body;
  const media = content["application/json"];
  return { ...body, content: { "application/json": { ...media, schema: withNullableOptions(media?.schema) } } };
}

function jsonContent(content: unknown): Record<string, Json> | null {
  // The same schema stands under each of the plugin's media types.
  const media = isJson(content) ? Object.values(content).find(isJson) : undefined;
  return media === undefined ? null : { "application/json": { ...media, schema: finishSchema(media.schema) } };
}

/** In a request, null equals absent where a field is optional. */
function withNullableOptions(schema: unknown): unknown {
  if (!isJson(schema)) return schema;
  if (isJson(schema.items)) return { ...schema, items: withNullableOptions(schema.items) };
  if (!isJson(schema.properties)) return schema;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const inner = withNullableOptions(property);
    if (required.includes(name) || !isJson(inner) || inner.type === "null") return [name, inner];
    if (typeof inner.type === "string") return [name, { ...inner, type: [inner.type, "null"] }];
    return Array.isArray(inner.anyOf) ? [name, { ...inner, anyOf: [...inner.anyOf, { type: "null" }] }] : [name, inner];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Takes out what is Elysia's alone, and `additionalProperties: false`, which would forbid us ever to add a field. */
function finishSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(finishSchema);
  if (!isJson(schema)) return schema;
  const finished: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "noValidate" || (key === "additionalProperties" && value === false)) continue;
    if (key === "patternProperties" && isJson(value))
      finished.additionalProperties = finishSchema(Object.values(value)[0]);
    else if (key === "properties" && isJson(value)) {
      finished.properties = Object.fromEntries(
        Object.entries(value).map(([name, property]) => [name, finishSchema(property)]),
      );
    } else
      finished[key] = ["items", "anyOf", "allOf", "oneOf", "not", "schema"].includes(key) ? finishSchema(value) : value;
  }
  return finished;
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
