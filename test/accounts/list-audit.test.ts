// The audit as an account sees it, page by page.
import { expect, test } from "bun:test";
import { listAudit } from "../../src/accounts/list-audit.ts";
import { AuditInMemory, auditEntry, identityOf } from "../support/account-ports.ts";

const audit = () =>
  new AuditInMemory([5, 4, 3, 2, 1].map((seq) => auditEntry(seq, seq === 4 ? { account: "other" } : {})));

test("pages follow one another, newest first, of the account's own entries, until there is none", async () => {
  const pages: (number | null)[][] = [];
  let before: number | null = null;
  do {
    const { items, next } = await listAudit({ audit: audit() }, identityOf(), { limit: 2, before });
    pages.push([...items.map(({ seq }) => seq), next]);
    before = next;
  } while (before !== null);
  expect(pages).toEqual([
    [5, 3, 3],
    [2, 1, null],
  ]);
});

test("an audit of nothing has no next page", async () => {
  const empty = { audit: new AuditInMemory() };
  expect(await listAudit(empty, identityOf(), { limit: 2, before: null })).toEqual({ items: [], next: null });
});

test("a bound key sees nothing of it", async () => {
  for (const bound of [{ core: "blue" }, { user: "ada" }]) {
    const refused = listAudit({ audit: audit() }, identityOf(bound), { limit: 2, before: null });
    await expect(refused).rejects.toMatchObject({ code: "key_scope" });
  }
});
