import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServiceDatabase } from '@cellwright/service-kit/testing';
import type { TestDatabase } from '@cellwright/testkit';
import { pickRows } from '@cellwright/testkit/exhaustive';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../store/database.ts';
import { createTestBox, firstBuildID, type TestBox } from '../testing/box.fixture.ts';
import { migrations } from '../testing/software-bench.fixture.ts';

// Slow because each case is two or three processes.
const program = fileURLToPath(new URL('../testing/killed-installer.fixture.ts', import.meta.url));
let box: TestBox;
let database: TestDatabase;
beforeEach(async () => {
  box = createTestBox();
  box.publish('2.0');
  database = await createServiceDatabase(schema, migrations);
});
afterEach(async () => {
  await database.drop();
  box.remove();
});

/** Runs the box once with the selected build. Returns how it ended. */
async function run(wanted: string, killAt = 0): Promise<string> {
  const args = [box.folder, database.url, wanted, String(killAt), box.readSelected().buildID];
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'close');
  return signal ?? String(code);
}

async function readJournal() {
  const { rows } = await database.query('SELECT "stage", "outcome" FROM software_update."Install"');
  return rows;
}

async function isUnderWay(): Promise<boolean> {
  return (await readJournal()).some(({ outcome }) => outcome === 'running' || outcome === 'rollingBack');
}

/** Steps of an install up to the restart; the new build has some more. */
const steps = Array.from({ length: 18 }, (_, index) => index + 1);

describe('A process that is killed with -9 while it installs', () => {
  it.each(pickRows(steps, [8, 17]))(
    'ends on one whole build when it was killed at step %i',
    async (step) => {
      expect(await run('2.0', step)).toBe('SIGKILL');
      const begun = await readJournal();
      for (let starts = 0; starts < 3 && (await isUnderWay()); starts += 1) expect(await run('')).toBe('0');
      const { buildID, content } = box.readSelected();
      expect(content).toBe(buildID);
      if (begun.length === 0) expect(buildID).toBe(firstBuildID);
      else expect([await readJournal(), buildID]).toEqual([[{ stage: 'committed', outcome: 'committed' }], '2.0']);
      const releases = readdirSync(join(box.releases, 'releases'));
      expect(releases.filter((name) => name.endsWith('.incoming'))).toEqual([]);
    },
    120_000,
  );
});
