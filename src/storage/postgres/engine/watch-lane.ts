// The statements of a transaction go out together: the first that fails is what broke it, whichever is told first.
import type { ReservedSQL } from "bun";

export interface WatchedLane {
  /** The connection, whose failed statements are noted. */
  readonly client: ReservedSQL;
  /** Takes what failed first since the last call; undefined: nothing. */
  takeFailure(): unknown;
}

export function watchLane(reserved: ReservedSQL): WatchedLane {
  let failure: unknown;
  const note = (error: unknown) => {
    failure ??= error;
  };
  const unsafe = (...asked: Parameters<ReservedSQL["unsafe"]>) => {
    const query = reserved.unsafe(...asked);
    // A query is sent when it is first waited for, and nothing else tells of its end.
    const wait = query.then.bind(query);
    // biome-ignore lint/suspicious/noThenProperty: the query itself stays what is waited for.
    query.then = (done, failed) =>
      wait(done, (error) => {
        note(error);
        if (failed === undefined || failed === null) throw error;
        return failed(error);
      });
    return query;
  };
  return {
    client: Object.assign(Object.create(reserved), { unsafe }),
    takeFailure() {
      const first = failure;
      failure = undefined;
      return first;
    },
  };
}
