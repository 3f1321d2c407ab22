// One person: what their memory holds, and what can be done with it.
import { useState } from "preact/hooks";
import type { Brain, Model } from "../../api.ts";
import { readProfile } from "../../brain-requests.ts";
import { useLoad } from "../../load.ts";
import { FailureNote, PageHead, Tabs } from "../../parts/basics.tsx";
import { type Place, replacePlace, usePlace } from "../../place.ts";
import { isAdmin, type Session, useSession } from "../../session.ts";
import type { Changes } from "../../turn-rows.ts";
import { words } from "../../words/words.ts";
import { AddMemory } from "./add-memory.tsx";
import { ErasePerson } from "./erase-person.tsx";
import { MemoryDialog } from "./memory-dialog.tsx";
import { Numbers } from "./numbers.tsx";
import { isUserId, listHref, memoryHref, personHref, TABS, tabOf } from "./person-place.ts";
import { PersonRules } from "./person-rules.tsx";
import { SessionTurns } from "./session-turns.tsx";
import { Sessions } from "./sessions.tsx";
import { Standing } from "./standing.tsx";
import { Timeline } from "./timeline.tsx";

export function PersonPage({ brain }: { brain: Brain }) {
  if (brain.user !== null && !isUserId(brain.user)) return <NoSuchId core={brain.core} />;
  return <Person brain={brain} />;
}

function NoSuchId({ core }: { core: string }) {
  return <PageHead title={words.people.noUserId} lead={<a href={listHref(core)}>{words.people.backToAll}</a>} />;
}

function Person({ brain }: { brain: Brain }) {
  const session = useSession();
  const place = usePlace();
  const [open, setOpen] = useState<"add" | "erase" | null>(null);
  const { changes, revision, renewals, changed, renewed } = useChanges();
  const profile = useLoad(() => readProfile(brain), [brain, revision]);
  const told = words.people;
  const memory = place.query.get("memory");
  return (
    <>
      <Trail brain={brain} session={session} />
      <PageHead title={brain.user ?? told.shared} lead={<PersonLead brain={brain} profile={profile.data} />}>
        <button type="button" onClick={() => setOpen("add")}>
          {told.add.title}
        </button>
        <button type="button" class="danger" onClick={() => setOpen("erase")}>
          {told.erase.open}
        </button>
      </PageHead>
      {profile.failure !== null && <FailureNote failure={profile.failure} onRetry={profile.reload} />}
      <PersonTabs brain={brain} place={place} changes={changes} revision={revision} renewals={renewals} />
      {memory !== null && (
        <MemoryDialog
          key={memory}
          brain={brain}
          id={memory}
          onChanged={changed}
          onClose={() => replacePlace(memoryHref(place, null))}
        />
      )}
      {open === "add" && <AddMemory brain={brain} onAdded={renewed} onClose={() => setOpen(null)} />}
      {open === "erase" && <ErasePerson brain={brain} onErased={renewed} onClose={() => setOpen(null)} />}
    </>
  );
}

/** What was changed here since the page was opened: what it shows follows without losing the place in a long list. */
function useChanges() {
  const [changes, setChanges] = useState<Changes>(new Map());
  const [revision, setRevision] = useState(0);
  const [renewals, setRenewals] = useState(0);
  return {
    ...{ changes, revision, renewals },
    changed: (id: string, turn: Model["MemoryDetail"] | null) => {
      setChanges((old) => new Map(old).set(id, turn));
      setRevision((old) => old + 1);
    },
    renewed: () => {
      setRevision((old) => old + 1);
      setRenewals((old) => old + 1);
    },
  };
}

function Trail(props: { brain: Brain; session: Session }) {
  const { brain, session } = props;
  if (session.user !== null) return null;
  const label = isAdmin(session) ? words.people.backToAll : words.people.backToOpen;
  return (
    <nav aria-label={words.people.trail} class="people-trail">
      <a href={listHref(brain.core)}>{label}</a>
    </nav>
  );
}

function PersonLead(props: { brain: Brain; profile: Model["Profile"] | null }) {
  const { brain, profile } = props;
  const core = brain.core === "default" ? words.people.inDefaultCore : words.people.inCore(brain.core);
  if (profile === null) return <>{core}</>;
  const { memory_size: size, lessons, sessions } = profile.counts;
  return (
    <>
      {[core, words.common.turns(size), words.people.rules(lessons), words.people.sessionCount(sessions)].join(" · ")}
    </>
  );
}

interface PersonTabsProps {
  readonly brain: Brain;
  readonly place: Place;
  readonly changes: Changes;
  readonly revision: number;
  readonly renewals: number;
}

function PersonTabs({ brain, place, changes, revision, renewals }: PersonTabsProps) {
  const tab = tabOf(place.parts[2]);
  const name = place.parts[3];
  const tabs = TABS.map((id) => ({ id, label: words.people.tabs[id], href: personHref(brain, [id]) }));
  return (
    <>
      <Tabs label={words.people.tabsLabel} now={tab} tabs={tabs} />
      {tab === "timeline" && <Timeline key={renewals} brain={brain} place={place} changes={changes} />}
      {tab === "sessions" && name === undefined && <Sessions brain={brain} revision={revision} />}
      {tab === "sessions" && name !== undefined && (
        <SessionTurns key={`${renewals} ${name}`} brain={brain} name={name} place={place} changes={changes} />
      )}
      {tab === "stands" && <Standing brain={brain} place={place} revision={revision} />}
      {tab === "rules" && <PersonRules brain={brain} place={place} revision={revision} />}
      {tab === "numbers" && <Numbers brain={brain} revision={revision} />}
    </>
  );
}
