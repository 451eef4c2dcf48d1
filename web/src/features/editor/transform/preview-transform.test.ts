import { type JointAngles, jointAnglesSchema, type WirePose } from '@cellwright/domain/robot';
import { routineSchema } from '@cellwright/domain/routine';
import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import type { Postures } from '../../../parts/positions/PositionNumbers.tsx';
import { previewTransform, transformItems } from './preview-transform.ts';

const at = (x: number): WirePose => ({ x, y: 0.1, z: 0.3, i: 0, j: 0, k: 0, w: 1 });
const joints = (first: number): JointAngles => jointAnglesSchema.parse([first, 0, 0, 0, 0, 0]);
/** An arm on a rail: its first joint is its place, and it reaches 1 m. */
const postures: Postures = {
  poseOf: ([first = 0]) => at(first),
  jointsOf: ({ x }) => (Math.abs(x) > 1 ? undefined : joints(x)),
  begin: () => ({}),
  limits: [],
};
const routine = routineSchema.parse({
  id: 'routine_1',
  name: 'Test',
  steps: [{ id: 'wait', stepKind: 'Wait' }],
  stepConfigurations: { wait: { stepKind: 'Wait', args: {} } },
  space: [
    { id: 'near', name: 'Near', kind: 'singlePosition', positions: [{ pose: at(0.2), jointAngles: joints(0.2) }] },
    { id: 'taught', name: 'Taught', kind: 'singlePosition', positions: [{ jointAngles: joints(0.5) }] },
    { id: 'follower', name: 'Follower', kind: 'singlePosition', positions: [{ pose: at(0.3) }], anchoredToID: 'near' },
    { id: 'box', name: 'Box', kind: 'environmentObject', pose: at(0) },
  ],
});
const right = { transform: { kind: 'translate', by: [0.6, 0, 0] }, frame: identityPose } as const;
const itemIDs = new Set(['near', 'taught', 'follower', 'box']);

describe('A transform of items', () => {
  it('previews positions with what the arm reaches, also those that were taught as joint angles', () => {
    const rows = previewTransform(routine.space.slice(0, 2), routine.space, right, postures);
    expect(
      rows.map(({ name, before, after, isReachable }) => [name, before.x, after.x.toFixed(1), isReachable]),
    ).toEqual([
      ['Near', 0.2, '0.8', true],
      ['Taught', 0.5, '1.1', false],
    ]);
  });

  it('changes positions and their joint angles only', () => {
    const { space } = transformItems(routine, routine.space, { ...right, itemIDs, nameCopy: undefined }, postures);
    expect(space.map(({ positions }) => positions[0]?.pose?.x.toFixed(1))).toEqual(['0.8', '1.1', '0.9', undefined]);
    expect(space.map(({ positions }) => positions[0]?.jointAngles?.[0].toFixed(1))).toEqual([
      '0.8',
      undefined,
      undefined,
      undefined,
    ]);
    expect(space[2]).toMatchObject({ anchoredToID: 'near' });
    expect(space[3]).toEqual(routine.space[3]);
  });

  it('adds changed copies and keeps the items', () => {
    const change = { ...right, itemIDs: new Set(['near']), nameCopy: (name: string) => `${name} 2` };
    const { space } = transformItems(routine, routine.space, change, postures);
    expect(space.slice(0, 4)).toEqual(routine.space);
    expect(space[4]).toMatchObject({ name: 'Near 2', positions: [{ pose: { x: expect.closeTo(0.8) } }] });
  });
});
