// What a node says of its database: in the status, to the shell, and to who watches; and that it is away.
import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { openLab } from "../e2e/executable.ts";
import { until } from "../e2e/until.ts";
import { startPostgres } from "../support/postgres.ts";
import { describeNodes } from "./nodes.ts";

describeNodes("the status of a node", () => {
  const lab = openLab({ model: "tiny" });

  test("knows the database, and says so where it is away", async () => {
    const server = await startPostgres(["fsync = off"]);
    try {
      await server.create("watched");
      const env = { MEMORYD_DATABASE_URL: server.url("watched"), MEMORYD_PROMETHEUS_PUBLIC: "true" };
      const node = await lab.start({ env });
      await node.ready();
      const { body } = await node.ask<{ disk: unknown; database: object }>("GET", "/admin/status");
      expect(body.disk).toBeNull();
      expect(body.database).toMatchObject({ role: "primary", durable: false, partitions: 320, partitions_due: 320 });
      const { stdout } = await lab.run(["status", "--data-dir", node.dataDir], { env });
      expect(stdout).toMatch(/^database +PostgreSQL \d+\.\d+.*, primary, /m);
      expect(stdout).toContain("A CRASH OF ITS MACHINE LOSES WHAT WAS ACKNOWLEDGED");
      const metrics = async () => {
        const answer = await fetch(`${node.url}/prometheus`);
        return { status: answer.status, text: await answer.text() };
      };
      const { text } = await metrics();
      expect(text).toMatch(/^memoryd_database_bytes [1-9]/m);
      for (const line of ["standby 0", "durable 0", "standbys 0", "lag_bytes 0", "partitions_missing 0"])
        expect(text).toContain(`memoryd_database_${line}\n`);
      server.stop("immediate");
      await until(
        "a node that is not ready",
        async () => (await fetch(`${node.url}/readyz`)).status === 503 || undefined,
      );
      const away = await node.ask("GET", "/admin/status");
      expect(away.status).toBe(503);
      const { status, text: left } = await until("metrics without the database", async () => {
        const told = await metrics();
        return /^memoryd_database_bytes /m.test(told.text) ? undefined : told;
      });
      expect(status).toBe(200);
      expect(left).toContain('memoryd_check_outcome{check="storage"} 2\n');
      await node.stop();
    } finally {
      if (server.isUp()) server.stop("immediate");
      rmSync(server.folder, { recursive: true, force: true });
    }
  });
});
