import type { FlagName } from '@cellwright/domain/cell';
import { describe, expect, it } from 'vitest';
import { stepContracts } from '../step-contracts.ts';
import { step } from '../testing/play.fixture.ts';
import { routineOf } from '../testing/provoke.fixture.ts';
import { compileProgram, validateRoutine } from '../validate.ts';
import { flagGates, flagNeededMessage, listFlagNeeds } from './flag-gates.ts';

const target = { jointAngles: [0, 0, 1, 0, -1, 0] };
const isHigh = { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 1 } } };
const move = (...steps: Parameters<typeof step>[2] & object) => step('MoveArmToV2', {}, steps);
const waypoint = (args: object = {}) => step('Waypoint', { target, ...args });
const python = { kind: 'Python', source: '1 == 1' };

/** Content that needs each gated flag, and the field that is reported. */
const gated: Readonly<Partial<Record<FlagName, readonly [sketch: ReturnType<typeof step>, fieldId: string]>>> = {
  palletizing: [step('UpdateVisualization', { targetKind: 'space', action: 'hide' }), 'stepKind'],
  enableCodeBlocks: [step('CodeBlock', { codeBlockId: 'codeBlock_1' }), 'stepKind'],
  classifyStep: [step('Classify', { classes: ['disc'] }), 'stepKind'],
  locateStep: [step('Locate', { planeID: 'space_table', positionListID: 'space_parts' }), 'stepKind'],
  stopEarlyIf: [move(waypoint({ stopEarlyConditions: JSON.stringify([[isHigh]]) })), 'stopEarlyConditions'],
  weldWeaving: [step('Weld', { weaving: {} }, [waypoint(), waypoint()]), 'weaving'],
  setIOInMoveArm: [
    move(waypoint(), step('SetIO', { outputs: [{ kind: 'Output', port: 1, level: 'high' }] })),
    'stepKind',
  ],
  setVariablesInMoveArm: [
    move(waypoint(), step('SetEnvironmentVariable', { variableID: 'v', newValue: { kind: 'constant', value: 1 } })),
    'stepKind',
  ],
  arcInMoveArm: [move(waypoint(), step('Arc', { viaTarget: { target }, endTarget: { target } })), 'stepKind'],
  pythonExpressions: [step('Wait', { condition: python }), 'condition'],
};

const cellOf = (flagsOn?: readonly FlagName[]) => ({
  globalVariables: [],
  spaceItems: [],
  equipment: undefined,
  ...(flagsOn && { flagsOn }),
});
const aboutFlags = (sketch: ReturnType<typeof step>, flagsOn?: readonly FlagName[]) =>
  validateRoutine(routineOf(sketch), cellOf(flagsOn)).filter(({ message }) =>
    message.includes('need the feature flag'),
  );

describe('The table of flag gates', () => {
  it('has content for each of its flags in this test', () => {
    expect(flagGates.map(({ flag }) => flag).sort()).toEqual(Object.keys(gated).sort());
  });

  it('gates each kind that editors offer with a flag, but for steps that newer ones replace', () => {
    const offered = Object.values(stepContracts).flatMap(({ offeredWith }) => (offeredWith ? [offeredWith] : []));
    const ungated = offered.filter((flag) => !flagGates.some((gate) => gate.flag === flag));
    expect(ungated).toEqual(['legacyHaasSteps']);
  });

  describe.each(flagGates.map((gate) => [gate.flag, gate] as const))('%s', (flag, gate) => {
    const [sketch, fieldId] = gated[flag] ?? [step('Wait', {}), ''];

    it('reports a blocking problem at the step while the flag is off', () => {
      expect(aboutFlags(sketch, [])).toMatchObject([{ kind: 'invalidConfiguration', fieldId }]);
    });

    it('reports nothing while the flag is on', () => {
      expect(aboutFlags(sketch, [flag])).toEqual([]);
    });

    it('finds the content in a loaded routine', () => {
      const program = compileProgram(routineOf(sketch));
      const needs = listFlagNeeds(program).map((need) => need.gate.flag);
      expect(needs).toEqual(flag === 'pythonExpressions' ? [] : [flag]);
    });

    it('ignores a disabled step', () => {
      const program = compileProgram(routineOf(sketch)).map((one) => ({ ...one, isDisabled: true }));
      expect(listFlagNeeds(program)).toEqual([]);
    });

    it('has a message that names the flag and the solution', () => {
      expect(flagNeededMessage(gate)).toMatch(/need the feature flag '.+'\. Enable it in the control panel/);
    });
  });

  it('does not gate the same steps outside a move', () => {
    const outside = step('Loop', {}, [
      step('SetIO', { outputs: [{ kind: 'Output', port: 1, level: 'high' }] }),
      step('SetEnvironmentVariable', { variableID: 'v', newValue: { kind: 'constant', value: 1 } }),
    ]);
    expect(aboutFlags(outside, [])).toEqual([]);
  });

  it('does not gate an empty list of conditions', () => {
    expect(aboutFlags(move(waypoint({ stopEarlyConditions: '[]' })), [])).toEqual([]);
  });

  it('finds Python in conditions that are stored as text', () => {
    const stopEarlyConditions = JSON.stringify([[python]]);
    const gate = flagGates.find(({ flag }) => flag === 'pythonExpressions');
    expect(gate?.find({ stepKind: 'Waypoint', parentKind: 'MoveArmToV2', args: { stopEarlyConditions } })).toBe(
      'stopEarlyConditions',
    );
  });

  it('checks only Python and arcs when the flags are unknown', () => {
    for (const flag of ['palletizing', 'enableCodeBlocks', 'stopEarlyIf', 'setIOInMoveArm'] as const)
      expect(aboutFlags(gated[flag]?.[0] ?? step('Wait', {}))).toEqual([]);
  });
});
