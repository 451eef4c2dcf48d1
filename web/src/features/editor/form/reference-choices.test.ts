import { describe, expect, it } from 'vitest';
import { devicesFor, meaningOfEmpty, spaceItemsFor } from './reference-choices.ts';

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

describe('An empty reference', () => {
  const welder = [{ name: 'Welder' }];

  it('asks for a choice only where its absence is a problem', () => {
    const problem = 'Choose a weld machine: the cell has more than one';
    expect(meaningOfEmpty({ isDevice: true, problem, choices: welder })).toEqual({ means: 'choose' });
    expect(meaningOfEmpty({ isDevice: false, problem, choices: [] })).toEqual({ means: 'choose' });
    expect(meaningOfEmpty({ isDevice: false, problem: undefined, choices: [] })).toEqual({ means: 'none' });
  });

  it('means the only matching device, and names it', () => {
    const empty = { isDevice: true, problem: undefined };
    expect(meaningOfEmpty({ ...empty, choices: welder })).toEqual({ means: 'automatic', name: 'Welder' });
    // A wrist camera beside another camera: the step uses the wrist camera.
    const cameras = [{ name: 'Wrist camera' }, { name: 'Camera above' }];
    expect(meaningOfEmpty({ ...empty, choices: cameras })).toEqual({ means: 'automatic', name: undefined });
  });
});
