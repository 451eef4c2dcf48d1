import { describe, expect, it } from 'vitest';
import { listMounted, withMounted } from './mounted-tools.ts';

describe('The mounted tools', () => {
  it('include the device on the flange and those on its ends', () => {
    const ends = [{ equipmentID: 'torch' }, { equipmentID: null }, {}];
    expect(listMounted({ equipmentID: 'changer', ends })).toEqual(['changer', 'torch']);
    expect(listMounted({ equipmentID: 'gripper' })).toEqual(['gripper']);
    expect(listMounted({ equipmentID: null })).toEqual([]);
  });
});

describe('The cell that a routine is checked against', () => {
  it('has whether a tool is on the flange, and nothing of that for other devices', () => {
    const torch = { id: 't', kind: 'WeldTorch', name: 'Torch', capabilities: ['torch'] };
    const welder = { id: 'w', kind: 'WeldMachineGeneric', name: 'Welder', capabilities: ['welder'] };
    const cell = { globalVariables: [], spaceItems: [], equipment: [torch, welder] };
    expect(withMounted(cell, ['t']).equipment).toEqual([{ ...torch, isOnFlange: true }, welder]);
    expect(withMounted(cell, []).equipment).toEqual([{ ...torch, isOnFlange: false }, welder]);
    expect(withMounted(cell, undefined)).toBe(cell);
  });
});
