// The end of the tour: the same from an application.
import { type Brain, brainHeaders } from "../../api.ts";
import { pagesFor } from "../../frame.tsx";
import { Card, CopyButton } from "../../parts/basics.tsx";
import { hrefOf, namedCore } from "../../place.ts";
import { useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import { curlOf } from "./commands.ts";

const told = words.start.next;

export function NextSteps({ brain, said }: { brain: Brain; said: string }) {
  const pages = pagesFor(useSession());
  const headers = brainHeaders(brain);
  const core = namedCore(brain.core);
  return (
    <Card title={told.title}>
      <p>{told.text}</p>
      <Command
        title={told.prepare}
        copy={told.copyPrepare}
        text={curlOf(location.origin, "/prepare", headers, { input: said })}
      />
      <Command
        title={told.record}
        copy={told.copyRecord}
        text={curlOf(location.origin, "/record", headers, { turn_token: told.token, answer: told.answer })}
      />
      <ul class="start-links">
        <li>
          <a href="/docs">{told.docs}</a>
        </li>
        <li>
          {pages.includes("people") ? (
            <a href={hrefOf(["people", brain.user ?? ""], { core })}>{told.person(brain.user ?? "")}</a>
          ) : (
            <a href={hrefOf(["mine"], { core })}>{told.mine}</a>
          )}
          . {told.forget}
        </li>
      </ul>
    </Card>
  );
}

function Command(props: { title: string; copy: string; text: string }) {
  return (
    <section class="start-command">
      <div class="card-head">
        <h3>{props.title}</h3>
        <CopyButton text={props.text} label={props.copy} />
      </div>
      <pre>{props.text}</pre>
    </section>
  );
}
