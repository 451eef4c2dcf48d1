import type { SpaceItem, SpaceItemOf } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { findChosen, maxPlacesShown, placesToGo, searchPlaces } from './places-to-go.ts';

const jointAngles: [number, number, number, number, number, number] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
const common = { positions: [], global: true };
const pose = (x: number) => ({ ...identityPose, x });
const single = (name: string, part: Partial<SpaceItemOf<'singlePosition'>> = {}): SpaceItem => ({
  ...common,
  id: `space_${name}`,
  kind: 'singlePosition',
  name,
  positions: [{ jointAngles, pose: pose(0.5) }],
  ...part,
});

describe('placesToGo', () => {
  it('lists every position by its name, Home first, numbers in numeric order', () => {
    const home: SpaceItem = {
      ...common,
      id: 'space_home',
      kind: 'safeHomePose',
      name: 'Z',
      positions: [{ jointAngles }],
    };
    const corner = (x: number, y: number) => ({ pose: { ...identityPose, x, y } });
    const grid: SpaceItem = {
      ...common,
      id: 'space_grid',
      kind: 'gridPositionList',
      name: 'Tray',
      cornerA: corner(0.4, 0),
      cornerB: corner(0.5, 0),
      cornerD: corner(0.4, 0.1),
      numColumns: 2,
      numRows: 1,
    };
    const places = placesToGo([single('P10'), single('P9'), grid, home]);
    expect(places.map(({ name }) => name)).toEqual(['Z', 'P9', 'P10', 'Tray 1', 'Tray 2']);
  });

  it('returns nothing when no position is taught', () => {
    expect(placesToGo([single('P1', { positions: [{}] })])).toEqual([]);
  });

  it('moves positions with their anchor and drops taught joint angles, which no longer reach them', () => {
    const anchor = single('Corner', { id: 'space_anchor', positions: [{ pose: pose(0.3) }] });
    const moved = single('P1', { anchoredToID: 'space_anchor', anchorPose: pose(0.1) });
    const [, place] = placesToGo([anchor, moved]);
    expect(place?.position).toEqual({ pose: expect.objectContaining({ x: expect.closeTo(0.7) }) });
  });
});

describe('Places of lists', () => {
  const list = (id: string, name: string, names: readonly (string | undefined)[]): SpaceItem => ({
    ...common,
    id,
    kind: 'freeformPositionList',
    name,
    positions: names.map((own) => ({ jointAngles, ...(own !== undefined && { name: own }) })),
  });

  it('include the list name, so that two positions named Above differ', () => {
    const places = placesToGo([list('a', 'Tray', ['Above', 'In']), list('b', 'Press', ['Above', 'In'])]);
    expect(places.map(({ name }) => name)).toEqual(['Press: Above', 'Press: In', 'Tray: Above', 'Tray: In']);
  });

  it('differ when two lists have the same name', () => {
    const places = placesToGo([list('a', 'Tray', ['Above']), list('b', 'Tray', ['Above'])]);
    expect(places.map(({ name }) => name)).toEqual(['Tray: Above (1)', 'Tray: Above (2)']);
    expect(new Set(places.map(({ id }) => id)).size).toBe(2);
  });

  it('do not become another place when it is deleted, renamed or moved within its list', () => {
    const before = placesToGo([
      single('P1'),
      list('a', 'Tray', ['Above', 'In']),
      list('b', 'Stack', [undefined, undefined, undefined]),
    ]);
    const chosen = (name: string) => before.find((place) => place.name === name);
    const after = placesToGo([list('a', 'Tray', ['In']), list('b', 'Stack', [undefined, undefined])]);
    for (const name of ['P1', 'Tray: Above', 'Tray: In', 'Stack 1', 'Stack 2']) {
      expect(findChosen(before, chosen(name)), name).toBeDefined();
      expect(findChosen(after, chosen(name)), name).toBeUndefined();
    }
    const swapped = placesToGo([list('a', 'Tray', ['In', 'Above'])]);
    const renamed = placesToGo([list('a', 'Tray', ['Over', 'In'])]);
    for (const places of [swapped, renamed]) expect(findChosen(places, chosen('Tray: Above'))).toBeUndefined();
  });

  it('stay chosen when they are taught again', () => {
    const [before] = placesToGo([single('P1')]);
    const [after] = placesToGo([single('P1', { positions: [{ pose: pose(0.7) }] })]);
    expect(findChosen(after ? [after] : [], before)).toBe(after);
  });

  it('can be found by words of their names', () => {
    const many = placesToGo([
      list(
        'a',
        'Tray',
        Array.from({ length: 400 }, () => undefined),
      ),
      single('Home'),
    ]);
    expect(searchPlaces(many, '')).toHaveLength(maxPlacesShown);
    expect(searchPlaces(many, 'tray 399').map(({ name }) => name)).toEqual(['Tray 399']);
  });
});
