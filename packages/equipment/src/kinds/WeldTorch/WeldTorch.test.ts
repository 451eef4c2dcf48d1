import { rotateVec3 } from '@cellwright/geometry';
import { expect, it } from 'vitest';
import { describeTool, parseEquipmentConfig } from '../../contracts.ts';

it('The kind WeldTorch has its TCP at the wire tip with the z axis along the wire, and carries its cable', () => {
  const { config, isValid } = parseEquipmentConfig({ kind: 'WeldTorch', angle: Math.PI / 4, mass: 1, cableMass: 0.5 });
  if (!isValid) throw new Error(config.problems.join());
  const tool = describeTool(config);
  expect(tool).toMatchObject({ massKg: 1.5, tcp: { x: 0.06, z: 0.35 } });
  const [x, , z] = rotateVec3(tool?.tcp ?? { i: 0, j: 0, k: 0, w: 1 }, [0, 0, 1]);
  expect([x, z]).toEqual([expect.closeTo(Math.SQRT1_2), expect.closeTo(Math.SQRT1_2)]);
});
