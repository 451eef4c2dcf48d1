import { ioPortName } from '@cellwright/domain/robot';
import { expect, inject, it } from 'vitest';
import { openSession } from '../src/cli/cell-client.ts';
import { callCell, readCellState, robotKinds } from './cell-state.ts';
import { ready, sketchFile } from './faults/routines.fixture.ts';
import { connectCell } from './harness.ts';
import { differencesOf, readFreshState, resetRobot } from './reset-robot.ts';

const cell = connectCell(inject('armCell').dataPath);
/** Ids of removed documents cannot be used again. */
const mark = Date.now().toString(36);
const post = (path: string, body: object) => callCell(cell, 'POST', `/cell/${path}`, { body });

it('resetRobot restores all state that a test can change in the shared cell', async () => {
  await resetRobot(cell);
  await dirtyDocuments();
  for (const kind of robotKinds) await dirtyRobot(kind);
  const fresh = readFreshState(cell);
  const dirty = differencesOf(await readCellState(cell), fresh).map((each) => each.split(':')[0]);
  for (const part of ['documents.routines', 'documents.featureFlags.1.waypoints', 'documents.globalSpace'])
    expect(
      dirty.some((each) => each?.startsWith(part)),
      part,
    ).toBe(true);
  for (const part of ['kind', 'failure', 'leds', 'speedProfile', 'io.Output 3', 'io.Input 2', 'routine'])
    expect(
      dirty.some((each) => each?.startsWith(`robots.live.session.${part}`)),
      part,
    ).toBe(true);

  await resetRobot(cell);
  expect(differencesOf(await readCellState(cell), fresh)).toEqual([]);
  for (const kind of robotKinds) {
    const session = await openSession(cell.client, kind);
    expect(session.state.lease).toBeNull();
    session.close();
  }
}, 120_000);

async function dirtyDocuments(): Promise<void> {
  await post('variables', { id: `variable_left_${mark}`, name: 'left', initialValue: 1 });
  const [profile] = Object.values(readFreshState(cell).documents.speedProfiles ?? {});
  await post('speed-profiles', { ...profile, id: `speedProfile_left_${mark}`, name: 'Left', factoryPreset: 'none' });
  await post('code-blocks', { id: `codeBlock_left_${mark}`, name: 'Left', source: '' });
  await post('board-notes', { boardId: 'B1', content: 'left' });
  const target = { jointAngles: [...ready] };
  await post('space-items', { id: `space_left_${mark}`, name: 'Left', kind: 'singlePosition', positions: [target] });
  const left = { kind: 'OnRobot2FG14', name: 'Left' };
  const tool = await post('equipment', { config: left, isEnabled: true });
  await post('equipment', {
    config: { kind: 'DualQuickChanger', name: 'Changer', tool1ID: Reflect.get(Object(tool), 'id') },
    isEnabled: true,
  });
  const flags = { waypoints: true, customBase: true };
  await callCell(cell, 'PATCH', '/cell/feature-flags/1', { body: flags });
  await callCell(cell, 'PATCH', '/cell/external-control-settings/1', { body: { isEnabled: true } });
  await callCell(cell, 'PATCH', '/cell/robot-identity/1', { body: { alias: 'left' } });
  await callCell(cell, 'PATCH', '/cell/robots/simulated', { body: { name: 'Left' } });
  const [gripper] = Object.keys(readFreshState(cell).documents.equipment ?? {});
  await callCell(cell, 'PATCH', `/cell/equipment/${gripper}`, { body: { config: { name: 'Renamed' } } });
}

async function dirtyRobot(kind: (typeof robotKinds)[number]): Promise<void> {
  const session = await openSession(cell.client, kind);
  await session.send('setControlMode', { kind: 'api' });
  await session.send('setBrakes', { state: 'disengaged' });
  const [, ...others] = ready;
  await session.send('moveToJointSpacePoint', { jointAngles: [0.3, ...others], isHeld: false });
  const wait = { id: `step_${kind}_${mark}`, stepKind: 'Wait', args: { milliseconds: 600_000 } };
  const { routineID } = await cell.client.importRoutine(
    JSON.stringify(sketchFile(`routine_left_${kind}_${mark}`, [wait])),
  );
  await session.send('loadRoutine', { routineID });
  await session.send('setWatches', { watches: [{ expression: { kind: 'constant', value: 1 } }] });
  await session.send('playRoutine', { isConfirmed: true });
  const [gripper] = Object.keys(readFreshState(cell).documents.equipment ?? {});
  await callCell(cell, 'PUT', `/cell/equipment/${gripper}/rehearsal`, {
    robotKind: kind,
    body: { faults: ['jammed'] },
  });
  await session.send('setSpeedRestrictionPercentage', { value: 0.2 });
  await session.send('setTestRunSpeed', { value: 0.5 });
  await session.send('changeRoutineSpeedProfile', { speedProfileID: 'safest' });
  await session.send('setJerkLimit', { jerkLimit: 2 });
  await session.send('setLEDPattern', { pattern: { kind: 'solid', color: { red: 1, green: 2, blue: 3 } } });
  await session.send('setOutputIO', { outputs: [{ kind: 'Output', port: 3, level: 'high' }] });
  await session.send('forceInput', { name: ioPortName({ kind: 'Input', port: 2 }), level: 'high' });
  const place = { x: 2, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
  const surface = { name: 'left', pose: place, shape: { kind: 'plane' }, stiffness: 1000, damping: 0 } as const;
  await session.send('setContactSurfaces', { surfaces: [surface] });
  await callCell(cell, 'POST', `/cell/planning-scene/obstacles?robotKind=${kind}`, {
    body: { name: 'left', shape: { kind: 'sphere', radius: 0.1 }, pose: { ...place, x: 3 } },
  });
  await session.send('emergencyStop', { reason: 'to leave a failure' });
  await session.send('forceInput', { name: 'E-Stop 1', level: 'low' });
  await session.waitFor(({ failure }) => failure !== null);
  session.close();
}
