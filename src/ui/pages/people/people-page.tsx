// People: whose memory there is, and what it holds.
import { coreOf, usePlace } from "../../place.ts";
import { isAdmin, useSession } from "../../session.ts";
import "../../styles/people.css";
import { OpenPerson } from "./open-person.tsx";
import { PersonPage } from "./person-page.tsx";
import { UserList } from "./user-list.tsx";

export function PeoplePage() {
  const session = useSession();
  const place = usePlace();
  const core = session.core ?? coreOf(place);
  const user = place.parts[1] ?? session.user;
  // An empty name in the address is nobody's: the memory that all share.
  if (user !== null) return <PersonPage key={`${core} ${user}`} brain={{ core, user: user === "" ? null : user }} />;
  return isAdmin(session) ? <UserList key={core} core={core} /> : <OpenPerson core={core} />;
}
