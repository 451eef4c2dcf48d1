import { isValidElement } from 'react';
import { describe, expect, it } from 'vitest';
import { Axes } from './Axes.tsx';

/** Returns the radius and length of each drawn axis. */
function sizesOf(axes: ReturnType<typeof Axes>): readonly (readonly [number, number])[] {
  return axes.map(({ props: { children } }) => {
    const [geometry] = Array.isArray(children) ? children : [children];
    if (!isValidElement<{ readonly args: readonly number[] }>(geometry)) throw new Error('The axis has no shape');
    const [radius = 0, , length = 0] = geometry.props.args;
    return [radius, length];
  });
}

describe('The axes of a frame', () => {
  it('have equal lengths', () => {
    const [x, y, z] = sizesOf(Axes({ opacity: 1, length: 0.25 }));
    expect(x?.[1]).toBe(0.25);
    expect([y, z]).toEqual([x, x]);
  });

  it('show the axis that the user moves along longer and thicker', () => {
    const [x, y, z] = sizesOf(Axes({ opacity: 1, length: 0.25, emphasised: 1 }));
    expect(z).toEqual(x);
    expect(y?.[0]).toBeGreaterThan(x?.[0] ?? 1);
    expect(y?.[1]).toBeGreaterThan(x?.[1] ?? 1);
  });
});
