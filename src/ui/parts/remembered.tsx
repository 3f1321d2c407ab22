// One memory, fetched where it is shown: what was said, when, and the way to it.
import { ask, type Brain, brainHeaders, client } from "../api.ts";
import { useLoad } from "../load.ts";
import { MemoryText, Shown, Time } from "./basics.tsx";
import { MemoryLink } from "./memory-link.tsx";

export function Remembered(props: { brain: Brain; id: string }) {
  const { brain, id } = props;
  const memory = useLoad(
    () => ask(client.GET("/memory/{id}", { params: { path: { id } }, headers: brainHeaders(brain) })),
    [brain, id],
  );
  return (
    <Shown of={memory}>
      {({ text, created_at: createdAt, occurred_at: occurredAt }) => (
        <div class="remembered">
          <MemoryText text={text} />
          <p class="row hint">
            <Time at={occurredAt ?? createdAt} />
            <MemoryLink brain={brain} id={id} />
          </p>
        </div>
      )}
    </Shown>
  );
}
