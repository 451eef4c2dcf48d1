import { spaceItemSchema } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { targetOf } from './target-of.ts';
import { items, joints, pose, taught, typed } from './taught-items.fixture.ts';

describe('The target of a step', () => {
  it('equals the position of the space item that it names', () => {
    expect(targetOf({ positionListID: 'space_1' }, items)).toBe(taught);
    expect(targetOf({ positionListID: 'space_2', positionListIndex: 0 }, items)).toBe(typed);
  });

  it('equals its own position', () => {
    expect(targetOf({ target: { jointAngles: joints } }, items)).toEqual({ jointAngles: joints });
    expect(targetOf({ target: { pose } }, items)).toEqual({ pose });
  });

  it('follows its kind, whatever was chosen before', () => {
    const both = { positionListID: 'space_1', target: { jointAngles: joints } };
    expect(targetOf({ ...both, targetKind: 'singlePosition' }, items)).toEqual({ jointAngles: joints });
    expect(targetOf({ ...both, targetKind: 'positionList' }, items)).toBe(taught);
    expect(targetOf({ ...both, targetKind: 'relative' }, items)).toBeUndefined();
    expect(targetOf({ ...both, targetKind: 'expression' }, items)).toBeUndefined();
    expect(targetOf({ target: both.target, targetKind: 'positionList' }, items)).toBeUndefined();
  });

  it('stays unknown if an expression chooses the position', () => {
    const index = { kind: 'variable', variableID: 'count' };
    expect(targetOf({ positionListID: 'space_2', positionListIndex: index }, items)).toBeUndefined();
  });

  it('can be a place on a pallet, lower for a raised arm', () => {
    const base = spaceItemSchema.parse({ id: 'space_base', name: 'Left', kind: 'palletBase' });
    const boxType = { id: 'type', name: 'Carton', width: 300, depth: 200, height: 150 };
    const box = { id: 'one', x: 150, y: 100, rotation: 0, order: 1 };
    const boxes = spaceItemSchema.parse({
      ...{
        id: 'space_boxes',
        name: 'Cartons',
        kind: 'palletBoxes',
        palletBaseIDs: ['space_base'],
        boxTypes: [boxType],
      },
      layerPatterns: [{ id: 'layer', name: 'Layer', boxTypeID: 'type', boxList: [box] }],
      layerOrder: ['layer'],
    });
    const args = (config: object) => ({
      targetKind: 'positionList',
      positionListID: 'space_boxes',
      palletConfig: { selectedPalletBaseID: 'space_base', selectedLayer: 1, selectedBox: 1, ...config },
    });
    const onStand = targetOf(args({}), [base, boxes])?.pose;
    const raised = targetOf(args({}), [base, boxes], { ...identityPose, z: 0.3 })?.pose;
    expect(onStand && raised && onStand.z - raised.z).toBeCloseTo(0.3);
    expect(targetOf(args({ selectedBox: 2 }), [base, boxes])).toBeUndefined();
    expect(targetOf(args({ selectedLayer: { kind: 'variable', variableID: 'n' } }), [base, boxes])).toBeUndefined();
    expect(targetOf(args({ moveType: 'pickup', selectedBoxType: 'type' }), [base, boxes])).toBeUndefined();
  });

  it('stays unknown when it names nothing, or a missing item', () => {
    expect(targetOf({}, items)).toBeUndefined();
    expect(targetOf({ target: { jointAngles: [1, 2] } }, items)).toBeUndefined();
    expect(targetOf({ positionListID: 'space_2', positionListIndex: 7 }, items)).toBeUndefined();
  });
});
