import type { JointAngles } from '@cellwright/domain/robot';
import { parseRoutine } from '@cellwright/domain/routine';
import type { ProofReport } from '@cellwright/domain/run';
import { expect, it } from 'vitest';
import { toolPoseOf } from '../../../api/tool-pose.ts';
import { maxMoves, plannedPath, withClearances } from './planned-path.ts';

const one: JointAngles = [0, 0, 1.5, 0, 1.5, 0];
const two: JointAngles = [1, 0.2, 1.5, 0, 1.5, 0];
const three: JointAngles = [1, 0.4, 1.2, 0, 1.5, 0];

function routineOf(moves: readonly { id: string; args: object; isDisabled?: boolean }[]) {
  const parsed = parseRoutine({
    id: 'r',
    name: 'R',
    steps: [
      {
        id: 'm',
        stepKind: 'MoveArmToV2',
        steps: moves.map(({ id, isDisabled }) => ({ id, stepKind: 'Waypoint', isDisabled })),
      },
    ],
    stepConfigurations: {
      m: { stepKind: 'MoveArmToV2', args: {} },
      ...Object.fromEntries(moves.map(({ id, args }) => [id, { stepKind: 'Waypoint', args }])),
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}
const to = (jointAngles: JointAngles, more = {}) => ({ target: { jointAngles }, ...more });
const draw = (moves: Parameters<typeof routineOf>[0], chosen: string[] = []) =>
  plannedPath({ routine: routineOf(moves), items: [], tcp: undefined, from: one, chosen: new Set(chosen) });
const place = (joints: JointAngles) => {
  const { x, y, z } = toolPoseOf(joints, undefined);
  return [x, y, z];
};

it('plannedPath leads from target to target, starting at the first', () => {
  const paths = draw(
    [
      { id: 'a', args: to(one) },
      { id: 'b', args: to(two) },
      { id: 'c', args: to(three) },
    ],
    ['c'],
  );
  expect(paths.map(({ id, isChosen }) => [id, isChosen])).toEqual([
    ['b', false],
    ['c', true],
  ]);
  expect(paths[0]?.points[0]).toEqual(place(one));
  expect(paths[0]?.points.at(-1)).toEqual(place(two));
  expect(paths[1]?.points[0]).toEqual(place(two));
});

it('plannedPath is a curve for a joint move and straight for a linear move', () => {
  const [joint] = draw([
    { id: 'a', args: to(one) },
    { id: 'b', args: to(two) },
  ]);
  const [line] = draw([
    { id: 'a', args: to(one) },
    { id: 'b', args: to(two, { motionKind: 'line' }) },
  ]);
  const middle: JointAngles = [0.5, 0.1, 1.5, 0, 1.5, 0];
  expect(joint?.points[12]?.map((value) => value.toFixed(9))).toEqual(place(middle).map((value) => value.toFixed(9)));
  expect(line?.points).toHaveLength(2);
});

it('plannedPath has the speed of each move, unless an expression gives it', () => {
  const paths = draw([
    { id: 'a', args: to(one) },
    { id: 'b', args: to(two, { motionSpeed: 20 }) },
    { id: 'c', args: to(one) },
    { id: 'd', args: to(two, { motionSpeed: { kind: 'variable', variableID: 'v' } }) },
  ]);
  expect(paths.map(({ speed }) => speed)).toEqual([0.2, 0.5, undefined]);
});

it('plannedPath omits targets that are disabled, only known at run time, or out of reach', () => {
  const away = { target: { pose: { x: 9, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 } } };
  const relative = { targetKind: 'relative', relativeConfig: { offsetX: 1 }, target: { jointAngles: three } };
  const paths = draw([
    { id: 'a', args: to(one) },
    { id: 'off', args: to(three), isDisabled: true },
    { id: 'relative', args: relative },
    { id: 'away', args: away },
    { id: 'b', args: to(two) },
  ]);
  expect(paths.map(({ id }) => id)).toEqual(['b']);
  expect(paths[0]?.points[0]).toEqual(place(one));
});

it('plannedPath has a maximum of moves', () => {
  const many = Array.from({ length: maxMoves + 50 }, (_, index) => ({
    id: `s${index}`,
    args: to(index % 2 ? one : two),
  }));
  expect(draw(many)).toHaveLength(maxMoves - 1);
});

it('withClearances adds the clearance of the dry run to the path of each step', () => {
  const times = { durationSeconds: 1, planningSeconds: 0, movingSeconds: 1, deviceSeconds: 0, waitingSeconds: 0 };
  const motion = {
    ...{ distanceMeters: 1, speedShares: [], accelerationShares: [], torqueShares: [] },
    ...{ singularity: 1, reachMeters: 1, contacts: 0 },
  };
  const near = { meters: 0.02, link: 'tool', other: 'Table' };
  // The arm is nearer to itself.
  const leastClearance = { meters: 0.01, link: 'wrist', other: 'base' };
  const step = (stepID: string, leastObstacleClearance: typeof near | null) => ({
    ...{ ...times, stepID, stepPath: '1', stepKind: 'MoveArmTo', playCount: 1 },
    motion: { ...motion, leastClearance, leastObstacleClearance },
  });
  const totals = { ...times, cycleTimeSeconds: null, cycleCount: 0, distanceMeters: 1, leastClearance: null };
  const report: ProofReport = {
    ...{ routineID: 'routine_1', routineVersion: 1, routineName: 'Test', outcome: 'completed', findings: [] },
    steps: [step('b', near), step('c', null)],
    totals: { ...totals, planCount: 1, reusedPlanCount: 0 },
    computedSeconds: 1,
  };
  const paths = ['a', 'b', 'c'].map((id) => ({ id, points: [] }));
  expect(withClearances(paths, report).map(({ clearance }) => clearance)).toEqual([undefined, 0.02, Infinity]);
  expect(withClearances(paths, undefined)).toBe(paths);
});
