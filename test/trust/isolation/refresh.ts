// Looks a brain up whose state the oracle lost track of: what it holds must be its own, and nothing acknowledged is gone.
import { Mismatch, type Reply, request } from "./wire.ts";
import type { Account, Brain, World } from "./world.ts";

interface Line {
  readonly type: string;
  readonly core: string;
  readonly user: string | null;
  readonly id: string;
  readonly input: string;
  readonly answer: string;
  readonly text: string;
  readonly turns: number;
  readonly session: string | null;
  /** Absent where a packet has none. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export function linesOf(exported: string): Line[] {
  return exported
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

/** With the account's first key, which sees everything. */
export async function refresh(url: string, world: World, account: Account, brain: Brain): Promise<void> {
  const user = brain.user === null ? "" : `&user=${encodeURIComponent(brain.user)}`;
  const path = `/admin/export?embeddings=false&core=${brain.core}${user}`;
  const reply: Reply = await request(url, "GET", path, { key: account.root.text });
  if (reply.status !== 200) throw new Mismatch(`${path} answered ${reply.status} ${reply.text}`);
  const own = sectionOf(linesOf(reply.text), brain);
  const packets = own.filter((line) => line.type === "packet");
  const lessons = own.filter((line) => line.type === "lesson");
  requireKept(brain, new Set([...packets, ...lessons].map((line) => line.id)));
  if (brain.doomed === "all" && packets.length === 0 && lessons.length === 0) world.erased(brain);
  if (!brain.unsure && packets.length !== brain.items.size)
    throw new Mismatch(`${brain.label} has ${packets.length} packets instead of ${brain.items.size}`);
  const items = packets.map(({ id, input, answer, session, metadata = {} }) => {
    const [mark = null] = requireOwn(world, brain, `${input}\n${answer}\n${JSON.stringify(metadata)}`);
    const known = brain.items.get(id);
    const { kind = null } = metadata as { kind?: string };
    return [id, { mark: known?.mark ?? mark, input: known?.input ?? null, session, kind }] as const;
  });
  for (const mark of brain.owed)
    if (!packets.some((line) => line.answer.includes(mark)))
      throw new Mismatch(`the record of ${mark} was acknowledged and is not in ${brain.label}`);
  brain.items = new Map(items);
  brain.lessons = new Map(lessons.map(({ id, text }) => [id, [...requireOwn(world, brain, text)][0] ?? ""]));
  for (const { id } of [...packets, ...lessons]) world.marks.own(id, brain.owner);
  const head = own.find((line) => line.type === "brain");
  brain.exists = head !== undefined;
  brain.recorded = head?.turns ?? 0;
  // A token may have been used up by what was cut off.
  if (brain.unsure) {
    brain.turns = [];
    brain.plans = [];
  }
  brain.owed.clear();
  brain.doomed = new Set();
  brain.learns = false;
  brain.unsure = false;
}

function sectionOf(lines: readonly Line[], brain: Brain): Line[] {
  const first = lines.findIndex(
    (line) => line.type === "brain" && line.core === brain.core && line.user === brain.user,
  );
  if (first === -1) return [];
  const length = lines.slice(first + 1).findIndex((line) => line.type === "brain" || line.type === "end");
  return lines.slice(first, first + 1 + length);
}

function requireKept(brain: Brain, there: ReadonlySet<string>): void {
  const { doomed } = brain;
  const isLost = (id: string) => !there.has(id) && doomed !== "all" && !doomed.has(id);
  const ended = [...brain.lessons.keys()].filter(isLost);
  const lost = [...brain.items.keys()].filter(isLost);
  if (brain.learns) brain.endedLessons += ended.length;
  else lost.push(...ended);
  if (lost.length > 0) throw new Mismatch(`${lost.length} acknowledged are not in ${brain.label}: ${lost[0]}`);
}

function requireOwn(world: World, brain: Brain, text: string): Set<string> {
  const marks = world.marks.in(text);
  const foreign = [...marks].filter((mark) => !world.marks.isOf(mark, brain.owner));
  if (foreign.length > 0) throw new Mismatch(`${brain.label} holds ${foreign.join(", ")} of another`);
  return marks;
}
