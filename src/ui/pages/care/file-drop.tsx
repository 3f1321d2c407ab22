// Files chosen, or dropped.
import { useState } from "preact/hooks";
import { Field } from "../../parts/basics.tsx";
import { bytesOf } from "../../times.ts";
import { words } from "../../words/words.ts";

const told = words.care.transfer;

export function FileDrop(props: { files: readonly File[]; onChoose: (files: readonly File[]) => void }) {
  const { files, onChoose } = props;
  const [isOver, setOver] = useState(false);
  const take = (list: FileList | null | undefined) => onChoose([...(list ?? [])]);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer?.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field in it does the same for those without a pointer.
    <div class={isOver ? "drop over" : "drop"} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      <Field label={told.file} hint={files.length === 0 ? told.drop : <Chosen files={files} />}>
        {(ids) => <input {...ids} type="file" multiple onChange={(event) => take(event.currentTarget.files)} />}
      </Field>
    </div>
  );
}

function Chosen(props: { files: readonly File[] }) {
  const { files } = props;
  const size = bytesOf(files.reduce((sum, file) => sum + file.size, 0));
  const [first] = files;
  const name = files.length === 1 && first !== undefined ? first.name : told.severalNotes(files.length);
  return <bdi>{told.chosen(name, size)}</bdi>;
}
