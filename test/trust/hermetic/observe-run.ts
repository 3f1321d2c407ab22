// What anybody can see of the executable: what it prints, what its settings are, where it listens, what it answers.
import { readdirSync } from "node:fs";
import type { Lab } from "../../e2e/executable.ts";
import { converse, type Turn } from "../../e2e/turns.ts";

export interface Observed {
  readonly settings: string;
  readonly commands: readonly string[];
  readonly listening: string;
  readonly stdout: string;
  /** Events of the log with their level and the names of their fields, in no order. */
  readonly events: readonly string[];
  readonly brief: readonly unknown[];
  readonly sources: readonly unknown[];
  readonly openapi: string;
  readonly dataFiles: readonly string[];
}

const KEY = /mk_live_\w+/g;

function eventOf(line: string): string {
  const { event, level, ...rest } = JSON.parse(line) as Record<string, unknown>;
  return `${level} ${event} ${Object.keys(rest).sort().join(" ")}`;
}

/** Runs commands and one service there; whatever names the directory, a port or a new key is taken out. */
export async function observeRun(lab: Lab, cwd: string, env: Readonly<Record<string, string>>): Promise<Observed> {
  const plain = (text: string) => text.replaceAll(cwd, "CWD").replace(KEY, "KEY");
  const command = async (...args: string[]) => {
    const { code, stdout, stderr } = await lab.run(args, { cwd, env });
    return plain(`${args.join(" ")}: ${code}\n${stdout}${stderr}`);
  };
  const settings = await command("config", "show", "--json");
  const asked = [["version"], ["--help"], ["keys", "generate"], ["keys", "list", "--data-dir", "none"]];
  const commands = await Promise.all(asked.map((args) => command(...args)));
  const server = await lab.start({ cwd, env, args: ["--log-slow-ms", "0"] });
  await server.ready();
  await converse(server, "I live in Lisbon, and I like metric units.", "Noted.", { user: "ada" });
  const body = { input: "In which city do I live?" };
  const turn = (await server.ask<Turn>("POST", "/prepare", { user: "ada", body })).body;
  const openapi = await (await fetch(`${server.url}/openapi.json`)).text();
  await server.stop();
  const lines = server.written.stderr.split("\n").filter((line) => line !== "");
  return {
    settings,
    commands,
    listening: server.url.replace(/\d+$/, "PORT"),
    stdout: plain(server.written.stdout).replace(server.url, "URL"),
    events: [...new Set(lines.map(eventOf))].sort(),
    brief: turn.messages,
    sources: turn.sources.map(({ text, score }) => ({ text, score })),
    openapi,
    dataFiles: readdirSync(server.dataDir).sort(),
  };
}
