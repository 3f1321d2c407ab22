// Calls of the REST API, each with the time that it took; and many at once.

type Method = "GET" | "POST" | "PATCH" | "DELETE";

export interface Caller {
  /** Milliseconds of one call; throws where the answer is not a success. */
  time(method: Method, path: string, user: string | null, body?: object): Promise<number>;
  /** The answer's JSON. */
  json<T>(method: Method, path: string, user: string | null, body?: object): Promise<T>;
  text(path: string): Promise<string>;
}

export function createCaller({ url, adminKey }: { url: string; adminKey: string }): Caller {
  async function call(method: string, path: string, user: string | null, body?: object): Promise<string> {
    const answer = await fetch(url + path, {
      method,
      headers: {
        "X-API-Key": adminKey,
        ...(user === null ? {} : { "X-Memory-User": user }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text;
  }
  return {
    async time(...args) {
      const startedAt = performance.now();
      await call(...args);
      return performance.now() - startedAt;
    },
    json: async (...args) => JSON.parse(await call(...args)),
    text: (path) => call("GET", path, null),
  };
}

/** Runs the jobs in their order, `clients` at a time; the results in the order of the jobs. */
export async function inParallel<J, R>(
  clients: number,
  jobs: readonly J[],
  run: (job: J, client: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  async function work(client: number): Promise<void> {
    while (next < jobs.length) {
      const at = next++;
      results[at] = await run(jobs[at]!, client);
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  return results;
}

/** Calls again and again, a pause between, until `until` is settled; the milliseconds of each call. */
export async function timesDuring(
  until: Promise<unknown>,
  pauseMs: number,
  call: () => Promise<number>,
): Promise<number[]> {
  let done = false;
  const end = until.finally(() => {
    done = true;
  });
  const times: number[] = [];
  while (!done) {
    times.push(await call());
    await Bun.sleep(pauseMs);
  }
  await end;
  return times;
}
