import { ProductError } from '@cellwright/domain/basics';
import type { Obstacle } from '@cellwright/domain/space';
import { commandedCapabilities, resultSchemaOf, type VacuumCommand } from '@cellwright/equipment/capabilities';
import { identityPose, makePose, type Pose, quaternionFromEulerDegrees } from '@cellwright/geometry';
import { silentLogger } from '@cellwright/service-kit';
import { describe, expect, it } from 'vitest';
import type { CellEquipment } from '../cell.ts';
import { carryLooseParts } from './carried-part.ts';

const down = quaternionFromEulerDegrees([180, 0, 30]);
const part: Obstacle = {
  name: 'part',
  shape: { kind: 'box', size: [0.06, 0.02, 0.001] },
  pose: makePose([0.4, 0.1, 0.0005], quaternionFromEulerDegrees([0, 0, 20])),
  isLoose: true,
};
const tray: Obstacle = {
  ...part,
  name: 'tray',
  shape: { kind: 'box', size: [1, 1, 0.1] },
  pose: makePose([0.4, 0, -0.05], identityPose),
};
const post: Obstacle = { ...part, name: 'post', isLoose: false };

/** Vacuum gripper of a simulated robot among parts. */
function setUp(obstacles: readonly Obstacle[] = [tray, part], base?: Pose) {
  const tip = makePose([0.4, 0.1, 0.001], down);
  const cell = { tip, obstacles: [...obstacles], isStopped: false, isGone: false };
  const moved: { name: string; pose: Pose }[] = [];
  const gripper: Pick<CellEquipment, 'actuate'> = {
    actuate: async ({ capability }) =>
      resultSchemaOf(commandedCapabilities[capability]).parse(
        cell.isStopped ? { ok: false, stopped: true } : { ok: true, value: { vacuum: {}, gripDetected: true } },
      ),
  };
  const equipment = carryLooseParts(gripper, {
    scene: () => ({ obstacles: cell.obstacles, ...(base && { base }) }),
    movePart: async (name, pose) => {
      if (cell.isGone) throw new ProductError('not_found', 'There is no such obstacle');
      moved.push({ name, pose });
    },
    readTip: () => cell.tip,
    log: silentLogger,
  });
  const command = (suction: VacuumCommand['suction']) =>
    equipment.actuate(
      {
        ...{ robotKind: 'simulated', isTwin: false, stopEpoch: 0, equipmentID: 'gripper', idempotencyKey: 'key' },
        ...{ capability: 'vacuum', command: { suction, tolerance: 0.1, waitForVacuum: true } },
      },
      new AbortController().signal,
    );
  return { cell, moved, command, grip: () => command({ A: 0.6, B: 0.6 }), release: () => command({ A: 0, B: 0 }) };
}

describe('A simulated vacuum gripper', () => {
  it('carries the loose part at the tooltip, with its place in the tool, and not what it lies on', async () => {
    const { cell, moved, grip, release } = setUp();
    await grip();
    expect(moved).toEqual([]);
    cell.tip = makePose([0.1, -0.3, 0.201], quaternionFromEulerDegrees([180, 0, 75]));
    await release();
    const turn = quaternionFromEulerDegrees([0, 0, 20 + 45]);
    expect(moved).toMatchObject([{ name: 'part', pose: { x: expect.closeTo(0.1, 9), y: expect.closeTo(-0.3, 9) } }]);
    expect(moved[0]?.pose.z).toBeCloseTo(0.2005, 9);
    expect(Math.abs((moved[0]?.pose.k ?? 0) * turn.k + (moved[0]?.pose.w ?? 0) * turn.w)).toBeCloseTo(1, 9);
    await release();
    expect(moved).toHaveLength(1);
  });

  it('carries nothing that is no loose part, that is too far away, or after a grip that was stopped', async () => {
    for (const obstacles of [[post], [{ ...part, pose: { ...part.pose, x: 0.44 } }], []]) {
      const { moved, grip, release } = setUp(obstacles);
      await grip();
      await release();
      expect(moved).toEqual([]);
    }
    const { cell, moved, grip, release } = setUp();
    cell.isStopped = true;
    await grip();
    cell.isStopped = false;
    await release();
    expect(moved).toEqual([]);
  });

  it('holds a part until the last channel is released', async () => {
    const { moved, command, grip } = setUp();
    await grip();
    await command({ B: 0 });
    expect(moved).toEqual([]);
    await command({ A: 0 });
    expect(moved).toHaveLength(1);
  });

  it('finds parts in the world of an arm on a moved base', async () => {
    const base = makePose([0, 0, 0.5], identityPose);
    const { cell, moved, grip, release } = setUp([part], base);
    cell.tip = { ...cell.tip, z: 0.001 - 0.5 };
    await grip();
    cell.tip = { ...cell.tip, x: 0.5 };
    await release();
    expect(moved).toMatchObject([{ pose: { x: expect.closeTo(0.5, 9), z: expect.closeTo(0.0005, 9) } }]);
  });

  it('leaves a part alone that a client moved or removed after the grip', async () => {
    for (const obstacles of [[], [{ ...part, pose: { ...part.pose, y: 0.5 } }]]) {
      const { cell, moved, grip, release } = setUp();
      await grip();
      cell.obstacles = obstacles;
      await release();
      expect(moved).toEqual([]);
    }
  });

  it('completes a release although the part is removed at the same time', async () => {
    const { cell, grip, release } = setUp();
    await grip();
    cell.isGone = true;
    expect(await release()).toMatchObject({ ok: true });
  });
});
