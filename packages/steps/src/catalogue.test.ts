import { stepKinds } from '@cellwright/domain/routine';
import { listFieldPaths } from '@cellwright/fields';
import { describe, expect, it } from 'vitest';
import { effectiveTimeLimit, sayInEnglish } from './framework/index.ts';
import { builtStepContracts, findStepContract, labelOfKind, refuseKind, stepContracts } from './step-contracts.ts';
import { findStepRuntime } from './step-runtimes.ts';
import { provokeCheck, provokePlay } from './testing/provoke.fixture.ts';

const names = {
  say: sayInEnglish,
  spaceItem: (id: string) => id,
  variable: (id: string) => id,
  step: (id: string) => id,
};

describe.each(builtStepContracts)('$kind', (contract) => {
  it('has a registration under its name, with a runtime', () => {
    expect(findStepContract(contract.kind)).toBe(contract);
    expect(findStepRuntime(contract.kind)).toBeDefined();
  });

  it('has examples that parse and do not change when parsed again', () => {
    expect(contract.examples.length).toBeGreaterThan(0);
    for (const { args } of contract.examples) {
      const parsed = contract.args.parse(args);
      expect(contract.args.parse(parsed)).toEqual(parsed);
      expect(contract.summarize(parsed, names)).not.toBe('');
    }
  });

  it('starts with valid arguments and with a first step that is allowed inside', () => {
    const { args = {}, child } = contract.newStep ?? {};
    expect(contract.args.safeParse({ ...contract.examples[0]?.args, ...args }).success).toBe(true);
    if (child !== undefined) expect(contract.children.allowedKinds ?? [child]).toContain(child);
  });

  it('parses without its optional arguments and applies the documented defaults', () => {
    const described = listFieldPaths(contract.args).filter(({ path }) => !path.includes('.') && !path.includes('['));
    const required = described.filter(({ isRequired }) => isRequired).map(({ path }) => path);
    const given = Object.entries(contract.examples[0]?.args ?? {}).filter(([name]) => required.includes(name));
    const parsed = contract.args.parse(Object.fromEntries(given));
    for (const { path, defaultValue } of described) {
      if (defaultValue !== undefined) expect(parsed).toHaveProperty([path], defaultValue);
    }
  });

  it('labels every argument and gives every measure a unit', () => {
    for (const { path, label, unit, type } of listFieldPaths(contract.args)) {
      expect(label, `${path} needs a label`).toBeTruthy();
      if (type === 'number' || type === '6 numbers') expect(unit, `${path} needs a unit`).toBeTruthy();
    }
  });

  it('reports every message that it documents', async () => {
    for (const { message, provokedBy } of contract.messages) {
      if (provokedBy.played === undefined) {
        const problems = provokeCheck(contract, provokedBy);
        expect(problems.map((problem) => problem.message)).toContain(message);
        for (const { fieldId } of problems) expect(fieldId, `${message} needs a field`).toBeTruthy();
      } else {
        expect(await provokePlay(contract, provokedBy)).toMatchObject({ kind: 'failed', message });
      }
    }
  });

  it('warns before its time limit', () => {
    for (const { args } of contract.examples) {
      const limit = effectiveTimeLimit(contract.timeLimit(contract.args.parse(args)));
      if (limit !== undefined) expect(limit.warningMS).toBeLessThan(limit.limitMS);
    }
  });
});

describe('The catalogue', () => {
  it('has only kinds of the specification', () => {
    expect(stepKinds).toEqual(expect.arrayContaining(Object.keys(stepContracts)));
  });

  it('names kinds that are not built and refuses to play them', () => {
    expect(labelOfKind('Wait')).toBe('Wait');
    expect(labelOfKind('RunSkill')).toBe('RunSkill (unknown)');
    expect(refuseKind('Wait')).toBeUndefined();
    expect(refuseKind('RunSkill')).toBe('RunSkill (unknown): this build cannot play steps of this kind');
    expect(refuseKind('constructor')).toBe('No step kind "constructor" exists');
  });
});
