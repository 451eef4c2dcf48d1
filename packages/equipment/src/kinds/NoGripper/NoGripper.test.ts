import { identityPose } from '@cellwright/geometry';
import { expect, it } from 'vitest';
import { capabilitiesOfConfig, capabilitiesOfKind, describeTool, parseEquipmentConfig } from '../../contracts.ts';

it('The kind NoGripper describes an empty flange without anything to actuate', () => {
  const { config, isValid } = parseEquipmentConfig({ kind: 'NoGripper' });
  if (!isValid) throw new Error(config.problems.join());
  expect(describeTool(config)).toMatchObject({ tcp: identityPose, massKg: 0, collisionBoxes: [] });
  expect(capabilitiesOfKind('NoGripper')).toEqual([]);
  expect(capabilitiesOfConfig(config)).toEqual(['bareFlange']);
});
