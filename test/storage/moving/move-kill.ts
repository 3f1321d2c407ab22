// Moves data and ends itself, as a power cut would, where it would write the second lot of packets. Arguments: from, to.
import { NO_PROGRESS } from "../../../src/domain/ports/data-files.ts";
import { move } from "./move-samples.ts";

const [from = "", to = ""] = process.argv.slice(2);
let lots = 0;
await move(from, to, NO_PROGRESS, (target) => ({
  ...target,
  async write(table, lot) {
    if (table.name === "packets") lots += 1;
    if (lots === 2) process.kill(process.pid, "SIGKILL");
    await target.write(table, lot);
  },
}));
