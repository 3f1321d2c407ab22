// Who is signed in, and what they may see. The service decides that; this only leaves out what it would refuse.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { ask, client, type Model } from "./api.ts";

export type Session = Model["PageSession"];

export const SessionContext = createContext<Session | null>(null);

/** Inside the pages somebody always is. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("a page is shown to nobody");
  return session;
}

/** Looks after the whole service: the unbound admin keys of the first account. */
export function isOperator({ account, scope, core, user }: Session): boolean {
  return account === "default" && scope === "admin" && core === null && user === null;
}

export function isAdmin({ scope }: Session): boolean {
  return scope === "admin";
}

/** An end user with a key of their own: sees their own memory alone. */
export function isOwner({ scope, user }: Session): boolean {
  return scope === "agent" && user !== null;
}

/** null: nobody is signed in. */
export async function readSession(): Promise<Session | null> {
  return (await ask(client.GET("/ui/session"))).session;
}

export function signIn(key: string): Promise<Session> {
  return ask(client.POST("/ui/session", { body: { key } }));
}

export async function signOut(): Promise<void> {
  await ask(client.DELETE("/ui/session"));
}
