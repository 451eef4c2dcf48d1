import type { BoxStatus, FleetBox } from '@cellwright/domain/fleet';

/** Returns the boxes that match a status and every word of a search, by name. */
export function filterBoxes(
  boxes: readonly FleetBox[],
  { search, status }: { readonly search: string; readonly status: BoxStatus | 'all' },
): readonly FleetBox[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (box: FleetBox) => {
    const text = [box.alias, box.serial, ...box.tags, box.state?.software.buildID ?? ''].join('\n').toLowerCase();
    return (status === 'all' || box.status === status) && words.every((word) => text.includes(word));
  };
  return boxes.filter(matches).sort((a, b) => nameOf(a).localeCompare(nameOf(b), undefined, { numeric: true }));
}

/** Returns the name of a box for people. */
export function nameOf({ alias, serial }: Pick<FleetBox, 'alias' | 'serial'>): string {
  return alias === '' ? serial : alias;
}

/** Splits tags that are separated by commas. */
export function splitTags(text: string): string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
}
