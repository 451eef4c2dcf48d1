import { defaultArm } from '@cellwright/arm';
import { describe, expect, it } from 'vitest';
import { shapeOf } from './arm-shape.ts';

describe('The shape of an arm', () => {
  const shape = shapeOf(defaultArm);

  it('has a base and six links that rotate, each with a housing', () => {
    expect(shape.base).toMatchObject({ name: 'base_link', axis: undefined });
    expect(shape.links.map(({ name }) => name)).toEqual(defaultArm.joints.map(({ child }) => child));
    for (const link of [shape.base, ...shape.links]) expect(link.housings.length).toBeGreaterThan(0);
  });

  it('follows the chain of the model out to the flange', () => {
    expect(shape.links.map(({ origin }) => origin.xyz)).toEqual(defaultArm.joints.map(({ origin }) => origin.xyz));
    expect(shape.flange.rpy).toEqual([Math.PI / 2, 0, -Math.PI / 2]);
  });
});
