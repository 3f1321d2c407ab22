// What runs behind the requests: learning, backups, the model, the disk.
import type { ComponentChildren } from "preact";
import type { Model } from "../../api.ts";
import { Badge, Card, Time } from "../../parts/basics.tsx";
import { hrefOf } from "../../place.ts";
import { bytesOf, numberOf } from "../../times.ts";
import { words } from "../../words/words.ts";

const told = words.overview.work;

export function Work({ status }: { status: Model["Status"] }) {
  const { backlog, disk, database, model } = status;
  return (
    <Card title={told.title}>
      <dl class="overview-facts">
        <Fact name={told.pass}>
          <LastPass pass={status.last_pass} />
        </Fact>
        <Fact name={told.backup}>
          <LastBackup backup={status.last_backup} />
        </Fact>
        <Fact name={told.model}>{model}</Fact>
        {backlog.reembedding !== null && (
          <Fact name={told.reembedding}>
            {told.reembedded(numberOf(backlog.reembedding.done), numberOf(backlog.reembedding.total))}
          </Fact>
        )}
        {disk !== null && (
          <Fact name={told.disk}>
            {told.free(bytesOf(disk.free_bytes))}
            <span class="overview-fact-note">
              {told.diskNote(bytesOf(disk.database_bytes), bytesOf(disk.wal_bytes))}
            </span>
          </Fact>
        )}
        {database !== null && <Database database={database} />}
        {status.certificate_ends_at !== null && (
          <Fact name={told.certificate}>
            <Time at={status.certificate_ends_at} as="ago" />
          </Fact>
        )}
        <Fact name={told.started}>
          <Time at={status.started_at} as="ago" />
        </Fact>
      </dl>
    </Card>
  );
}

function Fact(props: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function Database({ database }: { database: NonNullable<Model["Status"]["database"]> }) {
  const { version, role, durable, standbys, synchronous_standbys: synchronous } = database;
  const taken = told.connections(numberOf(database.connections), numberOf(database.connections_max));
  return (
    <>
      <Fact name={told.database}>
        {`PostgreSQL ${version} `}
        {role === "standby" && <Badge tone="bad">{told.standby}</Badge>}
        {!durable && <Badge tone="bad">{told.notDurable}</Badge>}
        <span class="overview-fact-note">{`${bytesOf(database.bytes)}, ${taken}`}</span>
      </Fact>
      <Fact name={told.standbys}>
        {standbys === 0 ? told.noStandby : numberOf(standbys)}
        {standbys > 0 && (
          <span class="overview-fact-note">
            {synchronous === null ? told.unseen : told.behind(numberOf(synchronous), bytesOf(database.lag_bytes ?? 0))}
          </span>
        )}
      </Fact>
    </>
  );
}

function LastPass({ pass }: { pass: Model["Status"]["last_pass"] }) {
  if (pass === null) return told.noPass;
  const tone = pass.status === "ok" ? "good" : pass.status === "failed" ? "bad" : "warn";
  return (
    <>
      <Time at={pass.at} as="ago" /> <Badge tone={tone}>{told.passStatus[pass.status]}</Badge>
      <span class="overview-fact-note">{told.learned(pass.lessons)}</span>
    </>
  );
}

function LastBackup({ backup }: { backup: Model["Status"]["last_backup"] }) {
  return (
    <>
      {backup?.at == null ? told.noBackup : <Time at={backup.at} as="ago" />}{" "}
      {backup?.ok === false && <Badge tone="bad">{told.backupFailed}</Badge>}
      <span class="overview-fact-note">
        <a href={hrefOf(["care"])}>{told.care}</a>
      </span>
    </>
  );
}
