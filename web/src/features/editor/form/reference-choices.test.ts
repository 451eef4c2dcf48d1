import { describe, expect, it } from 'vitest';
import { devicesFor, spaceItemsFor } from './reference-choices.ts';

const devices = [
  { id: 'w1', name: 'Welder', kind: 'WeldMachineGeneric', capabilities: ['welder'] },
  { id: 'g1', name: 'Gripper', kind: 'OnRobot2FG7', capabilities: ['gripper'] },
];
const items = [
  { id: 's1', name: 'Table', kind: 'plane' },
  { id: 's2', name: 'Parts', kind: 'visionPositionList' },
];
const idsOf = (choices: readonly { readonly id: string }[]) => choices.map(({ id }) => id);

describe('The choices of a reference', () => {
  it('include the devices with the capability that the field accepts', () => {
    expect(idsOf(devicesFor({ accepts: 'welder', value: undefined }, devices))).toEqual(['w1']);
    expect(idsOf(devicesFor({ accepts: undefined, value: undefined }, devices))).toEqual(['w1', 'g1']);
  });

  it('include the space items of the kind that the field accepts', () => {
    expect(idsOf(spaceItemsFor({ accepts: 'plane', value: undefined }, items))).toEqual(['s1']);
  });

  it('include the stored choice even if the field does not accept it', () => {
    expect(idsOf(devicesFor({ accepts: 'welder', value: 'g1' }, devices))).toEqual(['w1', 'g1']);
    expect(idsOf(spaceItemsFor({ accepts: 'plane', value: 's2' }, items))).toEqual(['s1', 's2']);
  });
});
