// What stands around every page: the way to the others, and who is signed in.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { CoreChoice } from "./parts/core-choice.tsx";
import { ThemeChoice } from "./parts/theme.tsx";
import { hrefOf, usePlace } from "./place.ts";
import { isAdmin, isOperator, isOwner, type Session, signOut, useSession } from "./session.ts";
import { words } from "./words/words.ts";

export type PageName = keyof typeof words.common.pages;

/** The pages that somebody has, in the order of the menu; the first is where they begin. */
export function pagesFor(session: Session): readonly PageName[] {
  if (isOwner(session)) return ["mine"];
  if (isOperator(session)) return ["overview", "people", "why", "rules", "setup", "care"];
  if (isAdmin(session)) return ["people", "why", "rules", "setup", "care"];
  return ["people", "rules"];
}

export function Frame(props: { page: PageName; onSignedOut: () => void; children: ComponentChildren }) {
  const session = useSession();
  const place = usePlace();
  const main = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const where = place.parts.join("/");
  useLayoutEffect(() => {
    setOpen(false);
    document.title = `${words.common.pages[props.page]} · ${words.common.product}`;
  }, [where, props.page]);
  const leave = async () => {
    await signOut().catch(() => {});
    props.onSignedOut();
  };
  const core = place.query.get("core");
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {words.common.skip}
      </button>
      <aside class={isOpen ? "side open" : "side"}>
        <div class="brand">
          <span class="mark" aria-hidden="true" />
          <span>{words.common.product}</span>
          <button type="button" class="quiet menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {words.common.menu}
          </button>
        </div>
        <div class="side-rest">
          <nav aria-label={words.common.menu}>
            {pagesFor(session).map((page) => (
              <a key={page} href={hrefOf([page], { core })} aria-current={page === props.page ? "page" : undefined}>
                {words.common.pages[page]}
              </a>
            ))}
          </nav>
          <CoreChoice />
          <div class="side-foot">
            <ThemeChoice />
            <p class="muted">{session.user ?? session.account}</p>
            <p class="muted">{words.common.signedInAs(session.scope, session.key_id)}</p>
            <button type="button" onClick={leave}>
              {words.common.signOut}
            </button>
            <p class="muted">
              {words.common.product} {session.version}
            </p>
          </div>
        </div>
      </aside>
      <main id="main" ref={main} tabIndex={-1}>
        {props.children}
      </main>
    </div>
  );
}
