// A core is made, or named and told anew.
import { useState } from "preact/hooks";
import { ask, client, type Model } from "../../api.ts";
import { useLoad } from "../../load.ts";
import { Field, Shown } from "../../parts/basics.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { tell } from "../../parts/toasts.tsx";
import { words } from "../../words/words.ts";

const told = words.setup.cores;

interface Written {
  readonly name: string;
  readonly context: string;
}

export function NewCore(props: { onClose: () => void; onDone: () => void }) {
  const [slug, setSlug] = useState("");
  const [written, setWritten] = useState<Written>({ name: "", context: "" });
  const make = () => ask(client.POST("/cores", { body: { slug, ...written } }));
  const done = () => {
    tell("good", told.made);
    props.onDone();
  };
  return (
    <DialogForm title={told.makeTitle} submit={told.make} onSubmit={make} onDone={done} onClose={props.onClose}>
      <Field label={told.slug} hint={told.slugHint}>
        {(ids) => (
          <input
            {...ids}
            required
            maxLength={39}
            autocomplete="off"
            spellcheck={false}
            value={slug}
            onInput={(event) => setSlug(event.currentTarget.value)}
          />
        )}
      </Field>
      <CoreFields written={written} onChange={setWritten} />
    </DialogForm>
  );
}

/** Name and context as they are now are fetched first. */
export function EditCore(props: { slug: string; onClose: () => void; onDone: () => void }) {
  const { slug } = props;
  const core = useLoad(() => ask(client.GET("/cores/{slug}", { params: { path: { slug } } })), [slug]);
  if (core.data !== null) return <EditForm core={core.data} onClose={props.onClose} onDone={props.onDone} />;
  return (
    <Dialog title={told.editTitle(slug)} onClose={props.onClose}>
      <Shown of={core}>{() => null}</Shown>
    </Dialog>
  );
}

function EditForm(props: { core: Model["Core"]; onClose: () => void; onDone: () => void }) {
  const { slug, name, context } = props.core;
  const [written, setWritten] = useState<Written>({ name, context });
  const change = () => ask(client.PATCH("/cores/{slug}", { params: { path: { slug } }, body: { ...written } }));
  const done = () => {
    tell("good", told.changed);
    props.onDone();
  };
  return (
    <DialogForm
      title={told.editTitle(slug)}
      submit={words.common.save}
      onSubmit={change}
      onDone={done}
      onClose={props.onClose}
    >
      <CoreFields written={written} onChange={setWritten} />
    </DialogForm>
  );
}

function CoreFields(props: { written: Written; onChange: (written: Written) => void }) {
  const { written, onChange } = props;
  return (
    <>
      <Field label={told.name}>
        {(ids) => (
          <input
            {...ids}
            required
            dir="auto"
            autocomplete="off"
            value={written.name}
            onInput={(event) => onChange({ ...written, name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={told.context} hint={told.contextHint}>
        {(ids) => (
          <textarea
            {...ids}
            dir="auto"
            rows={5}
            value={written.context}
            onInput={(event) => onChange({ ...written, context: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
