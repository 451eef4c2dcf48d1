import type { FleetBox } from '@cellwright/domain/fleet';
import { describe, expect, it } from 'vitest';
import { filterBoxes, splitTags } from './filter-boxes.ts';

function box(serial: string, more: Partial<FleetBox> = {}): FleetBox {
  return {
    ...{ id: serial, serial, alias: '', notes: '', tags: [], updateHold: '', status: 'online' },
    ...{ createdAt: '', enrolledAt: null, lastSeenAt: null, codeExpiresAt: null, state: null },
    ...more,
  };
}

const boxes = [
  box('b-10'),
  box('b-9', { tags: ['berlin', 'weld'] }),
  box('b-1', { alias: 'Press', status: 'offline', tags: ['berlin'] }),
];
const find = (search: string, status: FleetBox['status'] | 'all' = 'all') =>
  filterBoxes(boxes, { search, status }).map(({ serial }) => serial);

describe('filterBoxes', () => {
  it('sorts by name, with numbers in their order', () => {
    expect(find('')).toEqual(['b-9', 'b-10', 'b-1']);
  });

  it('finds every word in name, serial number or tags', () => {
    expect(find('BERLIN')).toEqual(['b-9', 'b-1']);
    expect(find('berlin weld')).toEqual(['b-9']);
    expect(find('press')).toEqual(['b-1']);
    expect(find('munich')).toEqual([]);
  });

  it('finds boxes by their status', () => {
    expect(find('', 'offline')).toEqual(['b-1']);
    expect(find('b-9', 'offline')).toEqual([]);
  });
});

describe('splitTags', () => {
  it('drops empty and repeated tags', () => {
    expect(splitTags(' berlin, weld,,berlin ')).toEqual(['berlin', 'weld']);
  });
});
