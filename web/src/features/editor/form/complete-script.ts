import type { Completion } from '@cellwright/domain';

/** As many as fit under a field without hiding what it is for. */
const mostShown = 8;

/** What stands before the caret and may be the beginning of a name. */
const fragmentBefore = /[\p{L}\p{N}_$.]+(?:\['?[^'"\]\n]*)?$|[\p{L}\p{N}_$.]*$/u;

export interface Fragment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function findFragment(source: string, caret: number): Fragment {
  const [text = ''] = fragmentBefore.exec(source.slice(0, caret)) ?? [];
  return { text, start: caret - text.length, end: caret };
}

/** What a script may name that goes on like the fragment, by what is written or by the name; nothing for an empty one. */
export function findMatches(items: readonly Completion[], { text }: Fragment): Completion[] {
  // A number is not the beginning of a name, although ids and names may contain it.
  if (/^[\d.]*$/.test(text)) return [];
  const words = text.toLowerCase();
  const isBegun = ({ insert }: Completion) => insert?.toLowerCase().startsWith(words) === true && insert !== text;
  const isNamed = ({ insert, name, owner }: Completion) =>
    insert !== null && insert !== text && `${name} ${owner ?? ''}`.toLowerCase().includes(words);
  const begun = items.filter(isBegun);
  return [...begun, ...items.filter((item) => isNamed(item) && !isBegun(item))].slice(0, mostShown);
}

/** The source with the name in place of the fragment, and where the caret is then. */
export function complete(
  source: string,
  { start, end }: Omit<Fragment, 'text'>,
  insert: string,
): { source: string; caret: number } {
  return { source: source.slice(0, start) + insert + source.slice(end), caret: start + insert.length };
}
