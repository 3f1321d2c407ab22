// What the operator's URL says, what holds where it says nothing, and what is refused.
import { describe, expect, test } from "bun:test";
import { readSettings } from "../../../src/config/read-settings.ts";
import { shownValue } from "../../../src/config/settings.ts";
import { parseDatabaseUrl, showDatabase } from "../../../src/storage/postgres/engine/database-url.ts";

describe("a URL", () => {
  test("names user, host, port and database; the port is PostgreSQL's own unless it says another", () => {
    expect(parseDatabaseUrl("postgres://ann:p%40ss@db.example/mem%20ory")).toMatchObject({
      ...{ user: "ann", password: "p@ss", host: "db.example", port: 5432, database: "mem ory" },
    });
    expect(parseDatabaseUrl("postgresql://ann@[2001:db8::1]:6543/m")).toMatchObject({
      host: "2001:db8::1",
      port: 6543,
    });
    expect(parseDatabaseUrl("postgres://ann@unused/m?host=/run/postgresql").host).toBe("/run/postgresql");
  });

  test.each([
    ["postgres://ann@db.example/m", "verify-full"],
    ["postgres://ann@10.0.0.5/m", "verify-full"],
    ["postgres://ann@127.0.0.1/m", "disable"],
    ["postgres://ann@localhost/m", "disable"],
    ["postgres://ann@unused/m?host=/run/postgresql", "disable"],
    ["postgres://ann@127.0.0.1/m?sslmode=verify-full", "verify-full"],
    ["postgres://ann@db.example/m?sslmode=disable", "disable"],
  ])("%s has the TLS of %s", (url, mode) => {
    expect<string>(parseDatabaseUrl(url).tls).toBe(mode);
  });

  test.each([
    "",
    "db.example",
    "mysql://ann@db.example/m",
    "postgres://db.example/m",
    "postgres://ann@db.example",
    "postgres://ann@db.example/m?sslmode=prefer",
    "postgres://ann@db.example/m?sslmod=disable",
    "postgres://ann@db.example/m?connections=1",
    "postgres://ann@db.example/m?connections=many",
    "postgres://ann@db.example/m?pgbouncer=yes",
    "postgres://ann:secretword@db.example/m?sslrootcert=/nowhere/ca.pem",
  ])("is refused where it is %p, and no password is told", (url) => {
    const refused = () => parseDatabaseUrl(url);
    expect(refused).toThrow();
    expect(refused).not.toThrow(/secretword/);
  });

  test("is shown without its password", () => {
    const url = "postgres://ann:secretword@db.example:5433/memory?sslmode=verify-full";
    expect(showDatabase(parseDatabaseUrl(url))).toBe("postgres://ann@db.example:5433/memory");
    expect(shownValue("database_url", url)).not.toContain("secretword");
  });

  test("with a password is refused as a flag, and taken from the environment", () => {
    const url = "postgres://ann:secretword@db.example/memory";
    const flag = () => readSettings({ flags: { database_url: url }, environment: {}, file: null });
    expect(flag).toThrow("--database-url must hold no password");
    expect(flag).not.toThrow(/secretword/);
    const told = readSettings({ flags: {}, environment: { MEMORYD_DATABASE_URL: url }, file: null });
    expect(told.database_url).toBe(url);
  });
});
