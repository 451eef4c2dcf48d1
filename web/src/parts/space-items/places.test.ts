import { spaceItemSchema } from '@cellwright/domain/space';
import { describe, expect, it } from 'vitest';
import { placesOf } from './places.ts';

const at = (x: number, y: number) => ({ pose: { x, y, z: 0.1, i: 0, j: 0, k: 0, w: 1 } });
const plane = spaceItemSchema.parse({
  id: 'space_plane',
  kind: 'plane',
  name: 'Table',
  positions: [at(0.4, 0), at(0.6, 0), at(0.4, 0.2)],
});

describe('A plane in the picture', () => {
  it('has its frame', () => {
    expect(placesOf([plane], undefined).map(({ name }) => name)).toEqual(['Table']);
  });

  it('has the three points that it is taught with while it is chosen', () => {
    const places = placesOf([plane], 'space_plane');
    expect(places.map(({ name }) => name)).toEqual(['Table', 'Table 1', 'Table 2', 'Table 3']);
    expect(places[2]?.pose).toMatchObject({ x: 0.6, y: 0 });
  });
});
