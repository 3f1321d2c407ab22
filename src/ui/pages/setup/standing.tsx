// An account's plan and payment, changed at once, and how much of its plan is used.
import { ask, client, type Model } from "../../api.ts";
import { useChosen } from "../../chosen.ts";
import { useAction } from "../../load.ts";
import { Badge } from "../../parts/basics.tsx";
import { numberOf } from "../../times.ts";
import { words } from "../../words/words.ts";

const told = words.setup.plans;
const PLANS = Object.keys(told.plans) as Model["Plan"][];

interface StandingProps {
  readonly of: Model["Account"];
  readonly onChanged: () => void;
}

function useChange({ of: { name }, onChanged }: StandingProps) {
  const { run } = useAction();
  return (body: Model["ChangeAccountRequest"]) =>
    run(async () => {
      await ask(client.PATCH("/admin/accounts/{name}", { params: { path: { name } }, body }));
      onChanged();
    }, told.changed(name));
}

export function PlanChoice(props: StandingProps) {
  const { name, plan } = props.of;
  const change = useChange(props);
  const [chosen, choose] = useChosen(plan, (to) => change({ plan: to }));
  return (
    <select
      aria-label={told.planOf(name)}
      value={chosen}
      onChange={(event) => choose(event.currentTarget.value as Model["Plan"])}
    >
      {PLANS.map((each) => (
        <option key={each} value={each}>
          {told.plans[each]}
        </option>
      ))}
    </select>
  );
}

export function PastDue(props: StandingProps) {
  const { name, past_due: stored } = props.of;
  const change = useChange(props);
  const [isPastDue, choose] = useChosen(stored, (to) => change({ past_due: to }));
  return (
    <label class="row">
      <input
        type="checkbox"
        aria-label={told.pastDueOf(name)}
        checked={isPastDue}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      {isPastDue ? <Badge tone="bad">{told.pastDue}</Badge> : <span class="muted">{told.pastDue}</span>}
    </label>
  );
}

export function Use(props: { of: Model["Account"] }) {
  const { turns_this_month: turns, turns_per_month: limit } = props.of;
  if (limit === null) return <>{told.noLimit(numberOf(turns))}</>;
  const share = limit === 0 ? 1 : Math.min(1, turns / limit);
  const tone = share >= 1 ? "bad" : share >= 0.8 ? "warn" : "";
  return (
    <div class="use">
      <span>{told.use(numberOf(turns), numberOf(limit))}</span> {share >= 1 && <Badge tone="bad">{told.usedUp}</Badge>}
      <span class="bar-track" aria-hidden="true">
        <span class={`bar-fill ${tone}`} style={{ width: `${share * 100}%` }} />
      </span>
    </div>
  );
}
