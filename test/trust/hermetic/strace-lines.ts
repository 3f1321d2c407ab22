// Reads what strace wrote with -f, and says which process went where on the network.

/** Where a call led. */
export interface Destination {
  /** As strace names it: AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, … */
  readonly family: string;
  /** Address or path of the socket; "" where the family has none. */
  readonly address: string;
  /** 0 where the family has none. */
  readonly port: number;
}

export interface Call {
  readonly pid: number;
  readonly name: string;
  /** What the process ran when it made the call, as its last execve named it; "" where that was before the trace. */
  readonly program: string;
  /** Of connect, bind and the sends that name one. */
  readonly destination: Destination | null;
  /** Of openat and execve: the file. */
  readonly path: string;
  /** As strace printed it, without the time spent; "" where the call never returned. */
  readonly result: string;
  readonly line: string;
}

/** How a call leaves the machine, or asks for an address; null where it does neither. */
export type Breach =
  | "connects beyond loopback"
  | "sends beyond loopback"
  | "asks for a name"
  | "opens an unknown family";

const LINE = /^(?:\[pid\s+)?(\d+)?\]?\s*(.*)$/s;
const UNFINISHED = / *<unfinished \.\.\.>$/;
const RESUMED = /^<\.\.\. (\w+) resumed>(.*)$/s;
const CALLED = /^(\w+)\((.*)\)\s+= (.*)$/s;
/** A process that ended within the call: there is no result, nor the end of the arguments. */
const CUT = /^(\w+)\((.*)$/s;
/** Before quoted text that is part of an address; all other is data, and may say anything. */
const NAMING = /(?:inet_addr\(|inet_pton\(AF_INET6, |sun_path=@?)$/;
/** The first argument of execve, the second of openat. */
const FILE = /^(?:[^,"]*, )?"((?:[^"\\]|\\.)*)"/;
const STARTS_PROCESS = new Set(["clone", "clone3", "fork", "vfork"]);
const SENDS = new Set(["sendto", "sendmsg", "sendmmsg"]);
/** Families that do not leave the machine by themselves. */
const KNOWN = new Set(["AF_INET", "AF_INET6", "AF_UNIX", "AF_LOCAL", "AF_NETLINK", "AF_UNSPEC"]);
/** Whoever asks here lets another process look a name up. */
const RESOLVERS = /\/nscd\/socket$|systemd\.resolve|io\.systemd\.Resolve|\/resolve\//i;
/** The configuration of looking names up, read just before it is done; nsswitch.conf is read for users' names too. */
const NAME_FILES = /^\/etc\/(?:resolv\.conf|host\.conf|gai\.conf)$/;
const DNS_PORT = 53;

/** `text` with the content of quoted data left out, so that a message cannot be taken for an address. */
function withoutData(text: string): string {
  let kept = "";
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '"') {
      kept += text[at];
      continue;
    }
    let end = at + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    kept += NAMING.test(kept) ? text.slice(at, end + 1) : '""';
    at = end;
  }
  return kept;
}

function destinationIn(args: string): Destination | null {
  const family = /\bsa_family=(\w+)/.exec(args)?.[1];
  if (family === undefined) return null;
  const port = Number(/\bsin6?_port=htons\((\d+)\)/.exec(args)?.[1] ?? 0);
  const address = /inet_addr\("([^"]*)"\)|inet_pton\(AF_INET6, "([^"]*)"|sun_path=(@?"[^"]*")/.exec(args);
  const path = address?.[3]?.replaceAll('"', "");
  return { family, port, address: address?.[1] ?? address?.[2] ?? path ?? "" };
}

interface Whole {
  readonly pid: number;
  readonly text: string;
}

/** Lines in the order in which the calls began, with those that were interrupted put together again. */
function wholeCalls(output: string): Whole[] {
  const whole: { pid: number; text: string }[] = [];
  const open = new Map<number, { pid: number; text: string }>();
  for (const line of output.split("\n")) {
    const [, number, text = ""] = LINE.exec(line) ?? [];
    const pid = Number(number ?? 0);
    const resumed = RESUMED.exec(text);
    if (resumed !== null) {
      const begun = open.get(pid);
      if (begun !== undefined) begun.text += resumed[2];
      open.delete(pid);
    } else if (/^\w+\(/.test(text)) {
      const begun = { pid, text: text.replace(UNFINISHED, "") };
      if (UNFINISHED.test(text)) open.set(pid, begun);
      whole.push(begun);
    }
  }
  return whole;
}

/** Every call, in the order in which they began. */
export function readCalls(output: string): Call[] {
  const programs = new Map<number, string>();
  const parents = new Map<number, number>();
  const calls: { -readonly [K in keyof Call]: Call[K] }[] = [];
  for (const { pid, text } of wholeCalls(output)) {
    const [, name = "", args = "", result = ""] = CALLED.exec(text) ?? CUT.exec(text) ?? [];
    const said = withoutData(args);
    const path = name === "execve" || name === "openat" ? (FILE.exec(args)?.[1] ?? "") : "";
    if (STARTS_PROCESS.has(name) && /^\d+/.test(result)) parents.set(Number.parseInt(result, 10), pid);
    if (name === "execve" && /^0\b/.test(result) && path !== "/proc/self/exe") programs.set(pid, path);
    const destination = name === "connect" || name === "bind" || SENDS.has(name) ? destinationIn(said) : null;
    const program = programs.get(pid) ?? "";
    calls.push({ pid, name, program, destination, path: path || /^AF_\w+/.exec(said)?.[0] || "", result, line: text });
  }
  // A child may be heard of before the call that made it has returned.
  for (const call of calls) if (call.program === "") call.program = inherited(call.pid, programs, parents);
  return calls;
}

function inherited(pid: number, programs: ReadonlyMap<number, string>, parents: ReadonlyMap<number, number>): string {
  const seen = new Set<number>();
  for (let at: number | undefined = pid; at !== undefined && !seen.has(at); at = parents.get(at)) {
    seen.add(at);
    const program = programs.get(at);
    if (program !== undefined) return program;
  }
  return "";
}

/** 0.0.0.0 and :: as a destination are this machine. */
function isLoopback({ family, address }: Destination): boolean {
  if (family === "AF_INET") return /^127\.|^0\.0\.0\.0$/.test(address);
  if (family === "AF_INET6") return /^(?:::1?|::ffff:(?:127\.[\d.]+|0\.0\.0\.0))$/.test(address);
  return true;
}

/** What the call does that a service without a network must not; null for all that stays on the machine. */
export function breachOf({ name, destination, path }: Call): Breach | null {
  if (name === "socket") return KNOWN.has(path) ? null : "opens an unknown family";
  if (name === "openat") return NAME_FILES.test(path) ? "asks for a name" : null;
  if (destination === null || name === "bind") return null;
  if (destination.port === DNS_PORT) return "asks for a name";
  if (/^AF_(?:UNIX|LOCAL)$/.test(destination.family))
    return RESOLVERS.test(destination.address) ? "asks for a name" : null;
  if (isLoopback(destination)) return null;
  return name === "connect" ? "connects beyond loopback" : "sends beyond loopback";
}
