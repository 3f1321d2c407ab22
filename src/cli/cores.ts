// memoryd cores: makes, lists, renames and deletes cores, on the data directory of a running or a stopped server.
import type { Command } from "commander";
import { HOLDS_NO_BRAINS } from "../accounts/holds-no-brains.ts";
import { type CoreDeps, changeCore, createCore, deleteCore, listCores } from "../accounts/keep-cores.ts";
import { isSpilled } from "../accounts/select-brain.ts";
import { isoTime } from "../base/iso-time.ts";
import { DEFAULT_ACCOUNT, DEFAULT_CORE, isCoreSlug } from "../domain/brain.ts";
import type { Core } from "../domain/core.ts";
import type { DataOptions, OperatorStore } from "./context.ts";
import { addDataOptions, checked, requireAccount, withOperatorStore } from "./operator-command.ts";
import type { PlansContext } from "./plans.ts";
import { printList, tableOf } from "./table.ts";

interface CoreOptions extends DataOptions {
  readonly account: string;
  readonly json?: true;
}

const isSlug = checked(isCoreSlug, "core slug");

function isName(text: string): boolean {
  return text.trim() !== "" && [...text].length <= 200;
}

export function addCoresCommand(program: Command, context: PlansContext): void {
  const cores = program
    .command("cores")
    .description("make, list, rename and delete the cores of an account")
    .addHelpText("after", "\nExample:\n  memoryd cores create support --name Support");
  addList(cores, context);
  addCreate(cores, context);
  addRename(cores, context);
  addDelete(cores, context);
}

function addAccountOption(command: Command): void {
  command.option("--account <account>", "whose cores", DEFAULT_ACCOUNT);
  addDataOptions(command);
}

/** A server that runs has nothing to forget at once: what it holds of an erased brain can no longer be asked for. */
function depsOf(context: PlansContext, store: OperatorStore): CoreDeps {
  return { clock: context.clock, cores: store.cores, ...HOLDS_NO_BRAINS };
}

function addList(cores: Command, context: PlansContext): void {
  const list = cores.command("list").description("list the cores, with those that are beyond the account's plan");
  addAccountOption(list);
  list.addHelpText("after", "\nExample:\n  memoryd cores list --account acme --json");
  list.action((options: CoreOptions) =>
    withOperatorStore(context, options, async (store) => {
      const identity = await requireAccount(store, options.account);
      const deps = { ...store, plans: context.plans(options.config) };
      const items = await Promise.all(
        (await listCores(store, identity)).map(async ({ slug, name, context: text, createdAt }) => ({
          slug,
          name,
          context: text,
          created_at: slug === DEFAULT_CORE ? null : isoTime(createdAt),
          beyond_plan: await isSpilled(deps, options.account, slug),
        })),
      );
      printList(context, options, items, tableOf(["SLUG", "NAME", "NOTE"], items.map(rowOf)));
    }),
  );
}

function addCreate(cores: Command, context: PlansContext): void {
  const create = cores
    .command("create")
    .argument("<slug>", "names it in X-Memory-Core: 1-39 of a-z, 0-9 and -", isSlug)
    .description("make a core")
    .option("--name <name>", "what people call it (default: the slug)", checked(isName, "name"))
    .option("--context <text>", "put into every brief of the core", "");
  addAccountOption(create);
  create.addHelpText("after", "\nExample:\n  memoryd cores create support --name Support --account acme");
  create.action((slug: string, options: CoreOptions & { name?: string; context: string }) =>
    withOperatorStore(context, options, async (store) => {
      const identity = await requireAccount(store, options.account);
      const core = { slug, name: options.name ?? slug, context: options.context };
      const made = await createCore(depsOf(context, store), identity, core);
      context.print(options.json === true ? JSON.stringify(shown(made)) : `created ${slug}`);
    }),
  );
}

function addRename(cores: Command, context: PlansContext): void {
  const rename = cores
    .command("rename")
    .argument("<slug>", "the core, `default` too", isSlug)
    .argument("<name>", "what people call it from now on", checked(isName, "name"))
    .description("give a core another name; its slug stays");
  addAccountOption(rename);
  rename.addHelpText("after", '\nExample:\n  memoryd cores rename support "Customer support"');
  rename.action((slug: string, name: string, options: CoreOptions) =>
    withOperatorStore(context, options, async (store) => {
      const identity = await requireAccount(store, options.account);
      const core = await changeCore(depsOf(context, store), identity, slug, { name });
      context.print(options.json === true ? JSON.stringify(shown(core)) : `renamed ${slug}`);
    }),
  );
}

function addDelete(cores: Command, context: PlansContext): void {
  const remove = cores
    .command("delete")
    .argument("<slug>", "the core", isSlug)
    .description("erase a core with every brain in it, and revoke the keys bound to it");
  addAccountOption(remove);
  remove.addHelpText("after", "\nExample:\n  memoryd cores delete support");
  remove.action((slug: string, options: CoreOptions) =>
    withOperatorStore(context, options, async (store) => {
      const identity = await requireAccount(store, options.account);
      const { receipt, keysRevoked } = await deleteCore(depsOf(context, store), identity, slug);
      const told = { slug, deleted: true, receipt, keys_revoked: keysRevoked };
      const keys = keysRevoked === 1 ? "1 key" : `${keysRevoked} keys`;
      const beside = keysRevoked === 0 ? "" : `; revoked ${keys} bound to it`;
      context.print(options.json === true ? JSON.stringify(told) : `deleted ${slug}${beside}`);
    }),
  );
}

function shown({ slug, name, context }: Core) {
  return { slug, name, context };
}

function rowOf(core: { slug: string; name: string; beyond_plan: boolean }): string[] {
  return [core.slug, core.name, core.beyond_plan ? "beyond the plan, served from default" : ""];
}
