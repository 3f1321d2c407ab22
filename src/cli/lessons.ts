// memoryd lessons: the standing rules of a brain, by hand.
import type { Command } from "commander";
import { isCoreSlug, isUserId } from "../domain/brain.ts";
import {
  type AccountApiContext,
  type AccountOptions,
  type ApiRequest,
  addAccountOptions,
  readAll,
  withAccountApi,
} from "./account-api.ts";
import { addModelOption, checked } from "./operator-command.ts";
import { printableLine } from "./printable.ts";
import { printList, tableOf } from "./table.ts";

interface LessonOptions extends AccountOptions {
  readonly core?: string;
  readonly user?: string;
}

interface ShownLesson {
  readonly id: string;
  readonly response_text: string;
  readonly use_count: number;
  readonly expires_at: string;
  readonly pinned: boolean;
  readonly superseded_by: string | null;
}

const WRITES = { writesLessons: true };

export function addLessonsCommand(program: Command, context: AccountApiContext): void {
  const lessons = program
    .command("lessons")
    .description("list, add, edit and delete the standing rules of a brain")
    .addHelpText(
      "after",
      `
A running server holds rules in memory: while one has the data, change them with --url and --key-file.

Example:
  memoryd lessons add "Always answer in metric units." --user ada`,
    );
  addList(lessons, context);
  addAdd(lessons, context);
  addEdit(lessons, context);
  addDelete(lessons, context);
}

function addBrainOptions(command: Command): void {
  command
    .option("--core <slug>", "in which core (default: default)", checked(isCoreSlug, "core slug"))
    .option("--user <id>", "of which user (default: the shared brain)", checked(isUserId, "user id"));
  addAccountOptions(command, "whose brain");
}

function brainOf({ core, user }: LessonOptions): NonNullable<ApiRequest["brain"]> {
  return { core: core ?? null, user: user ?? null };
}

function addList(lessons: Command, context: AccountApiContext): void {
  const list = lessons
    .command("list")
    .description("list the rules that hold, newest first")
    .option("--superseded", "those that another one took the place of, for 30 days");
  addBrainOptions(list);
  list.addHelpText("after", "\nExample:\n  memoryd lessons list --user ada");
  list.action((options: LessonOptions & { superseded?: true }) =>
    withAccountApi(list, context, options, async (api) => {
      const query = options.superseded === true ? { superseded: "true" } : {};
      const itemsOf = (page: { lessons: readonly ShownLesson[]; next_cursor: string | null }) => page.lessons;
      const items = await readAll(api, { path: "/lessons", brain: brainOf(options), query }, itemsOf);
      printList(context, options, items, linesOf(items, options.superseded === true));
    }),
  );
}

function linesOf(lessons: readonly ShownLesson[], areReplaced: boolean): string[] {
  const rows = lessons.map((each) => [
    each.id,
    String(each.use_count),
    areReplaced ? (each.superseded_by ?? "") : each.pinned ? "pinned" : each.expires_at.slice(0, 10),
    each.response_text,
  ]);
  return tableOf(["ID", "USED", areReplaced ? "SUPERSEDED BY" : "UNTIL", "RULE"], rows);
}

function addAdd(lessons: Command, context: AccountApiContext): void {
  const add = lessons
    .command("add")
    .argument("<text>", "the rule, an imperative sentence")
    .description("store a rule as it is written")
    .option("--pinned", "it never expires, and is in every brief");
  addBrainOptions(add);
  addModelOption(add);
  add.addHelpText("after", '\nExample:\n  memoryd lessons add "Always answer in metric units." --user ada --pinned');
  add.action((text: string, options: LessonOptions & { pinned?: true }) => {
    const body = { text, ...(options.pinned === true ? { pinned: true } : {}) };
    return writeLesson(add, context, options, { method: "POST", path: "/lessons", body, done: "added" });
  });
}

function addEdit(lessons: Command, context: AccountApiContext): void {
  const edit = lessons
    .command("edit")
    .argument("<id>", "the lesson")
    .description("reword a rule, pin it or unpin it; its sources stay")
    .option("--text <text>", "its words from now on")
    .option("--pinned", "it never expires, and is in every brief")
    .option("--no-pinned", "it lives for 30 days from now, and longer where it is used");
  addBrainOptions(edit);
  addModelOption(edit);
  edit.addHelpText("after", '\nExample:\n  memoryd lessons edit les_4f… --user ada --text "Answer in metric units."');
  edit.action((id: string, options: LessonOptions & { text?: string; pinned?: boolean }) => {
    const { text, pinned } = options;
    if (text === undefined && pinned === undefined)
      edit.error("error: say what to change: --text, --pinned or --no-pinned");
    const body = { ...(text === undefined ? {} : { text }), ...(pinned === undefined ? {} : { pinned }) };
    return writeLesson(edit, context, options, { method: "PATCH", path: pathOf(id), body, done: "changed" });
  });
}

function addDelete(lessons: Command, context: AccountApiContext): void {
  const remove = lessons
    .command("delete")
    .argument("<id>", "the lesson")
    .description("delete a rule: no later learning pass brings the same one back")
    .option("--no-forget", "a later pass may learn it again");
  addBrainOptions(remove);
  remove.addHelpText("after", "\nExample:\n  memoryd lessons delete les_4f… --user ada");
  remove.action((id: string, options: LessonOptions & { forget: boolean }) =>
    withAccountApi(
      remove,
      context,
      options,
      async (api) => {
        const path = `${pathOf(id)}${options.forget ? "" : "?forget=false"}`;
        await api.ask({ method: "DELETE", path, brain: brainOf(options) });
        context.print(options.json === true ? JSON.stringify({ id, deleted: true }) : `deleted ${id}`);
      },
      WRITES,
    ),
  );
}

function pathOf(id: string): string {
  return `/lessons/${encodeURIComponent(id)}`;
}

/** Shows the lesson as it is then. */
function writeLesson(
  command: Command,
  context: AccountApiContext,
  options: LessonOptions,
  { done, ...write }: Omit<ApiRequest, "brain"> & { readonly done: string },
): Promise<void> {
  const show = (lesson: ShownLesson) =>
    options.json === true ? JSON.stringify(lesson) : `${done} ${lesson.id}: ${printableLine(lesson.response_text)}`;
  return withAccountApi(
    command,
    context,
    options,
    async (api) => context.print(show(await api.ask<ShownLesson>({ ...write, brain: brainOf(options) }))),
    WRITES,
  );
}
