// The shapes of the API by the names of its operations, from the types that its OpenAPI document generates.
import type { components, operations } from "./generated/api.ts";

export type Operation = keyof operations;

type Json<T> = T extends { content: { "application/json": infer J } } ? J : never;
type Success<R> = { [S in keyof R]: S extends 200 | 201 | 202 ? Json<R[S]> : never }[keyof R];
type Parameters<O extends Operation> = operations[O]["parameters"];

/** The answer of an operation. */
export type Answer<O extends Operation> = Success<operations[O]["responses"]>;
/** The JSON body that an operation takes. */
export type Body<O extends Operation> = operations[O] extends { requestBody: infer B } ? Json<B> : never;
/** The query parameters that an operation takes. */
export type Query<O extends Operation> = Parameters<O> extends { query?: infer Q } ? NonNullable<Q> : never;
/** One entry of the list that an operation answers with. */
export type Item<O extends Operation> = Answer<O> extends { items: (infer I)[] } ? I : never;

export type Turn = Answer<"prepareTurn">;
export type Message = Turn["messages"][number];
export type Source = Turn["sources"][number];
export type Verdict = Answer<"verifyAnswer">;
export type Lesson = Answer<"listLessons">["lessons"][number];
export type MemoryItem = Item<"listMemory">;
export type MemoryDetail = Answer<"getMemory">;
/** Up to 16 fields of your own, 2 KiB as JSON. */
export type Metadata = MemoryItem["metadata"];
export type Profile = Answer<"getProfile">;

type Schemas = components["schemas"];
/** One line of an export, by its `type`: the first is `header`, the last `end`. */
export type ExportLine = Schemas["ExportLine"];
