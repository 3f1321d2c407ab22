// Users who come, ask, have their model answer, record, think, and go.
import { DAY_SHAPE } from "./assumptions.ts";
import { exponential, geometric } from "./population.ts";
import { prepare, record } from "./serve-request.ts";
import type { World } from "./world.ts";

const HOUR_SECONDS = 3_600;

/** Sessions come by chance, in each hour at the hour's rate; the last hour of `hours` is the busiest of the day. */
export function startSessions(world: World, hours: number): void {
  const { events, people, arrivals } = world;
  const busiest = (people.users * people.activeShare) / HOUR_SECONDS;
  const shareAt = (seconds: number) => {
    const left = Math.max(0, Math.ceil(hours - seconds / HOUR_SECONDS) - 1);
    return DAY_SHAPE[DAY_SHAPE.length - 1 - (left % DAY_SHAPE.length)]!;
  };
  // As many as in the busiest hour are drawn, and some of them do not come.
  const next = () =>
    events.after(exponential(arrivals, 1 / busiest), () => {
      next();
      if (arrivals.next() < shareAt(events.now)) beginSession(world);
    });
  next();
}

function beginSession(world: World): void {
  const { arrivals, people } = world;
  const user = arrivals.integer(people.users);
  takeTurn(world, user, geometric(arrivals, people.turnsASession));
}

function takeTurn(world: World, user: number, left: number): void {
  const { events, people, watch, arrivals } = world;
  const at = events.now;
  prepare(world, user, (prepareSeconds) => {
    watch.at(at, (stretch) => stretch.prepare.add(prepareSeconds));
    events.after(people.modelSeconds, () => {
      const recordedAt = events.now;
      record(world, user, (recordSeconds) => {
        watch.at(recordedAt, (stretch) => stretch.record.add(recordSeconds));
        if (left > 1) events.after(exponential(arrivals, people.pauseSeconds), () => takeTurn(world, user, left - 1));
      });
    });
  });
}
