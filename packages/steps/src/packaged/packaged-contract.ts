import { checkMigrations, readValueLike, type VariableValue } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { type Expression, expressionSchema } from '@cellwright/domain/routine';
import { toMigration } from '@cellwright/equipment/packaged';
import * as z from 'zod';
import {
  type AnyStepContract,
  describeExpression,
  type ExpressionUse,
  type FieldProblem,
  invalid,
  type SummaryNames,
  sayInEnglish,
} from '../framework/index.ts';
import { toSchema } from './arguments.ts';
import type { DeclaredStep, PackageManifest } from './manifest.ts';

/** Variable of every step of a package: the last text that it logged. */
export const reportVariable = 'report';

/** A step kind of a loaded package. */
export interface PackagedStep {
  readonly manifest: PackageManifest;
  readonly step: DeclaredStep;
  readonly contract: AnyStepContract;
}

/**
 * Returns a declared step kind as a contract like that of a built one, and checks it like those.
 * @param refuseToPlay returns why the package cannot play now
 * @throws Error that continues 'The step kind X: '
 */
export function createPackagedStep(
  manifest: PackageManifest,
  step: DeclaredStep,
  refuseToPlay: () => string | undefined,
): PackagedStep {
  const args = toSchema(step.arguments);
  const { label, section, description, variables, hasOutsideEffect, version, requires, timeLimitMS } = step;
  const contract: AnyStepContract = {
    kind: `${manifest.name}/${step.kind}`,
    ...{ label, section, description, args, hasOutsideEffect, version, requires },
    migrations: step.migrations.map(toMigration),
    children: { policy: 'forbidden' },
    variables: { ...variables, [reportVariable]: '' },
    answersFromOutside: true,
    setsVariables: (given) => step.setsVariables.flatMap((name) => textIn(given, name) ?? []),
    timeLimit: () => ({ limitMS: timeLimitMS, warningMS: null }),
    expressions: (given) => expressionsOf(step, given),
    check: (checked, { environmentVariables, spaceItems, equipment }) =>
      checkReferences(step, checked.args, {
        variable: (id) => (environmentVariables.has(id) ? undefined : messages.variableNotValid(id)),
        spaceItem: (id) => (spaceItems.has(id) ? undefined : messages.chooseValidSpaceItem),
        equipment: (id) =>
          equipment === undefined || equipment.some((device) => device.id === id)
            ? undefined
            : 'This device does not exist or is switched off. Choose another',
      }),
    refuseToPlay,
    summarize: (given, names) => summarize(step, given, names),
    examples: step.examples,
    messages: [],
  };
  checkDeclaration(step, checkMigrations('It', contract));
  return { manifest, step, contract };
}

/** Holds a declared kind to the rules that the catalogue tests of built kinds check. @throws Error */
function checkDeclaration(step: DeclaredStep, { args, summarize: describe }: AnyStepContract): void {
  const names = new Set(Object.keys(step.arguments.properties));
  const unknown = [...placeholdersIn(step.summary), ...step.setsVariables].find((name) => !names.has(name));
  if (unknown !== undefined) throw new Error(`summary or setsVariables names ${unknown}, which is not an argument`);
  if (Object.hasOwn(step.variables, reportVariable)) throw new Error(`The variable ${reportVariable} exists already`);
  for (const [name, value] of Object.entries(step.dryRun.variables)) {
    const initial = step.variables[name];
    if (initial === undefined) throw new Error(`dryRun sets ${name}, which is not a variable of the step`);
    const typed = readValueLike(initial, value);
    if (!typed.ok) throw new Error(`dryRun: ${name} ${typed.error}`);
  }
  for (const { title, args: example } of step.examples) {
    const parsed = args.safeParse(example);
    const stranger = Object.keys(example).find((name) => !names.has(name));
    if (stranger !== undefined) throw new Error(`The example '${title}' sets ${stranger}, which is not an argument`);
    if (!parsed.success) throw new Error(`The example '${title}' is wrong: ${z.prettifyError(parsed.error)}`);
    describe(parsed.data, plainNames);
  }
}

const plainNames: SummaryNames = {
  say: sayInEnglish,
  spaceItem: (id) => id,
  variable: (id) => id,
  step: (id) => id,
};

function controlled(step: DeclaredStep, wanted: readonly string[]): string[] {
  return Object.entries(step.arguments.properties).flatMap(([name, { control }]) =>
    control !== undefined && wanted.includes(control) ? [name] : [],
  );
}

function expressionsOf(step: DeclaredStep, args: unknown): ExpressionUse[] {
  return controlled(step, ['expression', 'condition', 'numberOrExpression']).flatMap((fieldId) => {
    const expression = findExpression(args, fieldId);
    return expression === undefined ? [] : [{ fieldId, expression }];
  });
}

/** Returns the expression in an argument; undefined if it has another value. */
export function findExpression(args: unknown, name: string): Expression | undefined {
  return expressionSchema.safeParse(valueIn(args, name)).data;
}

type Reference = 'variable' | 'spaceItem' | 'equipment';

function checkReferences(
  step: DeclaredStep,
  args: unknown,
  refuse: Readonly<Record<Reference, (id: string) => string | undefined>>,
): FieldProblem[] {
  const kinds: readonly Reference[] = ['variable', 'spaceItem', 'equipment'];
  return kinds.flatMap((kind) =>
    controlled(step, [kind]).flatMap((name) => {
      const id = textIn(args, name);
      const message = id === undefined ? undefined : refuse[kind](id);
      return message === undefined ? [] : [invalid(name, message)];
    }),
  );
}

function summarize({ summary, arguments: { properties } }: DeclaredStep, args: unknown, names: SummaryNames): string {
  const parts = summary.split(/\{[A-Za-z0-9]+\}/);
  const values = placeholdersIn(summary).map((name) => {
    const value = valueIn(args, name);
    const text = typeof value === 'string' ? value : undefined;
    const control = properties[name]?.control;
    if (text !== undefined && control === 'variable') return names.variable(text);
    if (text !== undefined && control === 'spaceItem') return names.spaceItem(text);
    const expression = findExpression(args, name);
    if (expression !== undefined) return describeExpression(expression, names);
    return isShown(value) ? value : String(value ?? '');
  });
  return names.say(Object.assign([...parts], { raw: parts }), ...values);
}

const isShown = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

function placeholdersIn(summary: string): string[] {
  return [...summary.matchAll(/\{([A-Za-z0-9]+)\}/g)].flatMap(([, name]) => name ?? []);
}

function textIn(args: unknown, name: string): string | undefined {
  const value = valueIn(args, name);
  return typeof value === 'string' ? value : undefined;
}

function valueIn(args: unknown, name: string): unknown {
  return new Map<string, unknown>(Object.entries(Object(args))).get(name);
}

/** Returns the initial value of a variable of the step; undefined if it has none of that name. */
export function initialValueOf({ contract }: PackagedStep, name: string): VariableValue | undefined {
  return new Map(Object.entries(contract.variables)).get(name);
}
