// What a brain remembers: turns, and the lessons learned from them.
import type { Answer, Body, Item, Metadata, Query } from "./api-types.ts";
import type { CallOptions } from "./options.ts";
import { eachOf } from "./pages.ts";
import type { Transport } from "./transport.ts";

const at = (id: string) => encodeURIComponent(id);

/** `metadata` finds what has every named field with that very value. */
export type MemoryQuery = Omit<Query<"listMemory">, "metadata"> & { readonly metadata?: Metadata };

export function memoryMethods({ send }: Transport) {
  const list = (query: MemoryQuery = {}, options?: CallOptions) =>
    send<Answer<"listMemory">>({ method: "GET", path: "/memory", query }, options);
  return {
    /** One page, newest first. */
    list,
    /** Every entry, newest first, page by page. */
    each: (query: MemoryQuery = {}, options?: CallOptions) =>
      eachOf<Item<"listMemory">>((cursor) => list({ ...query, ...(cursor === undefined ? {} : { cursor }) }, options)),
    get: (id: string, options?: CallOptions) =>
      send<Answer<"getMemory">>({ method: "GET", path: `/memory/${at(id)}` }, options),
    /** Remembers something outside a turn; it is on disk when this returns. */
    add: (memory: Body<"addMemory">, options?: CallOptions) =>
      send<Answer<"addMemory">>({ method: "POST", path: "/memory", body: memory }, options),
    /** `answer: ""` takes the answer away; `metadata` replaces the whole. */
    change: (id: string, change: Body<"changeMemory">, options?: CallOptions) =>
      send<Answer<"changeMemory">>({ method: "PATCH", path: `/memory/${at(id)}`, body: change }, options),
    /** Erases one memory; its id leaves the lessons that were learned from it. */
    forget: (id: string, options?: CallOptions) =>
      send<Answer<"forgetMemory">>({ method: "DELETE", path: `/memory/${at(id)}` }, options),
    /** Erases the whole memory of the brain that key, user and core select, with a signed receipt. */
    forgetAll: (options?: CallOptions) => send<Answer<"forgetBrain">>({ method: "DELETE", path: "/memory" }, options),
  };
}

/** Conversations that were given a name. */
export function sessionMethods({ send }: Transport) {
  const list = (query: Query<"listSessions"> = {}, options?: CallOptions) =>
    send<Answer<"listSessions">>({ method: "GET", path: "/sessions", query }, options);
  const turns = (name: string, query: Query<"getSession"> = {}, options?: CallOptions) =>
    send<Answer<"getSession">>({ method: "GET", path: `/sessions/${at(name)}`, query }, options);
  return {
    /** The one with the newest turn first. */
    list,
    each: (query: Query<"listSessions"> = {}, options?: CallOptions) =>
      eachOf<Item<"listSessions">>((cursor) =>
        list({ ...query, ...(cursor === undefined ? {} : { cursor }) }, options),
      ),
    /** The turns of one session, oldest first; none of a session that is not there. */
    turns,
    eachTurn: (name: string, query: Query<"getSession"> = {}, options?: CallOptions) =>
      eachOf<Item<"getSession">>((cursor) =>
        turns(name, { ...query, ...(cursor === undefined ? {} : { cursor }) }, options),
      ),
  };
}

export function lessonMethods({ send }: Transport) {
  const list = (query: Query<"listLessons"> = {}, options?: CallOptions) =>
    send<Answer<"listLessons">>({ method: "GET", path: "/lessons", query }, options);
  return {
    list,
    each: (query: Query<"listLessons"> = {}, options?: CallOptions) =>
      eachOf(async (cursor) => {
        const page = await list({ ...query, ...(cursor === undefined ? {} : { cursor }) }, options);
        return { items: page.lessons, next_cursor: page.next_cursor };
      }),
    /** Adds a rule by hand. Admin keys only, like the two below. */
    add: (lesson: Body<"addLesson">, options?: CallOptions) =>
      send<Answer<"addLesson">>({ method: "POST", path: "/lessons", body: lesson }, options),
    reword: (id: string, change: Body<"rewordLesson">, options?: CallOptions) =>
      send<Answer<"rewordLesson">>({ method: "PATCH", path: `/lessons/${at(id)}`, body: change }, options),
    /** With `forget: false` it may be learned again. */
    remove: (id: string, query: Query<"removeLesson"> = {}, options?: CallOptions) =>
      send<Answer<"removeLesson">>({ method: "DELETE", path: `/lessons/${at(id)}`, query }, options),
  };
}

/** A learning pass by your own model. Admin keys only. */
export function synthesisMethods({ send }: Transport) {
  return {
    prepare: (options?: CallOptions) =>
      send<Answer<"prepareSynthesis">>({ method: "POST", path: "/synthesize/prepare" }, options),
    record: (lessons: Body<"recordSynthesis">, options?: CallOptions) =>
      send<Answer<"recordSynthesis">>({ method: "POST", path: "/synthesize/record", body: lessons }, options),
  };
}

export function coreMethods({ send }: Transport) {
  const list = (query: Query<"listCores"> = {}, options?: CallOptions) =>
    send<Answer<"listCores">>({ method: "GET", path: "/cores", query }, options);
  return {
    list,
    each: (query: Query<"listCores"> = {}, options?: CallOptions) =>
      eachOf<Item<"listCores">>((cursor) => list({ ...query, ...(cursor === undefined ? {} : { cursor }) }, options)),
    get: (slug: string, options?: CallOptions) =>
      send<Answer<"getCore">>({ method: "GET", path: `/cores/${at(slug)}` }, options),
    /** Admin keys only, like the two below. */
    create: (core: Body<"createCore">, options?: CallOptions) =>
      send<Answer<"createCore">>({ method: "POST", path: "/cores", body: core }, options),
    change: (slug: string, change: Body<"changeCore">, options?: CallOptions) =>
      send<Answer<"changeCore">>({ method: "PATCH", path: `/cores/${at(slug)}`, body: change }, options),
    /** Erases the core and all its memory, with a signed receipt. */
    delete: (slug: string, options?: CallOptions) =>
      send<Answer<"deleteCore">>({ method: "DELETE", path: `/cores/${at(slug)}` }, options),
  };
}
