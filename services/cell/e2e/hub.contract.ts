import { enrolBox, getFleetMembership, joinFleet, listFleetBoxes, revokeBox } from '@cellwright/calls';
import { callCell, createHttp } from '@cellwright/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataPath, type RunningCell, startCell, type TestCell, waitUntil } from './harness.ts';

// Slow because a whole cell starts, and the hub starts again.
const limitMS = 300_000;
const returnMS = 60_000;
const serial = 'box-7';

/** Hub of the file, which may be killed and started again on the same data. */
export interface HubOfFile {
  readonly hub: () => TestCell;
  startAgain(): Promise<void>;
}

const open = (cell: RunningCell) => createHttp({ url: cell.url, token: cell.client.adminKey });

/** Tests a hub with a real box. */
export function hubContract({ hub, startAgain }: HubOfFile): void {
  const boxData = makeDataPath();
  let box: TestCell;
  const findBox = async () =>
    (await callCell(open(hub()), listFleetBoxes, {})).items.find((each) => each.serial === serial);
  const waitForStatus = (status: string) => waitUntil(async () => (await findBox())?.status === status, returnMS);

  describe('A hub and a box', () => {
    beforeAll(async () => {
      box = await startCell('compact', boxData.path, { BOX_SERIAL: serial });
    }, limitMS);
    afterAll(async () => {
      await box?.stop();
      boxData.remove();
    }, 60_000);

    it('show the box online once it has joined with its code', async () => {
      const { code } = await callCell(open(hub()), enrolBox, { serial, alias: 'Press' });
      expect(await findBox()).toMatchObject({ status: 'awaitingSetup' });
      await callCell(open(box), joinFleet, { hubURL: hub().url, code });
      await waitForStatus('online');
      // Its state follows its presence.
      await expect.poll(findBox).toMatchObject({
        alias: 'Press',
        state: { software: { buildID: 'development', obstacle: { reason: 'unavailable' } } },
      });
    }, 90_000);

    it('serves the fleet where a cell serves its robot', async () => {
      const response = await fetch(hub().url, { redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([302, '/fleet']);
    });

    it(
      'are together again after the hub was killed',
      async () => {
        await hub().kill();
        await waitUntil(async () => !(await callCell(open(box), getFleetMembership, {})).isConnected, returnMS);
        await startAgain();
        await waitForStatus('online');
        await expect
          .poll(() => callCell(open(box), getFleetMembership, {}))
          .toMatchObject({ isConnected: true, problem: null });
      },
      limitMS,
    );

    it('part when the box is revoked', async () => {
      const { id = '' } = (await findBox()) ?? {};
      await callCell(open(hub()), revokeBox, { id });
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
}
