import type { LocatedThing } from '@cellwright/domain/equipment';
import type { SpaceItem } from '@cellwright/domain/space';
import { identityPose, makePose, quaternionFromEulerDegrees } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import type { LocateRequest } from '../cell.ts';
import { routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';

const corner = (x: number, y: number) => ({ pose: { ...identityPose, x, y } });
const plane: SpaceItem = {
  ...{ id: 'table', name: 'Table', kind: 'plane', global: false },
  positions: [corner(0.4, 0), corner(0.6, 0), corner(0.4, 0.2)],
};
/** Position from an earlier picture. */
const old = { pose: { ...identityPose, x: 0.9 } };
const list: SpaceItem = {
  ...{ id: 'parts', name: 'Parts', kind: 'visionPositionList', global: false, positions: [old] },
};
const pose = { ...identityPose, x: 0.45, y: 0.1 };
const thing: LocatedThing = { x: 1, y: 2, width: 3, height: 4, rotation: 0, score: 0.9, contour: [], pose };

const locate = step('step_1', 'Locate', { planeID: 'table', positionListID: 'parts' });
const move = (id: string) =>
  step(id, 'MoveArmTo', {
    motionKind: 'joint',
    targetKind: 'positionList',
    positionListID: 'parts',
    positionListIndex: 0,
  });

async function play(steps: Parameters<typeof routineOf>[0], located: readonly LocatedThing[] = [thing]) {
  const cell = startCell({ routine: { ...routineOf(steps), spaceItems: [plane, list] } });
  const asked: LocateRequest[] = [];
  cell.equipment.locate = async (request) => {
    asked.push(request);
    return { ok: true, value: located };
  };
  await cell.clock.advance(100);
  await cell.ask('loadRoutine', { routineID: 'routine_1' });
  await cell.ask('playRoutine');
  await cell.clock.advance(10_000);
  return { cell, asked };
}

describe('Locate in a run', () => {
  it('asks the camera of the session, and the arm moves to what it found', async () => {
    const { cell, asked } = await play([locate, move('step_2')]);
    expect(asked).toMatchObject([
      { robotKind: 'simulated', isTwin: false, camera: undefined, wanted: { resultsLimit: 10 } },
    ]);
    expect(cell.planner.requests.map(({ targets }) => targets[0]?.target)).toEqual([{ pose }]);
    expect(cell.state()).toMatchObject({
      run: { status: 'completed' },
      steps: { step_1: { variables: { foundCount: 1 } } },
    });
  });

  it('uses no position that was found before the run', async () => {
    const { cell } = await play([move('step_1')]);
    expect(cell.planner.requests).toEqual([]);
    expect(cell.state().run).toMatchObject({ status: 'failed' });
  });
});

describe('The TCP of a calibrated wrist camera', () => {
  const mount = makePose([0, -0.08, 0.03], quaternionFromEulerDegrees([0, 0, 90]));
  const look = step('step_1', 'MoveArmTo', { motionKind: 'joint', tcpOption: 'wristCamera', target: { pose } });

  it('moves the camera to a target', async () => {
    const cell = startCell({ routine: routineOf([look]), isConnected: false });
    cell.wristCamera.pose = mount;
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(100);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    expect((await cell.ask('playRoutine')).ok).toBe(true);
    await cell.clock.advance(10_000);
    expect(cell.planner.requests).toMatchObject([
      { tool: { wristCamera: mount }, targets: [{ tcpOption: 'wristCamera', target: { pose } }] },
    ]);
  });

  it('does not exist without a calibration', async () => {
    const { cell } = await play([look]);
    expect(cell.planner.requests).toEqual([]);
    expect(cell.state().run).toMatchObject({ status: 'failed' });
  });
});
