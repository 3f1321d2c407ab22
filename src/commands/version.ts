// What the commands version and systemd-unit show: what is inside the executable.
import NOTICES_FILE from "../../dist/NOTICES.txt" with { type: "file" };
import { version } from "../../package.json" with { type: "json" };
import SYSTEMD_UNIT from "../build/memoryd.service" with { type: "text" };
import type { SystemdUnitContext } from "../cli/systemd-unit.ts";
import type { VersionContext } from "../cli/version.ts";
import { embeddedModel } from "../embedding/embedded-model.ts";
import { ownSqliteVersion } from "../storage/sqlite/engine/open-database.ts";

type Inside = Pick<
  VersionContext & SystemdUnitContext,
  "version" | "carriedModel" | "bun" | "sqlite" | "notices" | "systemdUnit"
>;

export function whatIsInside(): Inside {
  return {
    version,
    carriedModel: embeddedModel().spec.id,
    bun: Bun.version,
    sqlite: ownSqliteVersion,
    notices: () => Bun.file(NOTICES_FILE).text(),
    systemdUnit: SYSTEMD_UNIT,
  };
}
