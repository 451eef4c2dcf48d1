import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../src/cli/cell-client.ts';
import { type FaultCell, startFaultCell } from './faults/fault-cell.fixture.ts';

let faults: FaultCell;
beforeAll(async () => {
  faults = await startFaultCell('compact', { LIVE_ROBOT: 'real', KEEP_RUNS: '7' });
}, 120_000);
afterAll(() => faults.remove(), 60_000);

describe('settings of a service, given to a whole cell', () => {
  it('reach it: a real robot is not taken for its twin', async () => {
    const session = await openSession(faults.cell.client, 'live');
    expect(session.state).toMatchObject({ isTwin: false, kind: 'Constructing', isControllerConnected: false });
    session.close();
  });

  it('reach it in its own process', () => {
    const env = readFileSync(`/proc/${faults.pidOf('routine-runner')}/environ`, 'utf8').split('\0');
    expect(env).toContain('KEEP_RUNS=7');
  });

  it('and the secret of the bus is told to no other process than those that use it', () => {
    const knows = (name: string) => readFileSync(`/proc/${faults.pidOf(name)}/environ`, 'utf8').includes('BUS_SECRET=');
    expect(['gateway', 'routine-runner', 'controller-simulated', 'controller-twin'].map(knows)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
