import { describe, expect, it } from 'vitest';
import { fileOf, type PlannedStep } from '../testing/planted-steps.fixture.ts';
import { compileFile, deviceOf, gripperRecord, proveHere } from '../testing/proof.fixture.ts';

const corner = (x: number, y: number) => ({ pose: { x, y, z: 0.1, i: 0, j: 0, k: 0, w: 1 } });
const space = [
  {
    id: 'space_table',
    name: 'Table',
    kind: 'plane',
    positions: [corner(0.5, 0.2), corner(0.7, 0.2), corner(0.5, 0.4)],
  },
  { id: 'space_parts', name: 'Parts', kind: 'visionPositionList', positions: [] },
];
const locate: PlannedStep = {
  kind: 'Locate',
  args: { planeID: 'space_table', positionListID: 'space_parts', objectHeight: 0.02, transform: { z: -0.1 } },
};
const classify: PlannedStep = {
  kind: 'Classify',
  args: {
    classes: ['disc', 'washer'],
    pictures: [{ class: 'disc', templateImage: 'AAAA' }],
    fallbackValue: 'unknown',
  },
};
const toFirst: PlannedStep = {
  kind: 'MoveArmTo',
  args: {
    motionKind: 'joint',
    targetKind: 'positionList',
    positionListID: 'space_parts',
    positionListIndex: 0,
    shouldMatchJointAngles: false,
  },
};
const equipment = [gripperRecord, deviceOf('WristCamera', 'equipment_camera')];
const proveSteps = (...steps: PlannedStep[]) => proveHere(compileFile(fileOf({ steps, space })), { equipment });

describe('a dry run of a routine that sees', () => {
  it('moves to an object at the first position of the workplane, and takes the first class for what is seen', async () => {
    const report = await proveSteps(locate, toFirst, classify);
    expect(report.findings).toEqual([]);
    expect(report.outcome).toBe('completed');
  });

  it('moves to no position that is not found before', async () => {
    expect((await proveSteps(toFirst)).outcome).toBe('failed');
  });
});
