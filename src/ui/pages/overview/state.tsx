// Ready or not, and why.
import { client, type Model } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { Badge, Card, type Tone } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";
import { type CheckRow, checkRows } from "./checks.ts";

const TONES: Readonly<Record<Model["CheckOutcome"], Tone>> = { ok: "good", warning: "warn", failing: "bad" };

export function State(props: Pick<Model["Status"], "ready" | "checks" | "details">) {
  const rows = checkRows(props.checks, props.details);
  const { ready, notReady } = words.overview.state;
  return (
    <Card title={words.overview.state.title}>
      <p class="row">
        <strong class={`overview-verdict ${props.ready ? "good" : "bad"}`}>{props.ready ? ready : notReady}</strong>
        <span>{summaryOf(rows)}</span>
      </p>
      <ul class="overview-checks">
        {rows.map((row) => (
          <Check key={row.name} row={row} />
        ))}
      </ul>
    </Card>
  );
}

function Check({ row }: { row: CheckRow }) {
  return (
    <li class={`overview-check ${TONES[row.outcome]}`}>
      <div class="overview-check-head">
        <strong>{row.label}</strong>
        <Badge tone={TONES[row.outcome]}>{words.overview.outcome[row.outcome]}</Badge>
      </div>
      {row.told !== "" && <p class="muted">{row.told}</p>}
      {row.help !== "" && <p>{row.help}</p>}
    </li>
  );
}

function summaryOf(rows: readonly CheckRow[]): string {
  const { allWell, warned, failed } = words.overview.state;
  const named = (outcome: CheckRow["outcome"]) =>
    rows
      .filter((row) => row.outcome === outcome)
      .map(({ label }) => label)
      .join(", ");
  if (named("failing") !== "") return failed(named("failing"));
  return named("warning") === "" ? allWell(rows.length) : warned(named("warning"));
}

const LOOK_MS = 5_000;

/** What is open to everybody, for when the status itself cannot be read: 503 is an answer too. */
export function BareState() {
  const { data } = useLoad(readReadiness, [], LOOK_MS);
  if (data === null) return null;
  return (
    <>
      <State ready={data.status === "ok"} checks={data.checks} details={data.details ?? {}} />
      <p class="muted">{words.overview.state.noDetails}</p>
    </>
  );
}

async function readReadiness(): Promise<Model["Health"] | null> {
  const { data, error } = await client.GET("/readyz").catch(() => ({ data: undefined, error: undefined }));
  const health = data ?? error;
  return health !== undefined && "checks" in health ? (health as Model["Health"]) : null;
}
