// What the doctor finds, with what to do.
import { useEffect, useRef } from "preact/hooks";
import { ask, client, type Model } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { Badge, Card, Shown, type Tone } from "../../parts/basics.tsx";
import { tell } from "../../parts/toasts.tsx";
import { words } from "../../words/words.ts";

/** It reads rows: less often than what is only shown. */
const LOOK_MS = 60_000;
const TONES: Readonly<Record<Model["FindingLevel"], Tone>> = { error: "bad", warning: "warn", note: "plain" };
const told = words.overview.doctor;

export function Doctor() {
  const found = useLoad(() => ask(client.GET("/admin/doctor")), [], LOOK_MS);
  const isAsked = useRef(false);
  useEffect(() => {
    // Where nothing changed nobody would see that it was looked.
    if (isAsked.current) tell("good", told.looked);
    isAsked.current = false;
  }, [found.data]);
  const lookAgain = () => {
    isAsked.current = true;
    found.reload();
  };
  const again = (
    <button type="button" onClick={lookAgain}>
      {told.again}
    </button>
  );
  return (
    <Card title={told.title} actions={again}>
      <p class="muted">{told.lead}</p>
      <Shown of={found}>
        {({ findings }) =>
          findings.length === 0 ? (
            <p>
              <Badge tone="good">{told.well}</Badge>
            </p>
          ) : (
            <ul class="overview-findings">
              {findings.map((finding) => (
                <Finding key={`${finding.code} ${finding.where} ${finding.message}`} finding={finding} />
              ))}
            </ul>
          )
        }
      </Shown>
    </Card>
  );
}

function Finding({ finding: { level, where, message, fix } }: { finding: Model["DoctorFinding"] }) {
  return (
    <li>
      <p>
        <Badge tone={TONES[level]}>{told.levels[level]}</Badge> {message}
      </p>
      <p class="muted mono">{where}</p>
      <p>
        <span class="muted">{told.fix}:</span> <WithCode text={fix} />
      </p>
    </li>
  );
}

/** What stands between backticks is a command or a name of the service. */
function WithCode({ text }: { text: string }) {
  return <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>;
}
