import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { item, items, taught, typed } from '../../../parts/taught-items.fixture.ts';
import { maxPlaces, placesOf } from './targets.ts';

describe('The places of space items', () => {
  const where = () => ({ ...identityPose, y: 0.7 });

  it('have the names from the author, in a list the first one, and computed poses where only joints were taught', () => {
    expect(placesOf(items, new Set([typed]), where).map(({ name, pose, isChosen }) => [name, pose, isChosen])).toEqual([
      ['Tray 1', typed.pose, true],
      ['P1', taught.pose, false],
      ['2', where(), false],
    ]);
  });

  it('have a readable maximum that includes the chosen one', () => {
    const many = [item('space_9', 'Grid', [...Array(maxPlaces + 50).fill(taught), typed])];
    const places = placesOf(many, new Set([typed]), where);
    expect(places).toHaveLength(maxPlaces);
    expect(places[0]?.isChosen).toBe(true);
  });
});
