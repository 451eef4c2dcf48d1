import { readdirSync, readFileSync } from 'node:fs';
import { stepKinds } from '@cellwright/domain/routine';
import { findStepContract } from '@cellwright/steps/contracts';
import { describe, expect, it } from 'vitest';

const folder = new URL('../', import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file),
);

describe('the dry run', () => {
  it.each(sources)('names no step kind in %s', (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    expect(stepKinds.filter((kind) => text.includes(`'${kind}'`))).toEqual([]);
  });
});

/** The facts that contracts state, by kind. */
function kindsWith(fact: 'answersFromOutside' | 'asksOperator' | 'setsVariables' | 'branches' | 'isEndless'): string[] {
  return stepKinds.filter((kind) => findStepContract(kind)?.[fact]);
}

describe('facts for a dry run', () => {
  it('name the kinds whose variables hold an answer from outside', () => {
    expect(kindsWith('answersFromOutside').toSorted()).toEqual([
      ...['ActuateGripper', 'ActuateScrewdriver', 'ActuateVacuum', 'CNCMonitorMachine', 'Classify', 'Locate'],
      ...['NetworkRequest', 'PressButton', 'PushMode', 'WaitForConfirmation'],
    ]);
  });

  it('find the variables that a step sets', () => {
    const set = (kind: string, args: unknown) =>
      findStepContract(kind)?.setsVariables?.(findStepContract(kind)?.args.parse(args), {
        variables: [
          { id: 'variable_1', name: 'count' },
          { id: 'variable_2', name: 'shift' },
        ],
        codeBlocks: [{ id: 'codeBlock_1', source: 'cell.setVariable("count", 1)' }],
      });
    const newValue = { kind: 'constant', value: 1 };
    expect(set('SetEnvironmentVariable', { variableID: 'variable_2', newValue })).toEqual(['variable_2']);
    expect(set('CodeBlock', { codeBlockId: 'codeBlock_1' })).toEqual(['variable_1']);
    expect(set('CodeBlock', { codeBlockId: 'codeBlock_gone' })).toEqual([]);
    const registers = [{ register: 'Parts', variableID: 'variable_1' }, { register: 'Start' }];
    const outputs = [{ path: 'order', variableID: 'variable_2' }];
    expect(set('NetworkRequest', { registers, outputs })).toEqual(['variable_1', 'variable_2']);
  });

  it('distinguish an endless loop from one that ends', () => {
    const { isEndless } = findStepContract('Loop') ?? {};
    expect(
      [{}, { times: 2 }, { condition: { kind: 'constant', value: true } }].map((args) => isEndless?.(args)),
    ).toEqual([true, false, false]);
  });

  it('distinguish a branch that continues the one before it', () => {
    const { branches } = findStepContract('If') ?? {};
    expect(['if', 'elseIf', 'else'].map((branch) => branches?.continuesPrevious({ branch }))).toEqual([
      false,
      true,
      true,
    ]);
  });
});
