// Turns and times of the last hours, as they come in.
import { useMemo } from "preact/hooks";
import { ask, client } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { Card, Shown, Tabs } from "../../parts/basics.tsx";
import { Chart, type Line } from "../../parts/chart.tsx";
import { hrefWith, usePlace } from "../../place.ts";
import { durationOf, numberOf, shortNumber } from "../../times.ts";
import { words } from "../../words/words.ts";
import { type History, historyOf, lastOf, sumOf } from "./history.ts";

const RANGES = [60, 180, 1_440] as const;
type Range = (typeof RANGES)[number];
const LOOK_MS = 10_000;
const told = words.overview.time;

export function OverTime() {
  const { query } = usePlace();
  const minutes = RANGES.find((each) => String(each) === query.get("minutes")) ?? RANGES[0];
  const history = useLoad(() => readHistory(minutes), [minutes], LOOK_MS);
  const tabs = RANGES.map((each) => ({
    id: String(each),
    label: told.ranges[each],
    href: hrefWith({ parts: ["overview"], query }, { minutes: String(each) }),
  }));
  return (
    <Card title={told.title} actions={<Tabs label={told.rangesLabel} now={String(minutes)} tabs={tabs} />}>
      <Shown of={history}>{(data) => <Charts history={data} range={minutes} />}</Shown>
      <p class="muted">{told.note}</p>
    </Card>
  );
}

async function readHistory(minutes: Range): Promise<History> {
  const { points } = await ask(client.GET("/admin/status/history", { params: { query: { minutes } } }));
  return historyOf(points, minutes, Date.now());
}

function Charts({ history, range }: { history: History; range: Range }) {
  const [turns, latencies] = useMemo(() => linesOf(history), [history]);
  const name = told.ranges[range];
  const last = (row: History["p50"]) => {
    const value = lastOf(row);
    return value === null ? told.unknown : durationOf(value);
  };
  const sum = (row: History["p50"]) => numberOf(sumOf(row));
  return (
    <div class="overview-charts">
      <Chart
        label={told.turns}
        summary={told.turnsTold(name, sum(history.prepares), sum(history.records), sum(history.errors))}
        times={history.times}
        lines={turns}
        unit={shortNumber}
      />
      <Chart
        label={told.latency}
        summary={told.latencyTold(name, last(history.p50), last(history.p95))}
        times={history.times}
        lines={latencies}
        unit={axisTime}
      />
    </div>
  );
}

function linesOf({ prepares, records, errors, p50, p95 }: History): [Line[], Line[]] {
  return [
    [
      { label: told.prepared, values: prepares, colour: "--accent", fill: true },
      { label: told.recorded, values: records, colour: "--good" },
      { label: told.errors, values: errors, colour: "--bad" },
    ],
    [
      { label: told.p50, values: p50, colour: "--accent" },
      { label: told.p95, values: p95, colour: "--warn" },
    ],
  ];
}

function axisTime(ms: number): string {
  return ms === 0 ? "0" : durationOf(ms);
}
