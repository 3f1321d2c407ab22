// One constitution: its text, its patterns, and a place to try them before they hold.
import { useEffect, useState } from "preact/hooks";
import { ask, client, type Failure, type Model } from "../../api.ts";
import { asFailure } from "../../load.ts";
import { Badge, Card, FailureNote, Field } from "../../parts/basics.tsx";
import { tell } from "../../parts/toasts.tsx";
import { hrefOf, usePlace } from "../../place.ts";
import { words } from "../../words/words.ts";
import { ConstitutionTester } from "./constitution-tester.tsx";
import { PatternList } from "./pattern-list.tsx";

const told = words.setup.constitutions;

export function ConstitutionEditor(props: {
  of: Model["Constitution"];
  isNew: boolean;
  onSaved: (name: string) => void;
}) {
  const { of: stored, isNew, onSaved } = props;
  const [draft, setDraft] = useState(stored);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored);
  useUnsavedWarning(isChanged);
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change });
  const save = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    const { name, ...body } = draft;
    try {
      setDraft(await ask(client.PUT("/admin/constitutions/{name}", { params: { path: { name } }, body })));
      tell("good", told.saved);
      onSaved(name);
    } catch (error) {
      setFailure(asFailure(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Back />
      <Card
        title={isNew ? told.newTitle : told.editor(stored.name)}
        actions={isChanged && <Badge tone="warn">{told.unsaved}</Badge>}
      >
        <form class="form" onSubmit={save}>
          {isNew && <NameField value={draft.name} onChange={(name) => set({ name })} />}
          <Field label={told.text} hint={told.textHint}>
            {(ids) => (
              <textarea
                {...ids}
                dir="auto"
                rows={6}
                value={draft.text}
                onInput={(event) => set({ text: event.currentTarget.value })}
              />
            )}
          </Field>
          <PatternList kind="gates" patterns={draft.gates} onChange={(gates) => set({ gates })} />
          <PatternList
            kind="prohibitions"
            patterns={draft.prohibitions}
            onChange={(prohibitions) => set({ prohibitions })}
          />
          {failure !== null && <FailureNote failure={failure} />}
          <div class="actions">
            <button type="submit" class="primary" disabled={busy || !(isChanged || isNew)}>
              {words.common.save}
            </button>
          </div>
        </form>
      </Card>
      <ConstitutionTester draft={draft} />
    </>
  );
}

function Back() {
  const core = usePlace().query.get("core");
  return (
    <p>
      <a href={hrefOf(["setup", "constitutions"], { core })}>← {told.back}</a>
    </p>
  );
}

function NameField(props: { value: string; onChange: (name: string) => void }) {
  return (
    <Field label={told.name} hint={told.nameHint}>
      {(ids) => (
        <input
          {...ids}
          required
          autocomplete="off"
          value={props.value}
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** The browser asks before the page is left with something unsaved. */
function useUnsavedWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isChanged]);
}
