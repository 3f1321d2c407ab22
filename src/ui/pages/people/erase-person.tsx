// Erasing somebody's memory, here or everywhere, with the receipt of it.
import { useRef, useState } from "preact/hooks";
import { ask, type Brain, client } from "../../api.ts";
import { eraseBrain } from "../../brain-requests.ts";
import { useAction } from "../../load.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { type Erased, ReceiptDialog } from "../../parts/receipt.tsx";
import { goTo } from "../../place.ts";
import { isAdmin, useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { listHref } from "./person-place.ts";

type Reach = "here" | "everywhere";

export function ErasePerson(props: { brain: Brain; onErased: () => void; onClose: () => void }) {
  const { brain, onErased, onClose } = props;
  const session = useSession();
  // A key bound to the user would be revoked with them, and the receipt be told to nobody.
  const mayChoose = brain.user !== null && isAdmin(session) && session.user === null;
  const [reach, setReach] = useState<Reach>("here");
  const [erased, setErased] = useState<Erased | null>(null);
  const isDone = useRef(false);
  const { run } = useAction();
  const told = words.people.erase;
  const erase = () =>
    run(async () => {
      const receipt = await (reach === "everywhere" && brain.user !== null ? eraseUser(brain.user) : eraseBrain(brain));
      isDone.current = true;
      setErased(receipt);
      onErased();
    });
  const leave = () => {
    onClose();
    if (reach === "everywhere") goTo(listHref(brain.core));
  };
  if (erased !== null) return <ReceiptDialog erased={erased} onClose={leave} />;
  return (
    <Confirm
      title={told.title(brain.user ?? words.people.shared)}
      word={brain.user ?? brain.core}
      action={reach === "everywhere" ? told.everywhereAction : told.hereAction}
      text={
        <>
          {mayChoose ? <ReachChoice core={brain.core} reach={reach} onReach={setReach} /> : <p>{told.hereText}</p>}
          <p>{told.forever}</p>
        </>
      }
      onDone={erase}
      onClose={() => !isDone.current && onClose()}
    />
  );
}

/** Every brain of the user, and the keys bound to them. Throws Failure. */
function eraseUser(user: string): Promise<Erased> {
  // No path can hold a segment of dots.
  const isDots = user === "." || user === "..";
  const params = isDots ? { path: { user: "-" }, query: { id: user } } : { path: { user } };
  return ask(client.DELETE("/admin/users/{user}", { params }));
}

function ReachChoice(props: { core: string; reach: Reach; onReach: (reach: Reach) => void }) {
  const told = words.people.erase;
  const choices = [
    { id: "here", label: told.here(props.core), text: told.hereText },
    { id: "everywhere", label: told.everywhere, text: told.everywhereText },
  ] as const;
  return (
    <fieldset class="reach">
      <legend>{told.what}</legend>
      {choices.map(({ id, label, text }) => (
        <label key={id}>
          <input type="radio" name="reach" checked={props.reach === id} onChange={() => props.onReach(id)} />
          <span>
            <strong>{label}</strong>
            <span class="hint">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
