// A part of a large deployment: as many users of all as nodes of all, on as large a part of the database.
import type { Machines, People } from "./assumptions.ts";

export interface Deployment {
  readonly people: People;
  readonly machines: Machines;
}

/** `parts`: the slice is one of so many. Throws where that leaves a part of a node, of a core or of an account. */
export function sliceOf({ people, machines }: Deployment, parts: number): Deployment {
  const whole = (what: string, count: number) => {
    if (count % parts !== 0) throw new Error(`${count} ${what} cannot be cut into ${parts} parts`);
    return count / parts;
  };
  return {
    people: { ...people, users: whole("users", people.users), accounts: whole("accounts", people.accounts) },
    machines: {
      ...machines,
      nodes: whole("nodes", machines.nodes),
      databaseCores: whole("cores of the database", machines.databaseCores),
      databaseMemoryGib: machines.databaseMemoryGib / parts,
    },
  };
}
