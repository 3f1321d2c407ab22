// The cores of the account.
import { useState } from "preact/hooks";
import { ask, client, type Model } from "../../api.ts";
import { useAction, useLoad } from "../../load.ts";
import { loadAll } from "../../load-all.ts";
import { Badge, Card, FailureNote, Shown } from "../../parts/basics.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Note } from "../../parts/note.tsx";
import { type Erased, ReceiptDialog } from "../../parts/receipt.tsx";
import { DataTable } from "../../parts/table.tsx";
import { useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { coresBeyond } from "./beyond-plan.ts";
import { EditCore, NewCore } from "./core-forms.tsx";

type Core = Model["ListedCore"];
const told = words.setup.cores;

export function CoresTab() {
  const session = useSession();
  const isUnbound = session.core === null && session.user === null;
  const cores = useLoad(() => loadAll((query) => ask(client.GET("/cores", { params: { query } }))), []);
  const slugs = cores.data?.map(({ slug }) => slug) ?? [];
  const spilled = useLoad(() => (isUnbound ? coresBeyond(slugs) : Promise.resolve([])), [slugs]);
  const beyond = spilled.data ?? [];
  const [open, setOpen] = useState<{ readonly what: "make" | "edit" | "delete"; readonly slug: string } | null>(null);
  const [erased, setErased] = useState<Erased | null>(null);
  const close = () => setOpen(null);
  return (
    <Card title={told.title} actions={isUnbound && <NewButton onClick={() => setOpen({ what: "make", slug: "" })} />}>
      <p class="lead">{told.lead}</p>
      {beyond.length > 0 && <Note tone="warn">{told.beyondNote(beyond.join(", "))}</Note>}
      {spilled.failure !== null && <FailureNote failure={spilled.failure} onRetry={spilled.reload} />}
      <Shown of={cores}>
        {(rows) => (
          <DataTable
            label={told.title}
            rows={rows}
            keyOf={({ slug }) => slug}
            columns={[
              { label: told.columns.name, show: ({ name }) => <bdi>{name}</bdi> },
              { label: told.columns.slug, show: ({ slug }) => <code>{slug}</code> },
              { label: told.columns.served, show: ({ slug }) => <Served isBeyond={beyond.includes(slug)} /> },
              {
                label: told.columns.actions,
                kind: "buttons",
                show: (core) =>
                  session.user === null && <CoreActions core={core} mayDelete={isUnbound} onOpen={setOpen} />,
              },
            ]}
          />
        )}
      </Shown>
      {open?.what === "make" && <NewCore onClose={close} onDone={cores.reload} />}
      {open?.what === "edit" && <EditCore slug={open.slug} onClose={close} onDone={cores.reload} />}
      {open?.what === "delete" && (
        <DeleteCore slug={open.slug} onClose={close} onErased={setErased} onDone={cores.reload} />
      )}
      {erased !== null && <ReceiptDialog erased={erased} onClose={() => setErased(null)} />}
    </Card>
  );
}

function NewButton(props: { onClick: () => void }) {
  return (
    <button type="button" class="primary" onClick={props.onClick}>
      {told.make}
    </button>
  );
}

function Served(props: { isBeyond: boolean }) {
  return props.isBeyond ? <Badge tone="warn">{told.beyond}</Badge> : <span class="muted">{told.ownMemory}</span>;
}

function CoreActions(props: {
  core: Core;
  mayDelete: boolean;
  onOpen: (open: { what: "edit" | "delete"; slug: string }) => void;
}) {
  const { slug } = props.core;
  return (
    <div class="actions">
      <button type="button" aria-label={told.editOf(slug)} onClick={() => props.onOpen({ what: "edit", slug })}>
        {words.common.edit}
      </button>
      {props.mayDelete && slug !== "default" && (
        <button
          type="button"
          class="danger"
          aria-label={told.deleteOf(slug)}
          onClick={() => props.onOpen({ what: "delete", slug })}
        >
          {words.common.delete}
        </button>
      )}
    </div>
  );
}

function DeleteCore(props: {
  slug: string;
  onClose: () => void;
  onErased: (erased: Erased) => void;
  onDone: () => void;
}) {
  const { slug, onClose, onErased, onDone } = props;
  const { run } = useAction();
  return (
    <Confirm
      title={told.deleteTitle(slug)}
      text={told.deleteText}
      action={told.deleteAction}
      word={slug}
      onClose={onClose}
      onDone={() =>
        run(async () => {
          onErased(await ask(client.DELETE("/cores/{slug}", { params: { path: { slug } } })));
          onDone();
        })
      }
    />
  );
}
