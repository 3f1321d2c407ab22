// The alerts and the dashboard of docs/deploy against what the executable shows, and the alerts as Prometheus judges them.
import { beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { dashboardOf, readMetrics, SPLIT } from "../../src/build/dashboard.ts";
import { openLab } from "../e2e/executable.ts";
import { record, tokenOf } from "../e2e/turns.ts";
import { ALERT_CASES, type AlertCases, casesByInterval, promtoolTests } from "./alert-cases.ts";

const DEPLOY = resolve(import.meta.dir, "../../docs/deploy");
const RULES = join(DEPLOY, "prometheus-alerts.yml");
const DASHBOARD = join(DEPLOY, "grafana-dashboard.json");

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

const lab = openLab({ model: "tiny" });
const rules = (Bun.YAML.parse(readFileSync(RULES, "utf8")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const promtool = Bun.which("promtool");
if (promtool === null) console.log("SKIPPED: without promtool nobody judges the alerts.");

/** What a service shows that has everything which may be shown. */
let exposition = "";

beforeAll(async () => {
  const args = ["--otlp-endpoint", "http://127.0.0.1:1", "--backup-cron", "0 4 * * *", "--prometheus-public"];
  const server = await lab.start({ args });
  await server.ready();
  await record(server, await tokenOf(server, "I like metric units"), "Noted, feet and inches it is.");
  await record(server, await tokenOf(server, "No, that is wrong: I said metric units"), "Sorry: metric units.");
  await server.ask("GET", "/nowhere");
  exposition = await (await fetch(`${server.url}/prometheus`)).text();
  expect(await server.stop()).toBe(0);
});

/** Metrics that an expression names, as they stand in the exposition's types. */
function metricsIn(expression: string): string[] {
  const named = expression.match(/\b(?:memoryd|process|nodejs)_\w+(?=[{[ )]|$)/g) ?? [];
  return named.map((name) => name.replace(/_(bucket|sum|count)$/, ""));
}

function unknownIn(expressions: readonly string[]): string[] {
  const known = new Set(readMetrics(exposition).map(({ name }) => name));
  return [...new Set(expressions.flatMap(metricsIn))].filter((name) => !known.has(name));
}

function promtoolRun(args: readonly string[], file: string, text: string): { code: number; output: string } {
  const path = join(lab.directory(), file);
  writeFileSync(path, text);
  const { exitCode, stdout, stderr } = Bun.spawnSync([promtool ?? "", ...args, path]);
  return { code: exitCode, output: exitCode === 0 ? "" : `${stdout}${stderr}` };
}

test("every metric of the alerts is shown by the service, and one that is gone is noticed", () => {
  expect(rules.length).toBeGreaterThan(10);
  expect(unknownIn(rules.map(({ expr }) => expr))).toEqual([]);
  expect(unknownIn(["rate(memoryd_gone_total[5m]) > 0", "memoryd_wal_bytes > 1"])).toEqual(["memoryd_gone_total"]);
});

test("every check of /readyz and every label that the alerts name is there", () => {
  for (const shown of [
    'memoryd_check_outcome{check="storage"} 0',
    'memoryd_learning_passes_total{status="failed"} 0',
    'memoryd_http_requests_total{operation="prepareTurn",status="2xx"} 2',
    'memoryd_http_requests_total{operation="recordTurn",status="2xx"} 2',
    'memoryd_http_errors_total{code="route_not_found"} 1',
  ])
    expect(exposition).toContain(`\n${shown}\n`);
});

test("an alert says what is wrong where, and what to do", () => {
  const flaws = rules.filter(({ labels, annotations }) => {
    const isKnown = ["critical", "warning"].includes(labels.severity);
    return !(
      isKnown &&
      /\{\{ \$labels\.instance \}\}/.test(annotations.summary) &&
      annotations.description.length > 20
    );
  });
  expect(flaws.map(({ alert }) => alert)).toEqual([]);
});

test.skipIf(promtool === null)("promtool takes the alerts", () => {
  expect(promtoolRun(["check", "rules"], "rules.yml", readFileSync(RULES, "utf8"))).toEqual({ code: 0, output: "" });
});

test.skipIf(promtool === null)("each alert fires on what it is for, and rests otherwise", () => {
  expect(Object.keys(ALERT_CASES)).toEqual(rules.map(({ alert }) => alert));
  const judged = (cases: AlertCases) => promtoolRun(["test", "rules"], "tests.yml", promtoolTests(RULES, cases));
  for (const cases of casesByInterval(ALERT_CASES)) expect(judged(cases)).toEqual({ code: 0, output: "" });
  // A case that is wrong is noticed.
  const { fires, rests, ...when } = ALERT_CASES.MemorydDown!;
  const swapped = { MemorydDown: { ...when, fires: rests, rests: fires } };
  expect(judged(swapped).code).not.toBe(0);
});

test("the dashboard is the one made from what the service shows: src/build/dashboard.ts says how", () => {
  expect(dashboardOf(exposition)).toBe(readFileSync(DASHBOARD, "utf8"));
});

interface Dashboard {
  readonly panels: readonly { readonly id: number; readonly targets?: readonly { readonly expr: string }[] }[];
}

function expressionsOf(dashboard: string): string[] {
  const { panels } = JSON.parse(dashboard) as Dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

test("the dashboard shows every metric, and no other", () => {
  const expressions = expressionsOf(dashboardOf(exposition));
  expect(unknownIn(expressions)).toEqual([]);
  const shown = new Set(expressions.flatMap(metricsIn));
  expect(readMetrics(exposition).filter(({ name }) => !shown.has(name))).toEqual([]);
});

test("labels that panels are split by are there", () => {
  for (const [name, labels] of Object.entries(SPLIT)) {
    const sample = new RegExp(`^${name}(?:_bucket)?\\{.*$`, "m").exec(exposition)?.[0];
    for (const label of labels)
      expect({ name, sample }).toEqual({ name, sample: expect.stringContaining(`${label}="`) });
  }
});

test.skipIf(promtool === null)("Prometheus understands every expression of the dashboard", () => {
  const asked = expressionsOf(readFileSync(DASHBOARD, "utf8")).map((expr, at) => ({
    record: `panel:${at}`,
    expr: expr.replaceAll("$__rate_interval", "5m"),
  }));
  const text = JSON.stringify({ groups: [{ name: "panels", rules: asked }] });
  expect(promtoolRun(["check", "rules"], "panels.yml", text)).toEqual({ code: 0, output: "" });
});
