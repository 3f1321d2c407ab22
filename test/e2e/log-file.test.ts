// Log lines in a file: moved away by another program, and on a disk that fills up.
import { expect, test } from "bun:test";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canMount, fillUp, smallDisk } from "../trust/faults/small-disk.ts";
import { openLab } from "./executable.ts";
import { until } from "./until.ts";

const lab = openLab({ model: "tiny" });

const linesIn = (path: string) => (existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : []);
const eventsIn = (path: string) => linesIn(path).map((line) => (JSON.parse(line) as { event: string }).event);

test("lines come into the file alone; moved away, it is made anew at HUP, and what is under way loses none", async () => {
  const cwd = lab.directory();
  const [path, moved] = [join(cwd, "service.log"), join(cwd, "service.log.1")];
  const server = await lab.start({ cwd, args: ["--log-file", path, "--log-file-mib", "0"] });
  await server.ask("GET", "/lessons");
  await until("the line of the request", () => eventsIn(path).includes("request") || undefined);
  renameSync(path, moved);
  await server.ask("GET", "/lessons");
  await until("its line", () => eventsIn(moved).filter((event) => event === "request").length === 2 || undefined);
  server.kill("SIGHUP");
  await until("the new file", () => eventsIn(path).includes("reloaded") || undefined);
  expect(await server.stop()).toBe(0);
  expect(eventsIn(path)).toEqual(["reloaded", "stopping", "stopped"]);
  expect(eventsIn(moved)).toContain("listening");
  expect(server.written.stderr).toBe("");
});

test("HUP takes over the size at which the file is moved aside, and how many stay", async () => {
  const cwd = lab.directory();
  const [path, config] = [join(cwd, "service.log"), join(cwd, "memoryd.toml")];
  writeFileSync(path, "\n".repeat(1_500_000));
  for (const n of [1, 2, 3]) writeFileSync(`${path}.${n}`, "");
  writeFileSync(config, "log_file_mib = 0\n");
  const server = await lab.start({ cwd, args: ["--config", config, "--log-file", path] });
  await server.ask("GET", "/lessons");
  await until("the line of the request", () => eventsIn(path).includes("request") || undefined);
  writeFileSync(config, "log_file_mib = 1\nlog_file_keep = 2\n");
  server.kill("SIGHUP");
  await until("the new file", async () => {
    await server.ask("GET", "/lessons");
    return existsSync(`${path}.3`) ? undefined : true;
  });
  expect(await server.stop()).toBe(0);
  expect(eventsIn(`${path}.1`)).toContain("reloaded");
  expect(eventsIn(path)).toContain("stopped");
  expect(existsSync(`${path}.2`)).toBe(true);
});

test("a file that cannot be written is refused at the start; why a start failed is in the file too", async () => {
  const cwd = lab.directory();
  const serve = (...args: string[]) => lab.run(["serve", "--port", "0", ...args], { cwd });
  const none = join(cwd, "none", "service.log");
  expect(await serve("--log-file", none)).toMatchObject({
    code: 1,
    stderr: `memoryd: log_file: ${none} cannot be written: its directory does not exist\n`,
  });
  const path = join(cwd, "service.log");
  const server = await lab.start({ cwd });
  const second = await serve("--log-file", path);
  expect([second.code, second.stderr.startsWith("memoryd: another memoryd is running on")]).toEqual([3, true]);
  expect(eventsIn(path)).toContain("not_started");
  expect(await server.stop()).toBe(0);
});

test.skipIf(!canMount)(
  "on a full disk requests are answered all the same, and how many lines it cost is told",
  async () => {
    const { folder, through } = smallDisk(lab, "1m");
    const server = await lab.start({ through, args: ["--log-file", join(folder, "service.log")] });
    const inside = `/proc/${server.pid}/root${folder}`;
    const path = join(inside, "service.log");
    const filler = join(inside, "filler");
    fillUp(filler);
    // Some lines still fit into the last page.
    const asked = 200;
    for (let n = 0; n < asked; n++) expect((await server.ask("GET", "/lessons")).status).toBe(200);
    rmSync(filler);
    const lost = await until("the line about lost lines", async () => {
      await server.ask("GET", "/lessons");
      return /"event":"log_lines_lost","lines":(\d+)/.exec(linesIn(path).join("\n"))?.[1];
    });
    expect(Number(lost)).toBeGreaterThan(50);
    expect(await server.stop()).toBe(0);
  },
);
