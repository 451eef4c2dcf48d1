import type { Completion } from '@cellwright/domain/routine';

/** Maximum of suggestions, so that they do not hide the form below. */
const mostShown = 8;

/** Text before the caret that may begin a name. */
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

/** Returns the names that continue the fragment, by their code or label; none for an empty fragment. */
export function findMatches(items: readonly Completion[], { text }: Fragment): Completion[] {
  // A number does not begin a name, although ids and names may contain one.
  if (/^[\d.]*$/.test(text)) return [];
  const words = text.toLowerCase();
  const isBegun = ({ insert }: Completion) => insert?.toLowerCase().startsWith(words) === true && insert !== text;
  const isNamed = ({ insert, name, owner }: Completion) =>
    insert !== null && insert !== text && `${name} ${owner ?? ''}`.toLowerCase().includes(words);
  const begun = items.filter(isBegun);
  return [...begun, ...items.filter((item) => isNamed(item) && !isBegun(item))].slice(0, mostShown);
}

/** Returns the source with the name in place of the fragment, and the new position of the caret. */
export function complete(
  source: string,
  { start, end }: Omit<Fragment, 'text'>,
  insert: string,
): { source: string; caret: number } {
  return { source: source.slice(0, start) + insert + source.slice(end), caret: start + insert.length };
}
