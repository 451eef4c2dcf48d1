import type { NamedValue } from '@cellwright/domain/formula';

/** Maximum count of suggestions, so that they do not hide the form below. */
const maxSuggestions = 8;

/** Beginning of a name before the caret: a word, or a name in brackets that is still open. */
const fragmentBefore = /\[[^\]]*$|[\p{ID_Start}_][\p{ID_Continue}]*$/u;

export interface FormulaFragment {
  /** Typed beginning of a name, without the bracket. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function findFormulaFragment(source: string, caret: number): FormulaFragment {
  const [found = ''] = fragmentBefore.exec(source.slice(0, caret)) ?? [];
  // The closing bracket of a name that is completed is replaced with it.
  const end = found.startsWith('[') && source.charAt(caret) === ']' ? caret + 1 : caret;
  return { text: found.replace(/^\[/, ''), start: caret - found.length, end };
}

interface Found {
  readonly values: readonly NamedValue[];
  readonly functions: readonly string[];
}

/** Returns the values and functions whose names contain a fragment, those that begin with it first. */
export function findNames(values: readonly NamedValue[], functions: readonly string[], fragment: string): Found {
  const words = fragment.toLowerCase();
  if (words === '') return { values: [], functions: [] };
  const named = values.filter(({ name }) => name.toLowerCase().includes(words) && name.toLowerCase() !== words);
  const begun = named.filter(({ name }) => name.toLowerCase().startsWith(words));
  const found = [...begun, ...named.filter((value) => !begun.includes(value))].slice(0, maxSuggestions);
  const calls = functions.filter((name) => name.toLowerCase().startsWith(words));
  return { values: found, functions: calls.slice(0, maxSuggestions - found.length) };
}
