// Backups: which there are, one made now, and the way to restore one.
import { ask, client, type Model } from "../../api.ts";
import { useAction, useLoad } from "../../load.ts";
import { Card, Empty, Figure, Shown, Time } from "../../parts/basics.tsx";
import { Note } from "../../parts/note.tsx";
import { usePlace } from "../../place.ts";
import { bytesOf, numberOf } from "../../times.ts";
import { words } from "../../words/words.ts";
import { BackupTable } from "./backup-table.tsx";
import { BackupsOff } from "./backups-off.tsx";
import { RestoreGuide } from "./restore-guide.tsx";

const told = words.care.backups;
/** Those of the schedule come while one looks. */
const EVERY_MS = 30_000;

export function BackupsTab() {
  const { parts } = usePlace();
  const backups = useLoad(() => ask(client.GET("/admin/backups")), [], EVERY_MS);
  const opened = parts[2];
  return (
    <Shown of={backups}>
      {(list) => {
        if (opened === undefined) return <Backups list={list} onMade={backups.reload} />;
        const backup = list.items.find(({ name }) => name === opened);
        if (backup === undefined || list.directory === null) return <Empty>{words.care.restore.gone}</Empty>;
        return <RestoreGuide list={list} folder={list.directory} backup={backup} />;
      }}
    </Shown>
  );
}

function Backups(props: { list: Model["BackupList"]; onMade: () => void }) {
  const { list, onMade } = props;
  const { busy, run } = useAction();
  if (!list.directory_set) return <BackupsOff />;
  const make = () =>
    run(async () => {
      await ask(client.POST("/admin/backups"));
      onMade();
    }, told.made);
  const button = (
    <button type="button" class="primary" disabled={busy} onClick={make}>
      {busy ? told.making : told.make}
    </button>
  );
  return (
    <Card title={told.title} actions={button}>
      <p class="lead">{told.lead}</p>
      {list.last?.ok === false && <Note tone="bad">{told.lastFailed}</Note>}
      <Figures list={list} />
      <BackupTable items={list.items} />
    </Card>
  );
}

function Figures(props: { list: Model["BackupList"] }) {
  const { items, last, schedule, directory } = props.list;
  const at = last?.at ?? items[0]?.made_at ?? null;
  const bytes = items.reduce((sum, each) => sum + each.bytes, 0);
  return (
    <div class="figures">
      <Figure label={told.last} value={at === null ? told.lastNone : <Time at={at} as="ago" />} />
      <Figure label={told.schedule} value={schedule === null ? told.scheduleNone : <code>{schedule}</code>} />
      <Figure label={told.kept} value={numberOf(items.length)} note={told.keptNote(bytesOf(bytes))} />
      <Figure label={told.folder} value={<code class="path">{directory}</code>} />
    </div>
  );
}
