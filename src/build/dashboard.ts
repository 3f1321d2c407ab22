// A dashboard for Grafana from what a service shows to Prometheus: each metric has its panel, in the row of its kind.
// Of a service with an otlp_endpoint, so that its metrics are there:
// curl -s http://127.0.0.1:9464/metrics | bun src/build/dashboard.ts > docs/deploy/grafana-dashboard.json

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
}

interface Panel {
  readonly title: string;
  readonly description: string;
  readonly unit: string;
  /** What is shown, each with its legend. */
  readonly targets: readonly (readonly [expression: string, legend: string])[];
  /** One number for all of the time shown. */
  readonly isStat?: boolean;
}

const HERE = '{job=~"$job",instance=~"$instance"}';
const PER_SECOND = "[$__rate_interval]";

/** Begin of the name, without memoryd_ -> the row. The first that fits. */
const ROWS: readonly (readonly [title: string, names: RegExp])[] = [
  ["Requests", /^http_/],
  ["Turns and learning", /^(turns|learning|lessons|cues)_/],
  ["Storage", /^(commit|writes|database|wal|disk|last_backup|backup|certificate)/],
  ["Embedding", /^(embedding|embeddings|reembedding)_/],
  ["Memory", /^(vectors|words|memory|brains?)_/],
  ["Process", /^(process|nodejs)_/],
  ["More", /./],
];

/** Metrics whose series are told apart, by which labels. */
export const SPLIT: Readonly<Record<string, readonly string[]>> = {
  memoryd_http_requests_total: ["operation", "status"],
  memoryd_http_errors_total: ["code"],
  memoryd_http_request_duration_seconds: ["operation"],
  memoryd_learning_passes_total: ["status"],
  memoryd_cues_fired_total: ["cue"],
  memoryd_embedding_duration_seconds: ["lane"],
  memoryd_embedding_queue_texts: ["lane"],
  memoryd_embedding_requests_total: ["outcome"],
};

/** What one looks at first, in its order. They have no panel further down. */
const FIRST: readonly Panel[] = [
  {
    ...{ title: "Checks", description: "0 ok, 1 warning, 2 failing: then the service is not ready.", unit: "none" },
    targets: [[`memoryd_check_outcome${HERE}`, "{{instance}} {{check}}"]],
  },
  {
    ...{ title: "Requests", description: "Requests answered in a second, by class of status.", unit: "reqps" },
    targets: [[`sum by (status) (rate(memoryd_http_requests_total${HERE}${PER_SECOND}))`, "{{status}}"]],
  },
  {
    ...{ title: "A turn", description: "Time of /prepare and /record.", unit: "s" },
    targets: [0.5, 0.99].map((share) => [
      `histogram_quantile(${share}, sum by (le, operation) (rate(memoryd_http_request_duration_seconds_bucket{job=~"$job",instance=~"$instance",operation=~"prepareTurn|recordTurn"}${PER_SECOND})))`,
      `{{operation}} ${share}`,
    ]),
  },
  {
    ...{
      title: "Version",
      description: "The version that runs, and the model that embeds.",
      unit: "none",
      isStat: true,
    },
    targets: [[`memoryd_build_info${HERE}`, "{{version}} {{model}}"]],
  },
  {
    ...{ title: "Free disk", description: "Room left where the data is.", unit: "bytes", isStat: true },
    targets: [[`memoryd_disk_free_bytes${HERE}`, "{{instance}}"]],
  },
  {
    ...{ title: "Last backup", description: "How long ago the last good one was made.", unit: "s", isStat: true },
    targets: [[`time() - (memoryd_last_backup_timestamp_seconds${HERE} > 0)`, "{{instance}}"]],
  },
];
const SHOWN_FIRST: ReadonlySet<string> = new Set(["memoryd_check_outcome", "memoryd_build_info"]);

export function dashboardOf(exposition: string): string {
  const metrics = readMetrics(exposition).filter(({ name }) => !SHOWN_FIRST.has(name));
  const rowOf = ({ name }: Metric) => ROWS.find(([, names]) => names.test(name.replace(/^memoryd_/, "")))?.[0];
  const rows = ROWS.map(([title]) => ({ title, panels: metrics.filter((each) => rowOf(each) === title).map(panelOf) }));
  const all = [{ title: "At a glance", panels: FIRST }, ...rows].filter(({ panels }) => panels.length > 0);
  return `${JSON.stringify(dashboard(laidOut(all)), null, 1)}\n`;
}

