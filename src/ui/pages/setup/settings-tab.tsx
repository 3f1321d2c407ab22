// What the account chose: each setting with what it means, and the way back to its default.
import { useState } from "preact/hooks";
import { ask, client, type Model } from "../../api.ts";
import { type Action, useAction, useLoad } from "../../load.ts";
import { Badge, Card, Shown } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";
import { SettingControl } from "./setting-control.tsx";
import { changeOf, isDefault, NAMES, type SettingName, shownValue } from "./settings-form.ts";

const told = words.setup.settings;

export function SettingsTab() {
  const settings = useLoad(() => ask(client.GET("/admin/settings")), []);
  // What a change answers stands in place of what was loaded.
  const [changed, setChanged] = useState<Model["Settings"] | null>(null);
  const action = useAction();
  return (
    <Card title={told.title}>
      <p class="lead">{told.lead}</p>
      <Shown of={settings}>
        {(loaded) =>
          NAMES.map((name) => (
            <Setting key={name} name={name} settings={changed ?? loaded} action={action} onChanged={setChanged} />
          ))
        }
      </Shown>
    </Card>
  );
}

function Setting(props: {
  name: SettingName;
  settings: Model["Settings"];
  action: Action;
  onChanged: (settings: Model["Settings"]) => void;
}) {
  const { name, settings, action, onChanged } = props;
  const { label, what, default: standing } = told.names[name];
  const value = shownValue(settings, name);
  const save = (to: typeof value) =>
    action.run(
      async () => onChanged(await ask(client.PATCH("/admin/settings", { body: changeOf(name, to) }))),
      told.saved,
    );
  const takeBack = () =>
    action.run(
      async () => onChanged(await ask(client.DELETE("/admin/settings/{name}", { params: { path: { name } } }))),
      told.takenBack,
    );
  const isChosen = !isDefault(settings, name);
  return (
    <section class="setting" aria-label={label}>
      <div>
        <h3>
          {label} {isChosen && <Badge tone="accent">{told.chosen}</Badge>}
        </h3>
        <p class="hint">{what}</p>
      </div>
      <div class="setting-choice">
        {/* Made anew where the value changed elsewhere. */}
        <SettingControl key={JSON.stringify(value)} name={name} value={value} busy={action.busy} onSave={save} />
        <p class="hint">
          {told.defaultIs(standing)}{" "}
          {isChosen && (
            <button
              type="button"
              class="quiet small"
              aria-label={told.takeBackOf(label)}
              disabled={action.busy}
              onClick={takeBack}
            >
              {told.takeBack}
            </button>
          )}
        </p>
      </div>
    </section>
  );
}
