import type { ListedExample } from '@cellwright/domain/cell';
import { describe, expect, it } from 'vitest';
import { describeExample, describeExamples, describeRemoval } from './describe-examples.ts';

const tour: ListedExample = {
  ...{ name: 'tour', title: 'Inspection tour', description: 'Looks at a part.', routineID: 'routine_tour' },
  ...{ isInCell: true, lacks: [], brought: [] },
};
const pallets: ListedExample = {
  ...{ name: 'palletizing', title: 'Palletizing', description: 'Stacks boxes.', routineID: 'routine_pallets' },
  ...{ isInCell: false, brought: [] },
  lacks: [
    { thing: 'featureFlags', id: 'palletizing', name: 'Palletizing', isAllowed: true },
    { thing: 'equipment', id: 'OnRobotVG', name: 'Vacuum gripper', isAllowed: true },
  ],
};

describe('the command example', () => {
  it('lists examples with the missing objects of the cell', () => {
    expect(describeExamples([tour, pallets])).toBe(
      'tour         Inspection tour (in this cell)\n' + 'palletizing  Palletizing  lacks Palletizing, Vacuum gripper',
    );
    expect(describeExamples([])).toBe('This installation has no examples');
  });

  it('lists the items to set up', () => {
    expect(describeExample(tour)).toBe('Inspection tour\nLooks at a part.');
    expect(describeExample(pallets)).toBe(
      "Palletizing\nStacks boxes.\nTo be set up on this cell:\n  Feature 'Palletizing', switched on\n  Device 'Vacuum gripper', on a simulator",
    );
  });

  it('lists the removed items, and the reasons for kept ones', () => {
    const device = { thing: 'equipment', id: 'equipment_1', name: 'Vacuum' } as const;
    const kept = [
      { ...device, because: 'used' as const, usedBy: ['Euro pallets'] },
      { ...device, because: 'changed' as const, usedBy: [] },
    ];
    expect(describeRemoval({ removed: [{ ...device, name: 'Screwdriver' }], kept })).toBe(
      "Removed  Device 'Screwdriver'\nKept     Device 'Vacuum': used by 'Euro pallets'\nKept     Device 'Vacuum': it was changed since",
    );
    expect(describeRemoval({ removed: [], kept: [] })).toBe('This example set up nothing');
  });
});
