// A client of the interface as its users write one: a key, perhaps a core and a user, JSON there and back.
import { expect } from "bun:test";
import type { LessonItem, LessonPage, MemoryPage, MetricsBody, TurnBody } from "./bodies.ts";

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface Selection {
  readonly core?: string;
  readonly user?: string;
}

export type Send = (request: Request) => Promise<Response>;

const ORIGIN = "http://memoryd.test";

/** What a brain shows of itself, to be compared before and after. */
export interface BrainState {
  readonly metrics: MetricsBody;
  readonly memory: MemoryPage;
  readonly lessons: LessonPage;
}

export class Client {
  constructor(
    private readonly sendRequest: Send,
    private readonly failures: readonly unknown[],
    readonly key: string | null,
    readonly selection: Selection = {},
  ) {}

  /** The same key for another brain. */
  at(selection: Selection): Client {
    return new Client(this.sendRequest, this.failures, this.key, selection);
  }

  /** Key and brain as headers; a test may take some away or add others. */
  headers(): Record<string, string> {
    const { core, user } = this.selection;
    return {
      ...(this.key === null ? {} : { "x-api-key": this.key }),
      ...(core === undefined ? {} : { "x-memory-core": core }),
      ...(user === undefined ? {} : { "x-memory-user": user }),
    };
  }

  /** A request as it is, headers and all. */
  pass(request: Request): Promise<Response> {
    return this.sendRequest(request);
  }

  get<T = unknown>(path: string): Promise<Answer<T>> {
    return this.send<T>(path, { headers: this.headers() });
  }

  post<T = unknown>(path: string, body: unknown): Promise<Answer<T>> {
    return this.withBody<T>("POST", path, body);
  }

  patch<T = unknown>(path: string, body: unknown): Promise<Answer<T>> {
    return this.withBody<T>("PATCH", path, body);
  }

  put<T = unknown>(path: string, body: unknown): Promise<Answer<T>> {
    return this.withBody<T>("PUT", path, body);
  }

  delete<T = unknown>(path: string): Promise<Answer<T>> {
    return this.send<T>(path, { method: "DELETE", headers: this.headers() });
  }

  /** For an answer that is no JSON, or none at all. */
  async text(
    path: string,
    method: "GET" | "HEAD" = "GET",
  ): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
    const response = await this.sendRequest(new Request(`${ORIGIN}${path}`, { method, headers: this.headers() }));
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** For an answer that is read piece by piece. */
  async reader(path: string): Promise<Pick<ReadableStreamDefaultReader<Uint8Array>, "read">> {
    const { body } = await this.sendRequest(new Request(`${ORIGIN}${path}`, { headers: this.headers() }));
    if (body === null) throw new Error(`${path} answered without a body`);
    return body.getReader();
  }

  /** undefined: no body. */
  withBody<T = unknown>(method: string, path: string, body: unknown): Promise<Answer<T>> {
    const headers = { ...this.headers(), "content-type": "application/json" };
    return this.send<T>(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  }

  /** Every answer is checked for what all answers have in common. Throws where the service failed. */
  async send<T = unknown>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
    const response = await this.sendRequest(new Request(`${ORIGIN}${path}`, init));
    const { status, headers } = response;
    if (status === 500)
      throw new Error(`${init.method ?? "GET"} ${path} answered 500`, { cause: this.failures.at(-1) });
    expect(headers.get("x-request-id")).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    expect(headers.get("content-type")).toStartWith("application/json");
    return { status, headers, body: (await response.json()) as T };
  }

  /** A turn that is not refused. */
  async prepare(
    input: string,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<TurnBody & { turn_token: string }> {
    const { status, body } = await this.post<TurnBody>("/prepare", { input, ...more });
    expect(status, JSON.stringify(body)).toBe(200);
    if (body.turn_token === null) throw new Error("the turn was gated");
    return { ...body, turn_token: body.turn_token };
  }

  record(turnToken: string, answer: string, more: Readonly<Record<string, unknown>> = {}): Promise<Answer<unknown>> {
    return this.post("/record", { turn_token: turnToken, answer, ...more });
  }

  /** One whole turn; returns the id of what is remembered of it. */
  async turn(input: string, answer: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { turn_token } = await this.prepare(input);
    const { status, body } = await this.record(turn_token, answer, more);
    expect(status, JSON.stringify(body)).toBe(200);
    const newest = (await this.get<MemoryPage>("/memory?limit=1")).body.items[0];
    if (newest === undefined) throw new Error("the turn was not remembered");
    return newest.id;
  }

  /** A turn that says the same twice, so that its embedding is that of the text. */
  remember(text: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
    return this.turn(text, text, more);
  }

  /** A rule by hand; for admin keys. */
  async teach(text: string): Promise<LessonItem> {
    const { status, body } = await this.post<LessonItem>("/lessons", { text });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }

  async state(): Promise<BrainState> {
    return {
      metrics: (await this.get<MetricsBody>("/metrics")).body,
      memory: (await this.get<MemoryPage>("/memory?limit=1000")).body,
      lessons: (await this.get<LessonPage>("/lessons?limit=1000")).body,
    };
  }
}
