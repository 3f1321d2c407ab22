// Keys, one a row: whose, how far they reach, and whether they work.
import type { Model } from "../../api.ts";
import { Badge, Time, type Tone } from "../../parts/basics.tsx";
import { DataTable } from "../../parts/table.tsx";
import { useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { isWorking, type KeyState, keyStateOf } from "./key-state.ts";

const told = words.setup.keys;
type Key = Model["Key"];

const TONES: Readonly<Record<KeyState, Tone>> = {
  live: "good",
  expiring: "warn",
  rotated: "warn",
  expired: "plain",
  revoked: "bad",
};

export function KeyTable(props: { keys: readonly Key[]; onRevoke: (key: Key) => void }) {
  const session = useSession();
  const now = Date.now();
  const { columns } = told;
  return (
    <DataTable
      label={told.title}
      rows={props.keys}
      keyOf={({ id }) => id}
      empty={told.none}
      columns={[
        { label: columns.name, show: (key) => <KeyName of={key} isYours={key.id === session.key_id} /> },
        { label: columns.scope, show: ({ scope }) => scope },
        { label: columns.reach, show: (key) => <Reach of={key} /> },
        { label: columns.created, show: ({ created_at: at }) => <Time at={at} /> },
        {
          label: columns.used,
          show: ({ last_used_at: at }) => (at === null ? told.never : <Time at={at} as="ago" />),
        },
        { label: columns.state, show: (key) => <State of={key} state={keyStateOf(key, now)} /> },
        {
          label: columns.actions,
          kind: "buttons",
          show: (key) =>
            isWorking(keyStateOf(key, now)) && (
              <button
                type="button"
                class="danger"
                aria-label={told.revokeOf(key.name)}
                onClick={() => props.onRevoke(key)}
              >
                {told.revoke}
              </button>
            ),
        },
      ]}
    />
  );
}

function KeyName(props: { of: Key; isYours: boolean }) {
  return (
    <>
      <bdi>{props.of.name}</bdi> {props.isYours && <Badge tone="accent">{told.yours}</Badge>}
      <span class="sub mono">{props.of.id}</span>
    </>
  );
}

function Reach(props: { of: Key }) {
  const { core, user } = props.of;
  if (core === null && user === null) return <span class="muted">{told.everything}</span>;
  return (
    <span class="reach">
      {core !== null && <Badge>{told.ofCore(core)}</Badge>} {user !== null && <Badge>{told.ofUser(user)}</Badge>}
    </span>
  );
}

function State(props: { of: Key; state: KeyState }) {
  const { of: key, state } = props;
  return (
    <>
      <Badge tone={TONES[state]}>{told.states[state]}</Badge>
      <KeyEnd of={key} state={state} />
      {key.replaced_by !== null && <span class="sub">{told.replacedBy(key.replaced_by)}</span>}
    </>
  );
}

function KeyEnd(props: { of: Key; state: KeyState }) {
  const { expires_at: expiresAt, revoked_at: revokedAt } = props.of;
  const at = revokedAt ?? expiresAt;
  if (at === null) return null;
  return (
    <span class="sub">
      {isWorking(props.state) ? told.endsAt : told.endedAt} <Time at={at} as="ago" />
    </span>
  );
}
