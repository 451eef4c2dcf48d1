import { readFileSync } from 'node:fs';
import { parseRoutine } from '@cellwright/domain/routine';
import { readFields } from '@cellwright/fields';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sayInEnglish } from '../framework/index.ts';
import { findStepContract, listStepContracts, refuseKind } from '../step-contracts.ts';
import { playback, step } from '../testing/play.fixture.ts';
import { upgradeRoutineParts } from '../upgrade-routine.ts';
import { validateRoutine } from '../validate.ts';
import { loadKindPackages, setPackageFailure } from './kind-packages.ts';

const template = readFileSync(
  new URL('../../../../examples/kind-packages/blink-lamp/cellwright.json', import.meta.url),
  'utf8',
);
const kind = 'blink-lamp/BlinkLamp';
const names = { say: sayInEnglish, spaceItem: String, variable: () => 'Count', step: String };
const cell = { globalVariables: [], spaceItems: [], equipment: [] };

/** Loads the package of the template with changes of its text. */
function load(change: (text: string) => string = (text) => text, folder = 'blink-lamp') {
  return loadKindPackages([{ folder, manifest: { ok: true, value: change(template) } }])[0];
}

function change(fields: object, stepFields: object = {}): (text: string) => string {
  return (text) => {
    const manifest = JSON.parse(text);
    return JSON.stringify({ ...manifest, steps: [{ ...manifest.steps[0], ...stepFields }], ...fields });
  };
}

function routineWith(configuration: object) {
  return {
    id: 'routine_1',
    name: 'Lamp',
    steps: [{ id: 'step_1', stepKind: kind }],
    stepConfigurations: { step_1: { stepKind: kind, ...configuration } },
  };
}

function problemsOf(configuration: object) {
  const parsed = parseRoutine(routineWith(configuration));
  if (!parsed.ok) throw new Error('The routine cannot be read');
  return validateRoutine(parsed.value, cell);
}

beforeEach(() => void load());
afterEach(() => void loadKindPackages([]));

describe('A step kind of a package', () => {
  it('appears with its form, defaults and sentence, like a built one', () => {
    const contract = findStepContract(kind);
    expect(listStepContracts()).toContain(contract);
    expect(contract && readFields(contract.args)).toMatchObject([
      { name: 'output', label: 'Output', shape: 'text', defaultValue: 'Output 1' },
      { name: 'count', label: 'Flashes', shape: 'number', isWhole: true, minimum: 1, maximum: 100 },
      { name: 'halfPeriod', unit: 'ms', defaultValue: 200 },
      { name: 'counter', control: 'variable', isRequired: false },
    ]);
    expect(contract?.summarize(contract.args.parse({ count: 2 }), names)).toBe('Blink Output 1 2 times');
  });

  it('gets its arguments and references checked', () => {
    expect(problemsOf({ args: { count: 3 }, formatVersion: 2 })).toEqual([]);
    expect(problemsOf({ args: { count: 0, speed: 1 }, formatVersion: 2 })).toMatchObject([
      { fieldId: 'count', message: 'This must be at least 1' },
      { fieldId: 'speed' },
    ]);
    expect(problemsOf({ args: { counter: 'gone' }, formatVersion: 2 })).toMatchObject([{ fieldId: 'counter' }]);
  });

  it('migrates older arguments, and refuses newer ones by name', () => {
    const old = upgradeRoutineParts(routineWith({ args: { times: 7 } }));
    expect(old).toMatchObject({
      ok: true,
      routine: { stepConfigurations: { step_1: { args: { count: 7 }, formatVersion: 2 } } },
    });
    expect(upgradeRoutineParts(routineWith({ args: {}, formatVersion: 3 }))).toMatchObject({
      ok: false,
      problems: [
        {
          message: expect.stringContaining(
            `${kind} step has format version 3, the package blink-lamp reads up to version 2. Update the package`,
          ),
        },
      ],
    });
  });

  it('plays with the calls of its package', async () => {
    const run = playback([step(kind, {}, [], { id: 'lamp' })], {
      packages: {
        async run({ args }, calls, signal) {
          const call = (name: string, ...given: unknown[]) => calls.call(name, JSON.stringify(given), signal);
          expect(args).toEqual({ output: 'Output 1', count: 3, halfPeriod: 200 });
          expect(await call('setOutput', 'Output 1', 'high')).toEqual({ ok: true, json: 'null' });
          expect(await call('setStepVariable', 'flashes', 1)).toEqual({ ok: true, json: 'null' });
          expect(await call('readPort', 'Input 1')).toMatchObject({ ok: true });
          expect(await call('setStepVariable', 'flashes', 'many')).toMatchObject({ ok: false });
          expect(await call('setStepVariable', 'speed', 1)).toMatchObject({ ok: false });
          expect(await call('setOutput', 'Output 1')).toMatchObject({ ok: false });
          expect(await call('open', '/etc/passwd')).toEqual({ ok: false, message: 'cell.open does not exist' });
          expect(await call('commandDevice', 'gripper', null, {})).toEqual({
            ok: false,
            message: 'cell.commandDevice needs "devices" in the uses of blink-lamp, which does not declare it',
          });
          await call('log', 'done');
          return { ok: true, value: undefined };
        },
      },
    });
    expect(await run.finish()).toMatchObject({ kind: 'completed' });
    expect(run.cell.actions).toEqual(['Output 1 high']);
    expect(run.events).toEqual(
      expect.arrayContaining(['start lamp', 'lamp.flashes = 1', 'lamp.report = done', 'end lamp completed']),
    );
  });

  it('takes its declared time and sets its declared variables in a dry run', async () => {
    const run = playback([step(kind, {}, [], { id: 'lamp' })]);
    expect(await run.finish()).toMatchObject({ kind: 'completed' });
    expect(run.clock.now()).toBeGreaterThanOrEqual(1200);
    expect(run.events).toContain('lamp.flashes = 3');
  });

  it('warns and does not run without its package, and keeps the document', async () => {
    loadKindPackages([]);
    const reason = `${kind} (unknown): the package blink-lamp is not installed. Install it and restart the cell`;
    const routine = routineWith({ args: { times: 7, other: [1] } });
    expect(upgradeRoutineParts(routine)).toEqual({ ok: true, routine });
    expect(problemsOf({ args: { times: 7 } })).toMatchObject([{ kind: 'configurationWarning', message: reason }]);
    const run = playback([step(kind)]);
    expect(run.engine.checkStart(undefined)).toMatchObject({
      kind: 'refused',
      message: `Step 1: ${reason}`,
    });
  });

  it('does not run while its package has failed', () => {
    setPackageFailure('blink-lamp', 'Its process ended unexpectedly');
    const reason = 'The package blink-lamp cannot be used. Its process ended unexpectedly';
    expect(findStepContract(kind)?.refuseToPlay?.({}, () => undefined)).toBe(reason);
    setPackageFailure('blink-lamp', undefined);
    expect(findStepContract(kind)?.refuseToPlay?.({}, () => undefined)).toBeUndefined();
  });
});

