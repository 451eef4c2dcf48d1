import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import ts from 'typescript';
import { generated } from './plain-english.ts';

export const textKinds = ['comment', 'test title', 'UI string', 'error text'] as const;
export type TextKind = (typeof textKinds)[number];

/** A text that people read in the sources. */
export interface SourceText {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

export type Texts = Readonly<Record<TextKind, readonly SourceText[]>>;

const testFile = /\.test\.tsx?$/;
const helperFile = /\/i18n\/de|\.fixture\.tsx?$|\/(testing|testkit|e2e|bench)\//;
const catalogue = /^web\/src\/i18n\/(en\/.*|en|en-author)\.ts$/;
const messageFile = /\/(\w+-)*(messages|wording)\.ts$/;
const errorProperty = /^(message|reason|problem|error|refusal|hint|advice)$/;
const refusals = new Set(['refuse', 'fail', 'reject', 'invalid']);

/** Returns all comments, test titles, UI strings and error texts of the sources. */
export function readTexts(root: string): Texts {
  const found: Record<TextKind, SourceText[]> = { comment: [], 'test title': [], 'UI string': [], 'error text': [] };
  const files = globSync(['{packages,services,web,scripts}/**/*.{ts,tsx}'], { cwd: root, ignore: generated });
  for (const file of files.sort())
    for (const [kind, text] of textsIn(file, readFileSync(`${root}/${file}`, 'utf8'))) found[kind].push(text);
  return found;
}

/** Returns the texts of one source file, each with its kind. */
export function textsIn(file: string, source: string): [TextKind, SourceText][] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const at = (position: number, text: string): SourceText => ({
    file,
    line: tree.getLineAndCharacterOfPosition(position).line + 1,
    text,
  });
  const found: [TextKind, SourceText][] = commentsIn(source).map(({ position, text }) => [
    'comment',
    at(position, text),
  ]);
  const visit = (node: ts.Node): void => {
    const kind = kindOf(file, node);
    if (kind !== undefined) found.push([kind, at(node.getStart(tree), readLiteral(node, tree))]);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Text of a string or template as in the source, without its quotes. */
function readLiteral(node: ts.Node, tree: ts.SourceFile): string {
  return ts.isStringLiteral(node) ? node.text : node.getText(tree).slice(1, -1);
}

function kindOf(file: string, node: ts.Node): TextKind | undefined {
  const isTemplate = ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
  if (!ts.isStringLiteral(node) && !isTemplate) return undefined;
  if (testFile.test(file)) return isTitle(node) ? 'test title' : undefined;
  if (helperFile.test(file)) return undefined;
  if (catalogue.test(file)) return isValue(node) ? 'UI string' : undefined;
  return isSentence(node.getText()) && isErrorText(file, node) ? 'error text' : undefined;
}

/** True for the value of a property, and an entry of a list. */
function isValue(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isArrayLiteralExpression(parent) || (ts.isPropertyAssignment(parent) && parent.initializer === node);
}

/** True if the literal has at least three words. */
function isSentence(text: string): boolean {
  return /^.[A-Z$'‘].*?\S+\s+\S+\s+\S+/s.test(text);
}

function isTitle(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== node) return false;
  return /^(it|test)\b/.test(parent.expression.getText());
}

/** True if the literal is, also through a choice or a sum, the text of an error, of a refusal or of a message. */
function isErrorText(file: string, node: ts.Node): boolean {
  let inner = node;
  let { parent } = node;
  while (ts.isConditionalExpression(parent) || ts.isBinaryExpression(parent) || ts.isParenthesizedExpression(parent)) {
    inner = parent;
    parent = parent.parent;
  }
  if (ts.isNewExpression(parent)) return parent.expression.getText().endsWith('Error');
  if (ts.isCallExpression(parent)) return refusals.has(parent.expression.getText().split('.').at(-1) ?? '');
  if (ts.isPropertyAssignment(parent) && parent.initializer === inner)
    return messageFile.test(file) || errorProperty.test(parent.name.getText());
  return messageFile.test(file) && ts.isArrowFunction(parent);
}

/** Comments on lines of their own, each block joined to one text. */
function commentsIn(source: string): { position: number; text: string }[] {
  const blocks = source.matchAll(/^[ \t]*(?:\/\*\*?([\s\S]*?)\*\/|((?:\/\/[^\n]*\n?[ \t]*)+))/gm);
  return [...blocks].flatMap((block) => {
    const text = (block[1] ?? block[2] ?? '')
      .split('\n')
      .map((line) => line.replace(/^\s*(?:\*|\/\/)?\s?/, '').trim())
      .join(' ')
      .trim();
    return text === '' || text.startsWith('@') ? [] : [{ position: block.index, text }];
  });
}
