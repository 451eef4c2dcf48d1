import { join } from 'node:path';
import { expect, it } from 'vitest';
import { accessArmCell } from './arm-cell.ts';
import { examples } from './harness.ts';

const cell = accessArmCell();

it('the command line describes the recording of a run and the position of the arm at a time', async () => {
  const played = await cell.cell.runCli('routine', ['run', join(examples, 'signal-tower.json')]);
  expect(played, played.stdout).toMatchObject({ code: 0 });
  const [run] = await cell.listRuns('simulated');
  const replay = (...args: string[]) => cell.cell.runCli('routine', ['replay', run?.id ?? '', ...args]);
  await expect
    .poll(async () => (await replay()).stdout, { timeout: 20_000, interval: 200 })
    .toMatch(/Recorded from 0\.00 s to \d+\.\d\d s, in \d+ parts/);
  expect(await replay('--at', '0.5')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/joints +(-?\d+\.\d{4} +){5}/),
  });
}, 60_000);
