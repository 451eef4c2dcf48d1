import { readFileSync } from 'node:fs';
import {
  createBackupKey,
  getSoftware,
  listAudit,
  listBackups,
  requestSoftwareInstall,
  setUpdateSettings,
} from '@cellwright/calls';
import { callCell, createHttp } from '@cellwright/client';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openSession } from '../src/cli/cell-client.ts';
import { examples, type RunningCell } from './harness.ts';
import { openPeople } from './openapi/people.fixture.ts';
import { type ReleasesBox, startReleasesBox } from './releases.fixture.ts';

// Slow because a whole cell starts five times, from releases that are packed, signed and unpacked.
const limitMS = 400_000;
let box: ReleasesBox;
beforeAll(async () => {
  box = await startReleasesBox();
}, limitMS);
afterAll(() => box.end(), 60_000);

const open = (cell: RunningCell) => createHttp({ url: cell.url, token: cell.client.adminKey });
const readUpdate = async (cell: RunningCell) => (await callCell(open(cell), getSoftware, {})).update;
const notificationsSchema = z.object({
  items: z.array(z.object({ kind: z.string(), failureReason: z.string().optional() })),
});

/** Creates the key of backups, as a user. */
async function createKey(cell: RunningCell): Promise<void> {
  const people = await openPeople(cell, undefined);
  const headers = await people.headersOf('session', await people.newPerson('owner'));
  const response = await fetch(`${cell.url}/api/v1/cell${createBackupKey.http.path}`, {
    ...{ method: 'POST', body: '{}' },
    headers: { ...headers, 'content-type': 'application/json' },
  });
  expect(response.status).toBe(200);
}

async function play(cell: RunningCell): Promise<void> {
  const session = await openSession(cell.client, 'simulated');
  try {
    await session.waitFor(({ kind, isControllerConnected }) => kind === 'Idle' && isControllerConnected);
    if (session.state.brakes !== 'disengaged') await session.send('setBrakes', { state: 'disengaged' });
    await session.waitFor(({ brakes }) => brakes === 'disengaged');
    await session.send('loadRoutine', { routineID: 'routine_example_signal_tower' });
    const { runID } = await session.send('playRoutine', { isConfirmed: true });
    await session.waitFor(({ run }) => run?.id === runID && run.status === 'completed');
  } finally {
    session.close();
  }
}

describe('A cell that runs from releases', () => {
  it(
    'returns to the former build, its schema and its data when the new build does not pass its test',
    async () => {
      const cell = await box.waitForBuild('1.0');
      await createKey(cell);
      await cell.client.importRoutine(readFileSync(`${examples}/signal-tower.json`, 'utf8'));
      await callCell(open(cell), setUpdateSettings, { testRoutineID: 'routine_that_is_gone' });
      await callCell(open(cell), requestSoftwareInstall, { targetBuildID: '2.0' });
      // The new build may run too shortly to be seen: it ran if its test has failed.
      await expect
        .poll(async () => readUpdate(await box.waitForBuild('1.0')), { timeout: limitMS / 2 })
        .toMatchObject({
          ...{ status: null, stage: null, activeBuildID: '1.0', targetBuildID: '2.0' },
          lastErrorMessage: expect.stringContaining('The test routine did not play to its end'),
        });
      const former = await box.waitForBuild('1.0');
      const { items: backups } = await callCell(open(former), listBackups, {});
      expect(backups).toEqual([expect.objectContaining({ reason: 'update', isVerified: true })]);
      await expect
        .poll(async () => (await callCell(open(former), listAudit, { action: 'software.rollBack' })).items.length)
        .toBe(1);
      const find = { schema: notificationsSchema, deadlineMS: 10_000 };
      const readTold = async () =>
        (await open(former).request('GET', '/api/v1/cell/notifications?kind=softwareUpdate', find)).items;
      await expect
        .poll(readTold)
        .toEqual([
          expect.objectContaining({ failureReason: expect.stringContaining('The build release/2.0 was not kept') }),
        ]);
      await play(former);
    },
    limitMS,
  );

  inExhaustiveRuns(() => {
    it(
      'keeps a new build that passes its test, although everything was killed while it started',
      async () => {
        const cell = await box.waitForBuild('1.0');
        await callCell(open(cell), setUpdateSettings, {});
        await callCell(open(cell), requestSoftwareInstall, { targetBuildID: '2.0' });
        await box.waitForBuild('2.0');
        await box.killAll();
        const updated = await box.waitForBuild('2.0');
        await expect
          .poll(() => readUpdate(updated), { timeout: 120_000 })
          .toMatchObject({ status: 'installed', activeBuildID: '2.0', lastErrorMessage: null });
        await play(updated);
      },
      limitMS,
    );
  });
});
