// The requests of the last minutes, endpoint by endpoint.
import type { Model } from "../../api.ts";
import { Card } from "../../parts/basics.tsx";
import { type Column, DataTable } from "../../parts/table.tsx";
import { durationOf, numberOf } from "../../times.ts";
import { words } from "../../words/words.ts";

type Endpoint = Model["EndpointRequests"];
const told = words.overview.requests;

const COLUMNS: readonly Column<Endpoint>[] = [
  { label: told.endpoint, show: ({ endpoint }) => <code>{endpoint}</code> },
  { label: told.count, kind: "number", show: ({ count }) => numberOf(count) },
  { label: told.p50, kind: "number", show: ({ p50_ms: ms }) => durationOf(ms) },
  { label: told.p95, kind: "number", show: ({ p95_ms: ms }) => durationOf(ms) },
  { label: told.refused, kind: "number", show: ({ refused }) => numberOf(refused) },
  { label: told.failed, kind: "number", show: ({ failed }) => numberOf(failed) },
];

export function Requests({ requests: { seconds, endpoints } }: { requests: Model["RecentRequests"] }) {
  return (
    <Card title={told.title}>
      <p class="muted">{told.lead(durationOf(seconds * 1_000))}</p>
      <DataTable
        label={told.title}
        rows={endpoints}
        keyOf={({ endpoint }) => endpoint}
        columns={COLUMNS}
        empty={told.none}
      />
    </Card>
  );
}
