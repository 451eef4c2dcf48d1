import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { genesisHash, type HashLink, hashWithKey, hashWithoutKey } from './domain/audit-chain.ts';
import { ada, auditEntry, auditKey, type IdentityBench, startIdentityBench } from './testing/identity-bench.fixture.ts';

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentityBench();
});
afterAll(() => bench.stop());

/** Sends entries and waits until they are in the log. */
async function log(...entries: ReturnType<typeof auditEntry>[]) {
  for (const entry of entries) await bench.tell(entry);
  const last = entries.at(-1)?.id;
  await expect.poll(async () => (await bench.list({ limit: 1 }))[0]?.id).toBe(last);
}

/** Runs SQL as the owner of the server with disabled triggers. */
async function tamper(statement: string): Promise<void> {
  await bench.database.query(
    `SET search_path = identity; SET session_replication_role = replica; ${statement}; SET session_replication_role = DEFAULT`,
  );
}

describe('audit log', () => {
  it('contains a change of a document with author, place and content hash, without the document', async () => {
    await bench.patch('robotIdentity', '1', { alias: 'secret name' }, { ...ada, door: 'feathers' });
    await expect.poll(() => bench.list({ action: 'robotIdentity.patch' })).toHaveLength(1);
    const [entry] = await bench.list({ action: 'robotIdentity.patch' });
    expect(entry).toMatchObject({
      subject: { id: 'user_ada', name: 'Ada' },
      door: 'feathers',
      target: 'robotIdentity/1',
      outcome: 'accepted',
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(entry)).not.toContain('secret name');
  });

  it('contains no automatic actions of the cell', async () => {
    await bench.patch('robotIdentity', '1', { tunnelId: 't' }, { ...ada, subjectId: 'routine-runner', door: 'cell' });
    await log(auditEntry());
    expect(await bench.list({ subjectID: 'routine-runner' })).toEqual([]);
  });

  it('contains an entry once that is delivered twice, minutes apart', async () => {
    const entry = auditEntry();
    await log(entry);
    await bench.clock.advance(5 * 60_000);
    await bench.tell(entry, 'another delivery of it');
    await log(auditEntry());
    expect((await bench.list()).filter(({ id }) => id === entry.id)).toHaveLength(1);
  });

  it('can be searched by subject, action and time, newest first, in pages', async () => {
    const eve = { id: 'user_eve', name: 'Eve' };
    const entries = [1, 2, 3].map((hour) => auditEntry({ subject: eve, at: `2026-02-01T0${hour}:00:00.000Z` }));
    await log(...entries, auditEntry({ subject: eve, action: 'runner.jog', at: '2026-02-01T04:00:00.000Z' }));
    const seen = await bench.list({ subjectID: eve.id, action: 'runner.playRoutine', limit: 2 });
    expect(seen.map(({ at }) => at)).toEqual(['2026-02-01T03:00:00.000Z', '2026-02-01T02:00:00.000Z']);
    const rest = await bench.list({ subjectID: eve.id, action: 'runner.playRoutine', before: seen[1]?.seq });
    expect(rest.map(({ at }) => at)).toEqual(['2026-02-01T01:00:00.000Z']);
    const window = { since: '2026-02-01T02:00:00.000Z', until: '2026-02-01T04:00:00.000Z' };
    expect(await bench.list({ subjectID: eve.id, ...window })).toHaveLength(2);
    expect(await bench.list({ subjectID: eve.id, action: 'runner.' })).toHaveLength(4);
  });

  it('keeps the order of arrival when the wall clock is set back', async () => {
    const late = auditEntry({ at: '2026-03-02T00:00:00.000Z' });
    const early = auditEntry({ at: '2026-03-01T00:00:00.000Z' });
    await log(late, early);
    expect((await bench.list({ limit: 2 })).map(({ id }) => id)).toEqual([early.id, late.id]);
  });

  it('accepts simultaneous entries without a gap', async () => {
    const entries = Array.from({ length: 40 }, () => auditEntry());
    await Promise.all(entries.map((entry) => bench.tell(entry)));
    await expect
      .poll(async () => (await bench.list()).filter(({ id }) => entries.some((e) => e.id === id)))
      .toHaveLength(40);
    expect(await bench.verify()).toMatchObject({ isEnd: true, problem: '' });
  });
});

describe('with a full disk', () => {
  const query = (text: string) => bench.database.query(`SET search_path = identity; ${text}`);
  const fill = async (table: string) => {
    await query(`CREATE FUNCTION "noSpace"() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$`);
    await query(`CREATE TRIGGER "full" BEFORE INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION "noSpace"()`);
  };
  const free = () => query('DROP FUNCTION "noSpace" CASCADE');

  it('refuses and rolls back a change whose entry cannot be stored, and works again afterwards', async () => {
    await fill('Outbox');
    const change = () => bench.patch('featureFlags', '1', { skills: true });
    await expect(change()).rejects.toMatchObject({ code: 'unavailable' });
    expect((await bench.get('featureFlags', '1')).skills).toBe(false);
    await free();
    await change();
    await expect.poll(() => bench.list({ action: 'featureFlags.patch' })).toHaveLength(1);
  });

  it('loses no entry between service and log', async () => {
    await fill('AuditEntry');
    const entry = auditEntry();
    await bench.tell(entry);
    expect((await bench.list({ limit: 1 }))[0]?.id).not.toBe(entry.id);
    await free();
    await expect.poll(async () => (await bench.list({ limit: 1 }))[0]?.id).toBe(entry.id);
    expect(await bench.verify()).toMatchObject({ problem: '' });
  });
});

describe('modified audit log', () => {
  it.each([
    'DELETE FROM identity."AuditEntry" WHERE "seq" = 2',
    `UPDATE identity."AuditEntry" SET "body" = '{}'`,
    'TRUNCATE identity."AuditEntry"',
  ])('prevents %s', async (statement) => {
    await log(auditEntry(), auditEntry());
    await expect(bench.database.query(statement)).rejects.toThrow('only ever added to');
  });

  it('reports an entry deleted past the triggers', async () => {
    await log(auditEntry(), auditEntry(), auditEntry());
    expect(await bench.verify()).toMatchObject({ problem: '' });
    const saved = await bench.database.query(
      'SELECT "seq", "id", "body", "hash" FROM identity."AuditEntry" WHERE "seq" = 3',
    );
    await tamper('DELETE FROM "AuditEntry" WHERE "seq" = 3');
    expect(await bench.verify()).toMatchObject({ problem: 'Entry 3 is missing' });
    const { seq, id, body, hash } = saved.rows[0] ?? {};
    await tamper(
      `INSERT INTO "AuditEntry" ("seq", "id", "body", "hash") VALUES (${seq}, '${id}', '${body}', '${hash}')`,
    );
    expect(await bench.verify()).toMatchObject({ problem: '' });
  });

  it('reports a rewritten entry, also when its own hash was adjusted', async () => {
    const rewrite = (hash: string) =>
      tamper(`UPDATE "AuditEntry" SET "body" = replace("body", 'Ada', 'Eve'), "hash" = ${hash} WHERE "seq" = 1`);
    const [{ body, hash } = { body: '', hash: '' }] = (
      await bench.database.query('SELECT "body", "hash" FROM identity."AuditEntry" WHERE "seq" = 1')
    ).rows;
    await rewrite('"hash"');
    expect(await bench.verify()).toMatchObject({ problem: 'Entry 1 was rewritten, or one before it was' });
    await rewrite(`'${hashWithKey(auditKey)(genesisHash, 1, String(body).replace('Ada', 'Eve'))}'`);
    expect(await bench.verify()).toMatchObject({ problem: 'Entry 2 was rewritten, or one before it was' });
    await tamper(`UPDATE "AuditEntry" SET "body" = replace("body", 'Eve', 'Ada'), "hash" = '${hash}' WHERE "seq" = 1`);
    expect(await bench.verify()).toMatchObject({ problem: '' });
  });

  it('reports missing entries at its end', async () => {
    await log(auditEntry(), auditEntry());
    const { seq } = await bench.verify();
    await tamper(`DELETE FROM "AuditEntry" WHERE "seq" > ${seq - 2}`);
    expect(await bench.verify()).toMatchObject({ problem: `Entries ${seq - 1} to ${seq} are missing` });
  });
});

/** Gives every entry and the end of the log matching hashes, as the owner of the database could. */
async function rehash(hashLink: HashLink): Promise<void> {
  const { rows } = await bench.database.query('SELECT "seq", "body" FROM identity."AuditEntry" ORDER BY "seq"');
  let hash = genesisHash;
  const hashes = rows.map(({ seq, body }) => {
    hash = hashLink(hash, Number(seq), String(body));
    return `(${Number(seq)}, '${hash}')`;
  });
  await tamper(
    `UPDATE "AuditEntry" SET "hash" = fitting.hash FROM (VALUES ${hashes.join()}) AS fitting(seq, hash) WHERE "AuditEntry"."seq" = fitting.seq`,
  );
  await tamper(`UPDATE "AuditHead" SET "seq" = ${rows.length}, "hash" = '${hash}'`);
}

describe('The audit key', () => {
  it('reveals a log that was completely rewritten by the owner of the database', async () => {
    // First repairs the cut tail of earlier tests.
    await rehash(hashWithKey(auditKey));
    expect(await bench.verify()).toMatchObject({ isEnd: true, problem: '', withoutKeyTo: 0 });
    await tamper(`UPDATE "AuditEntry" SET "body" = replace("body", 'Ada', 'Eve') WHERE "seq" = 1`);
    for (const hashLink of [hashWithoutKey, hashWithKey('a guess')]) {
      await rehash(hashLink);
      expect(await bench.verify()).toMatchObject({ problem: 'Entry 1 was rewritten, or one before it was' });
    }
    await tamper(`UPDATE "AuditEntry" SET "body" = replace("body", 'Eve', 'Ada') WHERE "seq" = 1`);
    await rehash(hashWithKey(auditKey));
    expect(await bench.verify()).toMatchObject({ problem: '' });
  });

  it('reveals a seal that was moved or removed so that entries need no key', async () => {
    const problem = 'The log does not start with this audit key: the key or the log was replaced';
    const { seq } = await bench.verify();
    await tamper(`UPDATE "AuditSeal" SET "seq" = ${seq}`);
    expect(await bench.verify()).toMatchObject({ problem });
    await tamper('UPDATE "AuditSeal" SET "seq" = 0');
    expect(await bench.verify()).toMatchObject({ problem: '' });
  });

  it('keeps the entries of a log without a key and reports their end', async () => {
    await rehash(hashWithoutKey);
    const { seq } = await bench.verify();
    expect(seq).toBe(0);
    await tamper('UPDATE "AuditSeal" SET "mac" = NULL');
    const { database } = bench;
    await bench.end();
    bench = await startIdentityBench({ database });
    await log(auditEntry());
    const check = await bench.verify();
    expect(check).toMatchObject({ isEnd: true, problem: '' });
    expect(check.withoutKeyTo).toBe(check.seq - 1);
    await tamper(`UPDATE "AuditEntry" SET "body" = replace("body", 'Ada', 'Eve') WHERE "seq" = 1`);
    expect(await bench.verify()).toMatchObject({ problem: 'Entry 1 was rewritten, or one before it was' });
  });
});
