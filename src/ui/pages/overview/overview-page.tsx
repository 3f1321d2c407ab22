// Overview: how the service is.

import { ask, client, type Model } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { Card, PageHead, Shown } from "../../parts/basics.tsx";
import { hrefOf, usePlace } from "../../place.ts";
import { words } from "../../words/words.ts";
import { Doctor } from "./doctor.tsx";
import { Numbers } from "./numbers.tsx";
import { OverTime } from "./over-time.tsx";
import { Requests } from "./requests.tsx";
import { BareState, State } from "./state.tsx";
import { Work } from "./work.tsx";
import "../../styles/overview.css";

const LOOK_MS = 5_000;

export function OverviewPage() {
  const status = useLoad(() => ask(client.GET("/admin/status")), [], LOOK_MS);
  return (
    <>
      <PageHead title={words.overview.title} lead={words.overview.lead} />
      <Shown of={status}>{(now) => <Now status={now} />}</Shown>
      {status.failure !== null && <BareState />}
    </>
  );
}

function Now({ status }: { status: Model["Status"] }) {
  return (
    <>
      {status.memories === 0 && <Nothing />}
      <State ready={status.ready} checks={status.checks} details={status.details} />
      <Numbers status={status} />
      <OverTime />
      <div class="overview-halves">
        <Doctor />
        <Work status={status} />
      </div>
      <Requests requests={status.requests} />
    </>
  );
}

/** Where nothing is remembered there is nothing to look after yet. */
function Nothing() {
  const place = usePlace();
  return (
    <Card title={words.overview.empty.title} class="overview-empty">
      <p>{words.overview.empty.text}</p>
      <p>
        <a class="button primary" href={hrefOf(["start"], { core: place.query.get("core") })}>
          {words.overview.empty.action}
        </a>
      </p>
    </Card>
  );
}
