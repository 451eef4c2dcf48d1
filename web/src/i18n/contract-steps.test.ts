import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Field, listFieldPaths, readFields } from '@cellwright/fields';
import { builtStepContracts } from '@cellwright/steps/contracts';
import { templateOf } from '@cellwright/steps/framework';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { deContractSteps } from './de/contract-steps.ts';
import { editorDe } from './de-author.ts';
import { editorEn } from './en-author.ts';

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
const texts = new Set(
  builtStepContracts.flatMap((contract) => {
    const { label, description, questionBeforeStartingInside, resume } = contract;
    const fields = listFieldPaths(contract.args).flatMap((field) => [field.label, field.help]);
    return [label, description, questionBeforeStartingInside, resume?.refusal, ...fields].filter(
      (text) => text !== undefined,
    );
  }),
);

const holesOf = (text: string) => [...text.matchAll(/\{\d+\}/g)].map(([hole]) => hole).toSorted();

describe('The German texts of step contracts', () => {
  it('cover every sentence with all parts of the English', () => {
    expect(templates).toContain('Move to {0}');
    for (const template of templates) {
      expect(deContractSteps, `'${template}' needs German`).toHaveProperty([template]);
      expect(holesOf(deContractSteps[template] ?? ''), template).toEqual(holesOf(template));
    }
  });

  it('cover every kind, its fields and its questions', () => {
    for (const text of texts) expect(deContractSteps, `'${text}' needs German`).toHaveProperty([text]);
  });

  it('contain nothing that no contract uses', () => {
    expect(Object.keys(deContractSteps).filter((text) => !texts.has(text) && !templates.has(text))).toEqual([]);
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
