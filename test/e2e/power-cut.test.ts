// kill -9 in the midst of work: what was acknowledged is there afterwards.
import { expect, test } from "bun:test";
import { openLab, type Server } from "./executable.ts";
import { memoryTexts, prepare, record, tokenOf } from "./turns.ts";

const lab = openLab({ model: "tiny" });
const ROUNDS = 4;
const CLIENTS = 4;
const env = { MEMORYD_EMBEDDING_WORKERS: "2" };

const THINGS = ["bicycle", "violin", "garden", "kettle", "novel", "jacket", "recipe", "camera", "boat", "carpet"];
const PLACES = ["Lisbon", "Oslo", "Kyoto", "Quito", "Cairo", "Perth", "Dublin", "Hanoi", "Lima", "Riga"];

interface Acknowledged {
  readonly user: string;
  readonly input: string;
  readonly answer: string;
  readonly token: string;
}

/** What happened up to the kill. */
interface Round {
  readonly acknowledged: Acknowledged[];
  /** Prepared, and not sent to /record before the kill. */
  readonly open: { readonly user: string; readonly token: string }[];
}

/** Clients converse, each as a user of its own, until `acknowledgements` were counted; then the server is killed. */
async function converseUntilKilled(server: Server, round: number, acknowledgements: number): Promise<Round> {
  const acknowledged: Acknowledged[] = [];
  const open: Round["open"] = [];
  let killed = false;
  const client = async (number: number) => {
    const user = `client-${round}-${number}`;
    open.push({ user, token: await tokenOf(server, "One more thing", { user }) });
    for (let turn = 0; !killed; turn++) {
      const thing = THINGS[(turn + number) % THINGS.length];
      const input = `My ${thing} number ${turn} is from ${PLACES[(turn * 3 + round) % PLACES.length]}`;
      const answer = `So the ${thing} has come a long way.`;
      const token = await tokenOf(server, input, { user });
      const { status } = await record(server, token, answer, { user });
      if (status !== 200) throw new Error(`/record answered ${status}.`);
      acknowledged.push({ user, input, answer, token });
      if (acknowledged.length === acknowledgements) {
        server.kill("SIGKILL");
        killed = true;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  expect(await server.exited).toBeNull();
  // Before the kill nothing may fail; after it every client ends with a broken connection, or saw the kill first.
  expect(acknowledged.length).toBeGreaterThanOrEqual(acknowledgements);
  for (const each of outcomes)
    if (each.status === "rejected") expect(String(each.reason)).not.toContain("/record answered");
  return { acknowledged, open };
}

async function expectKept(server: Server, { acknowledged, open }: Round): Promise<void> {
  for (const user of new Set(acknowledged.map((each) => each.user))) {
    const kept = await memoryTexts(server, { user });
    const mine = acknowledged.filter((each) => each.user === user).map(({ input, answer }) => `${input}\n${answer}`);
    expect(mine.filter((text) => !kept.includes(text))).toEqual([]);
    expect(new Set(kept).size).toBe(kept.length);
  }
  for (const { user, input, answer, token } of acknowledged) {
    const { sources } = await prepare(server, input, { user });
    // Found by its embedding, so it has one: the question is its own input.
    expect(sources.find(({ text }) => text === `${input}\n${answer}`)?.score).toBeGreaterThan(0.25);
    expect((await record(server, token, "Something else.", { user })).status).toBe(409);
  }
  for (const { user, token } of open) {
    expect((await record(server, token, "Go on.", { user })).status).toBe(200);
    expect((await record(server, token, "Go away.", { user })).status).toBe(409);
  }
}

test("kill -9 after an acknowledged record loses nothing: memory, embeddings, open and consumed tokens", async () => {
  const cwd = lab.directory();
  let server = await lab.start({ cwd, env });
  const everything: Acknowledged[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await converseUntilKilled(server, round, 3 + ((round * 7) % 13));
    server = await lab.start({ cwd, env });
    await expectKept(server, before);
    everything.push(...before.acknowledged);
  }
  // Recording the same answer again says 200 and stores nothing new, also after all those kills.
  const again = everything.map(({ user, token, answer }) => record(server, token, answer, { user }));
  expect((await Promise.all(again)).filter(({ status }) => status !== 200)).toEqual([]);
  for (const user of new Set(everything.map((each) => each.user))) {
    const texts = await memoryTexts(server, { user });
    expect(new Set(texts).size).toBe(texts.length);
  }
  expect(await server.stop()).toBe(0);
});

test("kill -9 during the very first start leaves a directory that the next start completes", async () => {
  const cwd = lab.directory();
  for (let round = 0; round < 6; round++) {
    const child = Bun.spawn([lab.executable, "serve", "--port", "0"], {
      cwd,
      env: {},
      stdio: ["ignore", "ignore", "ignore"],
    });
    await Bun.sleep(40 * round); // Any moment will do: wherever the kill falls, the next start must cope.
    child.kill("SIGKILL");
    await child.exited;
  }
  // The model inside is opened after the listening line, one of a folder before it.
  const server = await lab.start({ cwd, args: ["--model-dir", ""] });
  expect((await server.ask("GET", "/admin/keys")).status).toBe(200);
  expect(await memoryTexts(server)).toEqual([]);
  server.kill("SIGKILL");
});
