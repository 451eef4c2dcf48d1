import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import type { PortClaim } from '../cell.ts';
import { routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { type AssignedPorts, PortClaims } from './port-claims.ts';

const jaw: PortClaim = {
  ...{ kind: 'Output', port: 3, role: 'Output that closes', use: 'driven' },
  ...{ equipmentID: 'equipment_1', deviceName: 'Jaw' },
};
const message = "Output 3 is used by the device 'Jaw'. Actuate the device instead, or disable it in Devices";
const outputs = [
  { kind: 'Output', port: 1, level: 'high' },
  { kind: 'Output', port: 3, level: 'high' },
];

async function startWith(claims: PortClaim[]) {
  const cell = startCell({ routine: routineOf([step('step_1', 'SetIO', { outputs })]) });
  cell.claims.list = claims;
  await cell.portClaims.refresh();
  await cell.clock.advance(10);
  return cell;
}

describe('an output of external control', () => {
  it('cannot be set manually or by a step, until external control releases it', async () => {
    const cell = await startWith([]);
    cell.portClaims.setExternal(['Output 1', 'Input 9']);
    const belongs = expect.stringContaining('Output 1 is used by external control');
    expect(await cell.ask('setOutputIO', { outputs })).toMatchObject({
      ok: false,
      error: { code: 'io_safeguard_error', message: belongs },
    });
    expect((await cell.ask('loadRoutine', { routineID: 'routine_1' })).ok).toBe(true);
    expect((await cell.ask('setBrakes', { state: 'disengaged' })).ok).toBe(true);
    expect((await cell.ask('playRoutine', {})).ok).toBe(true);
    await cell.clock.advance(1000);
    expect(cell.state()).toMatchObject({ run: { status: 'failed' }, failure: { reason: belongs } });
    await cell.ask('recover', {});
    cell.portClaims.setExternal([]);
    expect(await cell.ask('setOutputIO', { outputs })).toMatchObject({ ok: true });
  });
});

describe('a port that a device drives', () => {
  it('cannot be set manually, nor can the others of the same command', async () => {
    const cell = await startWith([jaw]);
    expect(await cell.ask('setOutputIO', { outputs })).toMatchObject({
      ok: false,
      error: { code: 'io_safeguard_error', message },
    });
    expect(cell.state().io).not.toMatchObject({ 'Output 1': 'high' });
  });

  it('cannot be set by a step, and the error names its device', async () => {
    const cell = await startWith([jaw]);
    expect((await cell.ask('loadRoutine', { routineID: 'routine_1' })).ok).toBe(true);
    expect((await cell.ask('setBrakes', { state: 'disengaged' })).ok).toBe(true);
    expect((await cell.ask('playRoutine', {})).ok).toBe(true);
    await cell.clock.advance(1000);
    expect(cell.state().run).toMatchObject({ status: 'failed' });
    expect(cell.entries().find(({ event }) => event === 'effectIntended')).toBeUndefined();
    expect(JSON.stringify(cell.state())).toContain(message);
  });

  it('becomes free when the device is disabled; a port with only a name can be set as before', async () => {
    const cell = await startWith([{ ...jaw, use: 'named' }]);
    expect(await cell.ask('setOutputIO', { outputs })).toMatchObject({ ok: true });
    cell.claims.list = [jaw];
    await cell.portClaims.refresh();
    expect(await cell.ask('setOutputIO', { outputs })).toMatchObject({ ok: false });
    cell.claims.list = [];
    await cell.portClaims.refresh();
    expect(await cell.ask('setOutputIO', { outputs })).toMatchObject({ ok: true });
  });

  it('stays with its device while the equipment service is unavailable, and is read again', async () => {
    const cell = await startWith([jaw]);
    const answer = cell.equipment.listPortClaims;
    cell.equipment.listPortClaims = () => Promise.reject(new Error('away'));
    await cell.portClaims.refresh();
    expect(await cell.ask('setOutputIO', { outputs })).toMatchObject({ ok: false });
    cell.claims.list = [];
    cell.equipment.listPortClaims = answer;
    await cell.clock.advance(1000);
    expect(await cell.ask('setOutputIO', { outputs })).toMatchObject({ ok: true });
    cell.portClaims.close();
  });
});

describe('the published owners of ports', () => {
  it('follow every change of a device, and are written again after a failure', async () => {
    const clock = new VirtualClock();
    const written: AssignedPorts[] = [];
    let isAway = true;
    const log = { warn: () => undefined, error: () => undefined, info: () => undefined };
    const saveAssigned = async (assigned: AssignedPorts) => {
      if (isAway) throw new Error('the store is away');
      written.push(assigned);
    };
    const flangeSupply = { voltage: '12V', circuit: 'npn' } as const;
    const blower: PortClaim = {
      ...{ kind: 'FlangeOutput', port: 1, role: 'Blow', use: 'driven' },
      ...{ equipmentID: 'equipment_2', deviceName: 'Blower', flangeSupply },
    };
    const listPortClaims = async () => [jaw, blower];
    const claims = new PortClaims({ equipment: { listPortClaims }, saveAssigned, clock, log });
    await claims.refresh();
    await clock.advance(10);
    expect(written).toEqual([]);
    isAway = false;
    await clock.advance(1000);
    expect(written).toEqual([{ names: ['Output 3', 'Flange Output 1'], flangeSupply }]);
    claims.close();
  });
});
