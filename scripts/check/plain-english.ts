import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import type { SourceBreach } from './source-rules.ts';

/** A text that does not follow the rules of plain English in docs/style.md. */
export interface OddText {
  /** Counted from 1. */
  readonly line: number;
  readonly why: string;
}

/** Odd texts per file from before the rules; the numbers may only fall. */
export type Baseline = Readonly<Record<string, number>>;

const subjectless = /^(?:What|Where|How|Of|Whoever|Who|Whose|That|Nobody|Somebody)\s/;
const idioms =
  /\b(?:anew|all the same|nobody|somebody|whoever|as many as|comes? to it|goes by|for ever|hears? of|is told|are told)\b/i;
const testTitle =
  /(?:(?<!['"`]\s*)\b(?:it|test)(?:\.each\([\s\S]*?\))?|^\s*\](?: as const)?\))\(\s*(['"`])(is|are|that|of) /;
const coinedName =
  /^export (?:async )?function ((?:tell|hear|note|most|until)[A-Z]\w*)|^(?:export )?(?:abstract )?class (\w*Keeper)\b/;

/** Returns the texts of a source file that break a rule, in their order. */
export function findOddTexts(source: string): OddText[] {
  return source.split('\n').flatMap((text, index) => {
    const why = judge(text);
    return why === undefined ? [] : [{ line: index + 1, why }];
  });
}

function judge(text: string): string | undefined {
  const title = testTitle.exec(text);
  if (title) return `a test title starts with '${title[2]}'; start with a verb`;
  const name = coinedName.exec(text);
  if (name) return `the name ${name[1] ?? name[2]}; use the usual term`;
  const comment = commentIn(text);
  if (comment === undefined) return undefined;
  if (subjectless.test(comment))
    return `a comment starts with '${comment.split(' ')[0]}'; start with the thing or a verb`;
  const idiom = idioms.exec(comment);
  return idiom ? `'${idiom[0]}' in a comment; use an ordinary word` : undefined;
}

/** Text of a comment on a line of its own; undefined for code. */
function commentIn(text: string): string | undefined {
  return /^\s*(?:\/\*\*|\*|\/\/)\s?(?!@)(.*?)(?:\s*\*\/)?$/.exec(text)?.[1];
}

export const generated = ['**/node_modules/**', '**/dist/**', '**/gen/**', 'scripts/check/fixtures/**'];

/** Returns the odd texts of every source file that has some. */
export function readOddTexts(root: string): ReadonlyMap<string, readonly OddText[]> {
  const files = globSync(['{packages,services,web,scripts}/**/*.{ts,tsx}'], { cwd: root, ignore: generated });
  const found = files.sort().map((file) => [file, findOddTexts(readFileSync(`${root}/${file}`, 'utf8'))] as const);
  return new Map(found.filter(([, texts]) => texts.length > 0));
}

/** Returns a breach for each file with more odd texts than its baseline, with all of them. */
export function findRises(found: ReadonlyMap<string, readonly OddText[]>, baseline: Baseline): SourceBreach[] {
  return [...found].flatMap(([file, texts]) => {
    const allowed = baseline[file] ?? 0;
    if (texts.length <= allowed) return [];
    const lines = texts.map(({ line, why }) => `line ${line}: ${why}`).join('; ');
    const detail = `has ${texts.length} texts that are not plain English, more than ${allowed} (docs/style.md): ${lines}`;
    return [{ rule: 'plain-english', file, detail }];
  });
}
