// The constitutions of the account, and one of them opened.
import { useState } from "preact/hooks";
import { ask, client, type Model } from "../../api.ts";
import { useAction, useLoad } from "../../load.ts";
import { loadAll } from "../../load-all.ts";
import { Badge, Card, Empty, Shown } from "../../parts/basics.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { DataTable } from "../../parts/table.tsx";
import { goTo, hrefOf, usePlace } from "../../place.ts";
import { words } from "../../words/words.ts";
import { ConstitutionEditor } from "./constitution-editor.tsx";

const told = words.setup.constitutions;
type Constitution = Model["Constitution"];
const NONE: Constitution = { name: "", text: "", gates: [], prohibitions: [] };

export function constitutionHref(name: string, core: string | null): string {
  return hrefOf(["setup", "constitutions", name], { core });
}

export function ConstitutionsTab() {
  const { parts, query } = usePlace();
  const core = query.get("core");
  const all = useLoad(
    () => loadAll((page) => ask(client.GET("/admin/constitutions", { params: { query: page } }))),
    [],
  );
  const opened = parts[2];
  const saved = (name: string) => {
    all.reload();
    goTo(constitutionHref(name, core));
  };
  if (query.has("make")) return <ConstitutionEditor key="" of={NONE} isNew onSaved={saved} />;
  return (
    <Shown of={all}>
      {(rows) => {
        if (opened === undefined) return <List rows={rows} core={core} onChanged={all.reload} />;
        const found = rows.find(({ name }) => name === opened);
        // One that was just made comes with the list that is on its way.
        if (found === undefined && all.loading) return <p class="muted loading">{words.common.loading}</p>;
        if (found === undefined) return <Empty>{told.none}</Empty>;
        return <ConstitutionEditor key={opened} of={found} isNew={false} onSaved={saved} />;
      }}
    </Shown>
  );
}

function List(props: { rows: readonly Constitution[]; core: string | null; onChanged: () => void }) {
  const { rows, core, onChanged } = props;
  const [deleting, setDeleting] = useState<string | null>(null);
  const { columns } = told;
  const make = (
    <a class="button primary" href={hrefOf(["setup", "constitutions"], { core, make: "1" })}>
      {told.make}
    </a>
  );
  return (
    <Card title={told.title} actions={make}>
      <p class="lead">{told.lead}</p>
      <DataTable
        label={told.title}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { label: columns.name, show: ({ name }) => <NameLink name={name} core={core} /> },
          { label: columns.text, show: ({ text }) => <span class="clamp">{text}</span> },
          { label: columns.gates, kind: "number", show: ({ gates }) => gates.length },
          { label: columns.prohibitions, kind: "number", show: ({ prohibitions }) => prohibitions.length },
          {
            label: columns.actions,
            kind: "buttons",
            show: ({ name }) =>
              name !== "default" && (
                <button type="button" class="danger" aria-label={told.deleteOf(name)} onClick={() => setDeleting(name)}>
                  {words.common.delete}
                </button>
              ),
          },
        ]}
      />
      {deleting !== null && <Delete name={deleting} onClose={() => setDeleting(null)} onDone={onChanged} />}
    </Card>
  );
}

function NameLink(props: { name: string; core: string | null }) {
  return (
    <>
      <a href={constitutionHref(props.name, props.core)}>
        <bdi>{props.name}</bdi>
      </a>{" "}
      {props.name === "default" && <Badge>{told.isDefault}</Badge>}
    </>
  );
}

function Delete(props: { name: string; onClose: () => void; onDone: () => void }) {
  const { name } = props;
  const { run } = useAction();
  return (
    <Confirm
      title={told.deleteTitle(name)}
      text={told.deleteText}
      action={told.deleteAction}
      onClose={props.onClose}
      onDone={() =>
        run(async () => {
          await ask(client.DELETE("/admin/constitutions/{name}", { params: { path: { name } } }));
          props.onDone();
        }, told.deleted)
      }
    />
  );
}
