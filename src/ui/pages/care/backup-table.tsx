// The backups in the folder, newest first.
import type { Model } from "../../api.ts";
import { Badge, Time } from "../../parts/basics.tsx";
import { DataTable } from "../../parts/table.tsx";
import { hrefOf, usePlace } from "../../place.ts";
import { bytesOf } from "../../times.ts";
import { words } from "../../words/words.ts";

const told = words.care.backups;

export function BackupTable(props: { items: readonly Model["Backup"][] }) {
  const core = usePlace().query.get("core");
  const { columns } = told;
  return (
    <DataTable
      label={told.title}
      rows={props.items}
      keyOf={({ name }) => name}
      empty={told.none}
      columns={[
        { label: columns.name, show: ({ name }) => <code>{name}</code> },
        { label: columns.made, show: ({ made_at: at }) => <Age at={at} /> },
        { label: columns.size, kind: "number", show: ({ bytes }) => bytesOf(bytes) },
        {
          label: columns.sealed,
          show: ({ sealed }) => (sealed ? <Badge tone="good">{told.sealed}</Badge> : <Badge>{told.open}</Badge>),
        },
        { label: columns.by, show: ({ by }) => (by === null ? told.byNobody : told.by[by]) },
        {
          label: columns.actions,
          kind: "buttons",
          show: ({ name }) => (
            <a class="button" aria-label={told.restoreOf(name)} href={hrefOf(["care", "backups", name], { core })}>
              {told.restore}
            </a>
          ),
        },
      ]}
    />
  );
}

function Age(props: { at: string }) {
  return (
    <>
      <Time at={props.at} as="ago" />
      <span class="sub">
        <Time at={props.at} />
      </span>
    </>
  );
}
