// Accounts with their plans, payment and use: all of them for the operator, one's own for others.
import { useState } from "preact/hooks";
import { ask, client, type Model } from "../../api.ts";
import { useAction, useLoad } from "../../load.ts";
import { loadAll } from "../../load-all.ts";
import { Badge, Card, Shown, Time } from "../../parts/basics.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { type Erased, ReceiptDialog } from "../../parts/receipt.tsx";
import { type Column, DataTable } from "../../parts/table.tsx";
import { isOperator, useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { NewAccount } from "./new-account.tsx";
import { PastDue, PlanChoice, Use } from "./standing.tsx";

const told = words.setup.plans;
type Account = Model["Account"];

export function PlansTab() {
  const accounts = useLoad(() => loadAll((query) => ask(client.GET("/admin/accounts", { params: { query } }))), []);
  const isGovernor = isOperator(useSession());
  const [isMaking, setMaking] = useState(false);
  const [deleting, setDeleting] = useState("");
  const [erased, setErased] = useState<Erased | null>(null);
  const make = (
    <button type="button" class="primary" onClick={() => setMaking(true)}>
      {told.make}
    </button>
  );
  return (
    <Card title={isGovernor ? told.title : told.own} actions={isGovernor && make}>
      <p class="lead">{told.lead}</p>
      <Shown of={accounts}>
        {(rows) => (
          <DataTable
            label={told.title}
            rows={rows}
            keyOf={({ name }) => name}
            columns={isGovernor ? governorColumns(accounts.reload, setDeleting) : OWN_COLUMNS}
          />
        )}
      </Shown>
      {isGovernor && <p class="hint">{told.pastDueHint}</p>}
      {isMaking && <NewAccount onClose={() => setMaking(false)} onDone={accounts.reload} />}
      {deleting !== "" && (
        <DeleteAccount
          name={deleting}
          onClose={() => setDeleting("")}
          onErased={(gone) => {
            setErased(gone);
            accounts.reload();
          }}
        />
      )}
      {erased !== null && <ReceiptDialog erased={erased} onClose={() => setErased(null)} />}
    </Card>
  );
}

const { columns } = told;
const NAME: Column<Account> = { label: columns.name, show: ({ name }) => name };
const TURNS: Column<Account> = { label: columns.turns, show: (account) => <Use of={account} /> };
const MADE: Column<Account> = { label: columns.made, show: ({ created_at: at }) => <Time at={at} /> };

const OWN_COLUMNS: readonly Column<Account>[] = [
  NAME,
  { label: columns.plan, show: ({ plan }) => told.plans[plan] },
  {
    label: columns.payment,
    show: ({ past_due: isPastDue }) => (isPastDue ? <Badge tone="bad">{told.pastDue}</Badge> : told.paid),
  },
  TURNS,
  MADE,
];

function governorColumns(onChanged: () => void, onDelete: (name: string) => void): readonly Column<Account>[] {
  return [
    NAME,
    { label: columns.plan, show: (account) => <PlanChoice of={account} onChanged={onChanged} /> },
    { label: columns.payment, show: (account) => <PastDue of={account} onChanged={onChanged} /> },
    TURNS,
    MADE,
    {
      label: columns.actions,
      kind: "buttons",
      show: ({ name }) =>
        name !== "default" && (
          <button type="button" class="danger" aria-label={told.deleteOf(name)} onClick={() => onDelete(name)}>
            {words.common.delete}
          </button>
        ),
    },
  ];
}

function DeleteAccount(props: { name: string; onClose: () => void; onErased: (erased: Erased) => void }) {
  const { name, onClose, onErased } = props;
  const { run } = useAction();
  const erase = async () =>
    onErased(await ask(client.DELETE("/admin/accounts/{name}", { params: { path: { name } } })));
  return (
    <Confirm
      title={told.deleteTitle(name)}
      text={told.deleteText}
      action={told.deleteAction}
      word={name}
      onClose={onClose}
      onDone={() => run(erase)}
    />
  );
}
