import { enrolBox, getFleetMembership, joinFleet, listFleetBoxes, revokeBox } from '@cellwright/calls';
import { callCell, createHttp } from '@cellwright/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findFreePort, makeDataPath, type RunningCell, startCell, type TestCell, waitUntil } from './harness.ts';

// Slow because a whole cell and a hub start, and the hub starts twice.
const limitMS = 300_000;
const returnMS = 60_000;
const hubData = makeDataPath();
const boxData = makeDataPath();
const serial = 'box-7';
let hub: TestCell;
let box: TestCell;
let hubEnv: Record<string, string>;

beforeAll(async () => {
  const [natsPort, port] = [await findFreePort(), await findFreePort()];
  hubEnv = { FLEET_NATS_PORT: String(natsPort), PORT: String(port) };
  hub = await startCell('hub', hubData.path, hubEnv);
  box = await startCell('compact', boxData.path, { BOX_SERIAL: serial });
}, limitMS);
afterAll(async () => {
  await box?.stop();
  await hub?.stop();
  hubData.remove();
  boxData.remove();
}, 60_000);

const open = (cell: RunningCell) => createHttp({ url: cell.url, token: cell.client.adminKey });
const findBox = async () =>
  (await callCell(open(hub), listFleetBoxes, {})).items.find((each) => each.serial === serial);
const waitForStatus = (status: string) => waitUntil(async () => (await findBox())?.status === status, returnMS);

describe('A hub and a box', () => {
  it('show the box online once it has joined with its code', async () => {
    const { code } = await callCell(open(hub), enrolBox, { serial, alias: 'Press' });
    expect(await findBox()).toMatchObject({ status: 'awaitingSetup' });
    await callCell(open(box), joinFleet, { hubURL: hub.url, code });
    await waitForStatus('online');
    // Its state follows its presence.
    await expect.poll(findBox).toMatchObject({
      alias: 'Press',
      state: { software: { buildID: 'development', obstacle: { reason: 'unavailable' } } },
    });
  }, 90_000);

  it('serves the fleet where a cell serves its robot', async () => {
    const response = await fetch(hub.url, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/fleet']);
  });

  it(
    'are together again after the hub was killed',
    async () => {
      await hub.kill();
      await waitUntil(async () => !(await callCell(open(box), getFleetMembership, {})).isConnected, returnMS);
      hub = await startCell('hub', hubData.path, hubEnv);
      await waitForStatus('online');
      await expect
        .poll(() => callCell(open(box), getFleetMembership, {}))
        .toMatchObject({ isConnected: true, problem: null });
    },
    limitMS,
  );

  it('part when the box is revoked', async () => {
    const { id = '' } = (await findBox()) ?? {};
    await callCell(open(hub), revokeBox, { id });
    await waitUntil(async () => {
      const { problem } = await callCell(open(box), getFleetMembership, {});
      return problem?.startsWith('The hub refuses the keys of this box') ?? false;
    }, returnMS);
    expect(await findBox()).toMatchObject({ status: 'revoked' });
  }, 90_000);

  it('refuses calls of the hub on a cell', async () => {
    await expect(callCell(open(box), listFleetBoxes, {})).rejects.toMatchObject({ code: 'not_found' });
  });
});
