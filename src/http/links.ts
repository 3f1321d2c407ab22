// Where an answer leads: the links of the OpenAPI document, from one operation's answer to another's request.
import { CORE_HEADER, USER_HEADER } from "./brain-headers.ts";

export interface Link {
  readonly operationId: string;
  readonly description: string;
  /** Of the other operation, by name: a place in this request or answer. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Fields of the other's body. They stay out of the document: OpenAPI Generator refuses one that has them. */
  readonly requestBody?: Readonly<Record<string, unknown>>;
}

/** An id, a token or a cursor belongs to the brain that it came from. */
const SAME_BRAIN = {
  [USER_HEADER]: `$request.header.${USER_HEADER}`,
  [CORE_HEADER]: `$request.header.${CORE_HEADER}`,
};

const ofMemory = (operationId: string, description: string, id: string): Link => ({
  operationId,
  description,
  parameters: { ...SAME_BRAIN, id },
});

const nextPage = (operationId: string, parameters: Readonly<Record<string, string>> = {}): Link => ({
  operationId,
  description: "The next page, where `next_cursor` is not null.",
  parameters: { ...parameters, cursor: "$response.body#/next_cursor" },
});

const withToken = (operationId: string, description: string, field: string): Link => ({
  operationId,
  description,
  parameters: SAME_BRAIN,
  requestBody: { [field]: `$response.body#/${field}` },
});

const named = (operationId: string, description: string, name: string, place: string): Link => ({
  operationId,
  description,
  parameters: { [name]: place },
});

/** By operation, for its answer of success. */
export const LINKS: Readonly<Record<string, Readonly<Record<string, Link>>>> = {
  prepareTurn: {
    record: withToken("recordTurn", "Record the answer of this turn.", "turn_token"),
    verify: withToken("verifyAnswer", "Score a draft answer of this turn.", "turn_token"),
    source: ofMemory("getMemory", "Show the best source.", "$response.body#/sources/0/id"),
  },
  addMemory: {
    show: ofMemory("getMemory", "Show this memory.", "$response.body#/id"),
    change: ofMemory("changeMemory", "Change this memory.", "$response.body#/id"),
    forget: ofMemory("forgetMemory", "Erase this memory.", "$response.body#/id"),
  },
  listSessions: {
    next: nextPage("listSessions", SAME_BRAIN),
    show: {
      operationId: "getSession",
      description: "Show the session with the newest turn.",
      parameters: { ...SAME_BRAIN, name: "$response.body#/items/0/name" },
    },
  },
  recallMemory: { source: ofMemory("getMemory", "Show the best source.", "$response.body#/sources/0/id") },
  listMemory: {
    next: nextPage("listMemory", SAME_BRAIN),
    show: ofMemory("getMemory", "Show the newest entry.", "$response.body#/items/0/id"),
    forget: ofMemory("forgetMemory", "Erase the newest entry.", "$response.body#/items/0/id"),
  },
  addLesson: {
    reword: ofMemory("rewordLesson", "Reword this lesson.", "$response.body#/id"),
    remove: ofMemory("removeLesson", "Remove this lesson.", "$response.body#/id"),
  },
  listLessons: {
    next: nextPage("listLessons", SAME_BRAIN),
    reword: ofMemory("rewordLesson", "Reword the newest lesson.", "$response.body#/lessons/0/id"),
    remove: ofMemory("removeLesson", "Remove the newest lesson.", "$response.body#/lessons/0/id"),
  },
  prepareSynthesis: { record: withToken("recordSynthesis", "Record what was learned.", "synthesis_token") },
  createCore: {
    show: named("getCore", "Show this core.", "slug", "$response.body#/slug"),
    change: named("changeCore", "Change this core.", "slug", "$response.body#/slug"),
    delete: named("deleteCore", "Delete this core.", "slug", "$response.body#/slug"),
    prepare: named("prepareTurn", "Prepare a turn in this core.", CORE_HEADER, "$response.body#/slug"),
    recall: named("recallMemory", "Look up memory of this core.", CORE_HEADER, "$response.body#/slug"),
  },
  listCores: { next: nextPage("listCores") },
  issueKey: { revoke: named("revokeKey", "Revoke this key.", "id", "$response.body#/id") },
  listKeys: { next: nextPage("listKeys") },
  createAccount: {
    change: named("changeAccount", "Change this account.", "name", "$response.body#/name"),
    delete: named("deleteAccount", "Delete this account.", "name", "$response.body#/name"),
  },
  listAccounts: { next: nextPage("listAccounts") },
  putConstitution: {
    show: named("getConstitution", "Show this constitution.", "name", "$response.body#/name"),
    test: named("testConstitution", "Try this constitution on a text.", "name", "$response.body#/name"),
    delete: named("deleteConstitution", "Delete this constitution.", "name", "$response.body#/name"),
    prepare: {
      operationId: "prepareTurn",
      description: "Prepare a turn under this constitution.",
      requestBody: { constitution: "$response.body#/name" },
    },
  },
  listConstitutions: { next: nextPage("listConstitutions") },
  listUsers: {
    next: nextPage("listUsers"),
    show: named("getUser", "Show the first of these users.", "user", "$response.body#/items/0/user"),
    erase: named("eraseUser", "Erase the first of these users.", "user", "$response.body#/items/0/user"),
  },
};