/** By name, so that the order in which a service shows them changes nothing. */
export function readMetrics(exposition: string): Metric[] {
  const helps = new Map(
    [...exposition.matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name = "", help = ""]) => [name, help]),
  );
  const types = [...exposition.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return types
    .map(([, name = "", type = ""]) => ({ name, type, help: helps.get(name) ?? "" }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function panelOf({ name, help, type }: Metric): Panel {
  const labels = SPLIT[name] ?? [];
  const legend = labels.map((label) => `{{${label}}}`).join(" ");
  const title = name
    .replace(/^memoryd_/, "")
    .replace(/_(total|seconds|bytes)$/, "")
    .replaceAll("_", " ");
  const by = (extra: readonly string[]) => `sum by (${[...extra, ...labels].join(", ")})`;
  if (type === "histogram") {
    const targets = [0.5, 0.99].map((share): [string, string] => [
      `histogram_quantile(${share}, ${by(["le"])} (rate(${name}_bucket${HERE}${PER_SECOND})))`,
      `${legend} ${share}`.trim(),
    ]);
    return { title, description: help, unit: unitOf(name), targets };
  }
  if (type === "counter") {
    // A second of processor time in a second is a share of a processor.
    const unit = name.endsWith("_seconds_total") ? "percentunit" : "cps";
    const target: [string, string] = [
      `${by(["instance"])} (rate(${name}${HERE}${PER_SECOND}))`,
      legend || "{{instance}}",
    ];
    return { title, description: help, unit, targets: [target] };
  }
  const isMoment = /_(timestamp|start_time)_seconds$/.test(name);
  const shown = isMoment ? `${name}${HERE} * 1000` : `${name}${HERE}`;
  const targets: [string, string][] = [[shown, `{{instance}} ${legend}`.trim()]];
  return { title, description: help, unit: isMoment ? "dateTimeFromNow" : unitOf(name), targets, isStat: isMoment };
}

function unitOf(name: string): string {
  if (name.endsWith("_bytes")) return "bytes";
  return name.endsWith("_seconds") ? "s" : "short";
}

interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

const WIDTH = 24;
const PANEL = { w: 8, h: 7 };

/** Three panels beside each other, below the head of their row. */
function laidOut(rows: readonly Row[]): object[] {
  let y = 0;
  let id = 0;
  return rows.flatMap(({ title, panels }) => {
    const head = { id: ++id, type: "row", title, collapsed: false, gridPos: { x: 0, y, w: WIDTH, h: 1 }, panels: [] };
    const top = y + 1;
    const beside = WIDTH / PANEL.w;
    y = top + Math.ceil(panels.length / beside) * PANEL.h;
    return [
      head,
      ...panels.map((panel, at) => {
        const place = { x: (at % beside) * PANEL.w, y: top + Math.floor(at / beside) * PANEL.h, ...PANEL };
        return shownPanel(panel, ++id, place);
      }),
    ];
  });
}

const DATASOURCE = { type: "prometheus", uid: "$datasource" };

function shownPanel({ title, description, unit, targets, isStat = false }: Panel, id: number, gridPos: object): object {
  const custom = { fillOpacity: 10, showPoints: "never" };
  const options = isStat
    ? { reduceOptions: { calcs: ["lastNotNull"] }, textMode: unit === "none" ? "name" : "auto" }
    : { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } };
  return {
    ...{ id, type: isStat ? "stat" : "timeseries", title, description, gridPos, datasource: DATASOURCE },
    fieldConfig: { defaults: { unit, ...(isStat ? {} : { min: 0, custom }) }, overrides: [] },
    options,
    targets: targets.map(([expr, legendFormat], at) => ({
      ...{ refId: String.fromCharCode(65 + at), datasource: DATASOURCE, expr, legendFormat },
    })),
  };
}

function dashboard(panels: readonly object[]): object {
  const choice = (name: string, query: string) => ({
    ...{ name, type: "query", datasource: DATASOURCE, query, definition: query, refresh: 2, sort: 1 },
    ...{ includeAll: true, multi: true, current: { text: "All", value: "$__all" } },
  });
  return {
    ...{ uid: "memoryd", title: "memoryd", tags: ["memoryd"], schemaVersion: 39, version: 1, editable: true },
    ...{ refresh: "30s", time: { from: "now-6h", to: "now" }, timezone: "browser", annotations: { list: [] } },
    templating: {
      list: [
        { name: "datasource", type: "datasource", query: "prometheus" },
        choice("job", "label_values(memoryd_build_info, job)"),
        choice("instance", 'label_values(memoryd_build_info{job=~"$job"}, instance)'),
      ],
    },
    panels,
  };
}

if (import.meta.main) process.stdout.write(dashboardOf(await Bun.stdin.text()));
