// Which page is shown, to whom.
import { useEffect, useState } from "preact/hooks";
import { onSignedOut } from "./api.ts";
import { Frame, type PageName, pagesFor } from "./frame.tsx";
import { useLoad } from "./load.ts";
import { CarePage } from "./pages/care/care-page.tsx";
import { MinePage } from "./pages/mine/mine-page.tsx";
import { OverviewPage } from "./pages/overview/overview-page.tsx";
import { PeoplePage } from "./pages/people/people-page.tsx";
import { RulesPage } from "./pages/rules/rules-page.tsx";
import { SetupPage } from "./pages/setup/setup-page.tsx";
import { StartPage } from "./pages/start/start-page.tsx";
import { WhyPage } from "./pages/why/why-page.tsx";
import { Empty, FailureNote } from "./parts/basics.tsx";
import { Toasts } from "./parts/toasts.tsx";
import { hrefOf, usePlace } from "./place.ts";
import { readSession, type Session, SessionContext } from "./session.ts";
import { SignIn } from "./sign-in.tsx";
import { words } from "./words/words.ts";

const PAGES: Readonly<Record<PageName, () => preact.JSX.Element>> = {
  overview: OverviewPage,
  people: PeoplePage,
  why: WhyPage,
  rules: RulesPage,
  setup: SetupPage,
  care: CarePage,
  mine: MinePage,
  start: StartPage,
};

export function App() {
  const first = useLoad(readSession, []);
  const [session, setSession] = useState<Session | null>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => setSession(first.data), [first.data]);
  useEffect(
    () =>
      onSignedOut(() =>
        setSession((old) => {
          setOver(old !== null);
          return null;
        }),
      ),
    [],
  );
  const leave = () => {
    setOver(false);
    setSession(null);
  };
  if (first.loading && session === null) return <p class="muted loading">{words.common.loading}</p>;
  if (first.failure !== null && session === null) return <FailureNote failure={first.failure} onRetry={first.reload} />;
  return (
    <>
      {session === null ? (
        <SignIn isOver={isOver} onSignedIn={setSession} />
      ) : (
        <SessionContext.Provider value={session}>
          <Pages session={session} onSignedOut={leave} />
        </SessionContext.Provider>
      )}
      <Toasts />
    </>
  );
}

function Pages(props: { session: Session; onSignedOut: () => void }) {
  const { parts } = usePlace();
  const mine = pagesFor(props.session);
  const named = parts[0] ?? mine[0] ?? "people";
  const page = [...mine, "start" as const].find((each) => each === named);
  const Page = page === undefined ? NotFound : PAGES[page];
  return (
    <Frame page={page ?? mine[0] ?? "people"} onSignedOut={props.onSignedOut}>
      <Page key={page} />
    </Frame>
  );
}

function NotFound() {
  return (
    <Empty>
      {words.common.notFound} <a href={hrefOf([])}>{words.common.home}</a>
    </Empty>
  );
}