describe('A package', () => {
  it.each([
    ['is not JSON', () => '{', 'cellwright.json is not valid JSON'],
    ['has an unknown field', change({ network: true }), 'network'],
    [
      'is nested too deeply',
      (text: string) => text.replace('"args": {', `"args": { "a": ${'['.repeat(20_000)}${']'.repeat(20_000)},`),
      'cellwright.json is nested too deeply',
    ],
    [
      'needs a newer contract',
      change({ contract: 2 }),
      'It needs contract 2, and this cell has contract 1. Update the cell',
    ],
    [
      'has a kind of the product',
      change({}, { kind: 'Wait' }),
      'Wait is a step kind of the product. Choose another name',
    ],
    ['leaves its folder', change({ main: '../index.js' }), 'main: must be a file of the package such as dist/index.js'],
    [
      'lacks a migration',
      change({}, { version: 3 }),
      'It is at version 3: it needs one migration for each version from 2',
    ],
    [
      'has a wrong example',
      change({}, { examples: [{ title: 'Bad', args: { count: 'x' } }] }),
      "The example 'Bad' is wrong",
    ],
    ['names an unknown argument', change({}, { summary: 'Blink {lamp}' }), 'names lamp, which is not an argument'],
    [
      'has a number without a unit',
      change({}, { arguments: { type: 'object', properties: { a: { title: 'A', type: 'number' } } } }),
      'The argument a is a number without a unit',
    ],
    [
      'has a wrong default',
      change({}, { arguments: { type: 'object', properties: { a: { title: 'A', type: 'integer', default: 'x' } } } }),
      'has the invalid default "x"',
    ],
    ['reorders its label', change({}, { label: 'Blink \u202e pots' }), 'must be one line without control characters'],
    ['hides a text', change({}, { description: 'Blinks\u{e0041}' }), 'must be one line without control characters'],
    ['breaks a line', change({}, { label: 'Blink\nStop' }), 'must be one line without control characters'],
  ])('whose manifest %s is refused with the reason', (_name, changed, reason) => {
    expect(load(changed)?.problem).toContain(reason);
    expect(findStepContract(kind)).toBeUndefined();
    expect(refuseKind(kind)).toContain(reason);
  });

  it('without the kind names its version', () => {
    expect(refuseKind('blink-lamp/Sparkle')).toBe(
      'The package blink-lamp 1.0.0 has no step kind Sparkle. Update the package',
    );
  });
});
