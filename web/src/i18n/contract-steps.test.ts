import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findSource } from '@cellwright/domain/basics';
import { type Field, readFields } from '@cellwright/fields';
import { builtStepContracts } from '@cellwright/steps/contracts';
import { templateOf } from '@cellwright/steps/framework';
import ts from 'typescript';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { checkFieldTexts } from './contract-fields.fixture.ts';
import { deContracts } from './de/contract.ts';
import { editorDe } from './de-author.ts';
import { editorEn } from './en-author.ts';

// The cell remembers the last texts of each message: other tests of this worker have made many.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

const stepsFolder = resolve(import.meta.dirname, '../../../packages/steps/src');

/** Returns the templates of `say` in a source, whatever name it is called by. */
function templatesIn(source: string): string[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && /(^|\.)say$/.test(node.tag.getText(file))) {
      found.push(templateOf(partsOf(node.template)));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function partsOf(template: ts.TemplateLiteral): string[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
}

const sources = readdirSync(stepsFolder, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(path),
);
const templates = new Set(sources.flatMap((path) => templatesIn(readFileSync(resolve(stepsFolder, path), 'utf8'))));
const holesOf = (text: string) => [...text.matchAll(/\{\d+\}/g)].map(([hole]) => hole).toSorted();

describe('The German texts of step contracts', () => {
  it('cover every sentence with all parts of the English, and no other', () => {
    const { sentences } = deContracts;
    expect(templates).toContain('Move to {0}');
    for (const template of templates) {
      expect(sentences, `'${template}' needs German`).toHaveProperty([template]);
      expect(holesOf(sentences[template] ?? ''), template).toEqual(holesOf(template));
    }
    expect(Object.keys(sentences).filter((template) => !templates.has(template))).toEqual([]);
  });

  it('cover every kind, and no other', () => {
    expect(Object.keys(deContracts.stepKinds).toSorted()).toEqual(
      builtStepContracts.map(({ kind }) => kind).toSorted(),
    );
  });

  it('cover every field of every kind, and no other', () => {
    const { stepFields: own, sharedStepFields: shared } = deContracts;
    const schemas = builtStepContracts.map(({ kind, args }) => ({ kind, schema: args }));
    expect(checkFieldTexts(schemas, { own, shared })).toEqual([]);
  });

  it('have an id for every message of a kind', () => {
    const unnamed = builtStepContracts.flatMap(({ kind, messages }) =>
      messages
        .filter(({ message, provokedBy }) => !provokedBy.played && !message.startsWith('Error in'))
        .flatMap(({ message }) => (findSource(message) ? [] : [`${kind}: ${message}`])),
    );
    expect(unnamed).toEqual([]);
  });
});

/** Letters and protocol words. */
const alikeEverywhere = new Set(['A', 'B', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

function choicesIn(fields: readonly Field[]): string[] {
  return fields.flatMap(({ control, choices, fields: inside }) => [
    ...(control === undefined ? choices : []),
    ...choicesIn(inside),
  ]);
}

it.each([
  ['English', editorEn.choices],
  ['German', editorDe.choices],
])('every choice of a step has a text in %s', (_language, words) => {
  const choices = builtStepContracts.flatMap((contract) => choicesIn(readFields(contract.args)));
  expect(choices).toContain('force_grip');
  for (const choice of choices) if (!alikeEverywhere.has(choice)) expect(words).toHaveProperty([choice]);
});
