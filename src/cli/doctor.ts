// memoryd doctor: says what is wrong with a data directory, its settings and its machine, and what to do.
import type { Command } from "commander";
import { CommandFault } from "../domain/command-fault.ts";
import type { CommandContext } from "./context.ts";
import { countOf, findingLines, type ShownFinding, sumOf } from "./finding-lines.ts";
import { addDataOptions } from "./operator-command.ts";
import type { SettingFlags } from "./setting-options.ts";

/** What was found, as the doctor tells it. */
export interface ShownDiagnosis {
  readonly dataDir: string;
  readonly isRunning: boolean;
  readonly findings: readonly ShownFinding[];
}

export interface Examination {
  readonly flags: SettingFlags;
  readonly config: string | undefined;
  readonly isDeep: boolean;
}

/** Something does not work, and has been printed. */
export class UnhealthyError extends CommandFault {
  override readonly name = "UnhealthyError";
  readonly kind = "failed";
}

interface DoctorOptions {
  readonly dataDir?: string;
  readonly modelDir?: string;
  readonly config?: string;
  readonly json?: true;
  readonly deep?: true;
}

export interface DoctorContext extends CommandContext {
  readonly version: string;
  /** What is wrong with data, settings and machine; changes nothing. */
  readonly examine: (asked: Examination) => Promise<ShownDiagnosis>;
}

export function addDoctorCommand(program: Command, context: DoctorContext): void {
  const doctor = program
    .command("doctor")
    .description("find what is wrong with the data, the settings and the machine; changes nothing; exit 1 on errors")
    .option("--model-dir <dir>", "folder of the embedding model that the service uses")
    .option("--deep", "read every page of the data too");
  addDataOptions(doctor);
  doctor.addHelpText(
    "after",
    "\nExample:\n  memoryd doctor --data-dir /var/lib/memoryd --config /etc/memoryd/memoryd.toml",
  );
  doctor.action(async (options: DoctorOptions) => {
    const diagnosis = await context.examine({
      flags: { data_dir: options.dataDir, model_dir: options.modelDir },
      config: options.config,
      isDeep: options.deep === true,
    });
    if (options.json === true) context.print(JSON.stringify(shown(diagnosis, context.version)));
    else for (const line of linesOf(diagnosis)) context.print(line);
    const { findings, dataDir } = diagnosis;
    if (countOf(findings, "error") > 0) throw new UnhealthyError(`${sumOf(findings, ["error"])} in ${dataDir}`);
  });
}

function shown(diagnosis: ShownDiagnosis, version: string) {
  return { version, data_dir: diagnosis.dataDir, running: diagnosis.isRunning, ...shownFindings(diagnosis) };
}

/** The findings as JSON has them, with how many there are. */
export function shownFindings({ findings }: Pick<ShownDiagnosis, "findings">) {
  return {
    errors: countOf(findings, "error"),
    warnings: countOf(findings, "warning"),
    notes: countOf(findings, "note"),
    findings: findings.map(({ code, level, where, what, fix }) => ({ code, level, where, what, fix })),
  };
}

function linesOf(diagnosis: ShownDiagnosis): string[] {
  const { findings, dataDir, isRunning } = diagnosis;
  const state = isRunning ? "a service has it" : "no service has it";
  const sums = sumOf(findings, ["error", "warning", "note"]);
  return [`${dataDir} (${state})`, ...findings.flatMap(findingLines), sums];
}
