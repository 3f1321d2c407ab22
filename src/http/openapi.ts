// The frame of the OpenAPI document, and the corrections to what the plugin generates.
import { isObject } from "../base/strict-json.ts";
import { type DocumentSchemas, documentSchemas, type Json } from "./document-schemas.ts";
import { LINKS } from "./links.ts";
import { HEADERS, headersOf } from "./response-headers.ts";
import type { RouteSpec, StreamBody } from "./route.ts";
import { inOrderOfTags, TAGS } from "./tags.ts";

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

const JSON_MEDIA = "application/json";

export interface OpenApiDocument extends Json {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> } & Json;
}

export function isDocument(value: unknown): value is OpenApiDocument {
  return isObject(value) && typeof value.openapi === "string" && isObject(value.paths);
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
  const schemas = documentSchemas(document.components.schemas);
  for (const [path, operations] of inOrderOfTags(Object.entries(document.paths))) {
    paths[path] = Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [method, finishOperation(operation, known, schemas)]),
    );
  }
  const components = { ...document.components, schemas: schemas.components, headers: HEADERS };
  return { ...document, openapi: "3.1.0", tags: TAGS, paths, components };
}

function operationId(operation: Json): string {
  return String(operation.operationId);
}

function finishOperation(operation: Json, known: ReadonlySet<string>, schemas: DocumentSchemas): Json {
  const { "x-stream": stream, "x-content": content, "x-may-lack-body": mayLackBody, ...kept } = operation;
  const finished: Json = { ...kept };
  if (Array.isArray(operation.parameters)) {
    finished.parameters = operation.parameters.map((each) => finishParameter(each, schemas));
  }
  if (stream !== undefined) finished.requestBody = streamBody(stream as StreamBody, schemas);
  else if (isObject(operation.requestBody)) {
    finished.requestBody = { ...finishRequestBody(operation.requestBody, schemas), required: mayLackBody !== true };
  }
  finished.responses = finishResponses(operation, content as RouteSpec["content"], known, schemas);
  return finished;
}

function finishResponses(
  operation: Json,
  own: RouteSpec["content"],
  known: ReadonlySet<string>,
  schemas: DocumentSchemas,
): Json {
  const finished: Json = {};
  const links = Object.entries(LINKS[operationId(operation)] ?? {})
    .filter(([, link]) => known.has(link.operationId))
    .map(([name, { requestBody: _, ...link }]) => [name, link]);
  for (const [status, response] of Object.entries(isObject(operation.responses) ? operation.responses : {})) {
    const isOwn = own !== undefined && Number(status) < 300;
    const model = modelOf(isObject(response) ? response.content : undefined);
    finished[status] = {
      description: STATUS_MEANING[Number(status)] ?? "An answer.",
      headers: headersOf(operation, Number(status), isOwn ? own.headers : []),
      ...(model === null ? {} : { content: { [isOwn ? own.media : JSON_MEDIA]: { schema: schemas.answered(model) } } }),
      ...(links.length > 0 && Number(status) < 300 ? { links: Object.fromEntries(links) } : {}),
    };
  }
  return finished;
}

function finishParameter(parameter: unknown, schemas: DocumentSchemas): unknown {
  if (!isObject(parameter)) return parameter;
  const { examples, ...kept } = parameter;
  // The plugin has moved the description out of the schema, which may be a component that others use too.
  const isNamed = isObject(kept.schema) && kept.schema.title !== undefined;
  const schema = schemas.answered(isNamed ? { ...(kept.schema as Json), description: kept.description } : kept.schema);
  const example = Array.isArray(examples) ? { example: examples[0] } : {};
  const isFilledIn = isObject(kept.schema) && "default" in kept.schema;
  return { ...kept, ...example, schema, required: kept.required === true && !isFilledIn };
}

/** The first example of a body's model is the example that its page shows. */
function finishRequestBody(body: Json, schemas: DocumentSchemas): Json {
  const model = modelOf(body.content);
  if (model === null) return body;
  const example = Array.isArray(model.examples) ? { example: model.examples[0] } : {};
  return { ...body, content: { [JSON_MEDIA]: { schema: schemas.asked(model), ...example } } };
}

function streamBody({ media, model }: StreamBody, schemas: DocumentSchemas): Json {
  // One that has an example is a body like others, but for how it is read.
  if (!Array.isArray(model.examples))
    return { required: true, content: { [media]: { schema: schemas.answered(model) } } };
  return { required: true, content: { [media]: { schema: schemas.asked(model), example: model.examples[0] } } };
}

/** The same schema stands under each of the plugin's media types. */
function modelOf(content: unknown): Json | null {
  const media = isObject(content) ? Object.values(content).find(isObject) : undefined;
  return isObject(media?.schema) ? media.schema : null;
}
