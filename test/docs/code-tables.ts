// Tables of the pages that are made from the code. Run by itself it prints them: bun test/docs/code-tables.ts
import { isReloadable } from "../../src/config/reloadable.ts";
import { environmentName, SETTING_NAMES, SETTINGS, type SettingName } from "../../src/config/settings.ts";
import { STATUS_BY_CODE } from "../../src/http/error-mapping.ts";

/** As the tables show it. */
export function shownDefault(name: SettingName): string {
  // Of the machine that the page is read on.
  if (name === "embedding_workers") return "one a core";
  const standard = SETTINGS[name].default;
  return standard === "" ? "none" : `\`${standard}\``;
}

export function settingsTable(): string {
  const rows = SETTING_NAMES.map((name) => {
    const what = SETTINGS[name].doc.replaceAll("|", "\\|");
    const cells = [`\`${name}\``, `\`${environmentName(name)}\``, shownDefault(name), isReloadable(name) ? "yes" : ""];
    return `| ${[...cells, what].join(" | ")} |\n`;
  });
  return `| setting | environment | default | HUP | what |\n| --- | --- | --- | --- | --- |\n${rows.join("")}`;
}

export function errorsTable(): string {
  const statuses = [...new Set(Object.values(STATUS_BY_CODE))].sort((a, b) => a - b);
  const rows = statuses.map((status) => {
    const codes = Object.entries(STATUS_BY_CODE).flatMap(([code, of]) => (of === status ? [`\`${code}\``] : []));
    return `| ${status} | ${codes.join(", ")} |\n`;
  });
  return `| status | codes |\n| --- | --- |\n${rows.join("")}`;
}

if (import.meta.main) console.log(`${settingsTable()}\n${errorsTable()}`);
