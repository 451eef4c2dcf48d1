import baseline from './private-results.json' with { type: 'json' };
import type { SourceBreach } from './source-rules.ts';

/** Member of a union type for a failure. Members of types end with semicolons, those of values with commas. */
const failureMember = /\{\s*(?:readonly ok: false\s*[;}]|ok: false\s*;)/g;
const home = 'packages/geometry/src/result.ts';
const known: Readonly<Record<string, number>> = baseline;

/** Counts the types of a file that tell success and failure apart on their own, instead of by `Result`. */
export function countPrivateResults(file: string, text: string): number {
  if (file === home || !/^(packages|services|web)\//.test(file) || /\.(test|fixture)\.tsx?$/.test(file)) return 0;
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  return [...code.matchAll(failureMember)].length;
}

/** Refuses private result types beyond those in the list, which only shrinks. */
export function findPrivateResults(file: string, text: string): SourceBreach[] {
  const count = countPrivateResults(file, text);
  const allowed = known[file] ?? 0;
  if (count === allowed) return [];
  const detail =
    count > allowed
      ? `${count} types with their own 'ok: false', ${allowed} allowed; use Result from @cellwright/domain/basics`
      : `${count} types with their own 'ok: false', ${allowed} listed; lower the number in private-results.json`;
  return [{ rule: 'one-result-type', file, detail }];
}
