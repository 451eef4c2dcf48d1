import { messages } from '@cellwright/domain/messages';
import { isBlockingProblem, type Routine, type Step } from '@cellwright/domain/routine';
import { describe, expect, it } from 'vitest';
import { step } from './testing/play.fixture.ts';
import { routineOf } from './testing/provoke.fixture.ts';
import {
  type CellEnvironment,
  compileProgram,
  prepareRoutine,
  validateRoutine,
  validationErrorsMessage,
} from './validate.ts';

const emptyCell: CellEnvironment = { globalVariables: [], spaceItems: [], equipment: undefined };
const wait = (id: string) => step('Wait', { milliseconds: 1 }, [], { id });

/** Returns a routine of Wait steps, to be broken by a test. */
function routine(...ids: string[]): Routine {
  return routineOf(step('Loop', { times: 1 }, ids.map(wait), { id: 'loop' }));
}

function stepsOf(of: Routine): Step[] {
  return of.steps[0]?.steps ?? [];
}

describe('A routine without faults', () => {
  it('has no problems', () => {
    expect(validateRoutine(routine('a', 'b'), emptyCell)).toEqual([]);
  });

  it('compiles to a program in document order, parents before children, with defaults', () => {
    const sketch = step('Loop', {}, [step('ActuateGripper', {}, [], { id: 'grip' }), wait('a')], { id: 'loop' });
    expect(compileProgram(routineOf(sketch))).toMatchObject([
      { id: 'loop', path: '1', parentID: null, stepKind: 'Loop', isDisabled: false, args: {} },
      { id: 'grip', path: '1.1', parentID: 'loop', args: { diameter: 0.045, force: 45, stopOnFailure: true } },
      { id: 'a', path: '1.2', parentID: 'loop', args: { milliseconds: 1 } },
    ]);
  });
});

describe('The problems of a routine', () => {
  it('appear all at once, with kind, message, field, step and path', () => {
    const sketch = step('Loop', { times: 0 }, [
      step('Wait', {}, [], { id: 'empty' }),
      step('Dance', {}, [], { id: 'dance' }),
      step('Wait', { milliseconds: 1 }, [wait('inner')], { id: 'outer' }),
      step('Loop', {}, [], { id: 'hollow' }),
    ]);
    expect(validateRoutine(routineOf(sketch), emptyCell)).toMatchObject([
      problem('The number of times must be a positive whole number', 'times', 'step_1', '1'),
      problem('Set how long to wait, or a condition to wait for', 'milliseconds', 'empty', '1.1'),
      problem('No step kind "Dance" exists', 'stepKind', 'dance', '1.2'),
      problem('"Wait" step cannot have substeps', 'steps', 'outer', '1.3'),
      problem('"Loop" step must have substeps', 'steps', 'hollow', '1.4'),
    ]);
  });

  it('have the id of their message and its parts, for clients in another language', () => {
    expect(validateRoutine(routineOf(step('Dance', {}, [], { id: 'dance' })), emptyCell)).toMatchObject([
      { message: 'No step kind "Dance" exists', messageId: 'spec.noStepKindExists', parameters: ['Dance'] },
    ]);
  });

  it('count in the message of a failed load, without warnings', () => {
    const newValue = { kind: 'JavaScript', source: '1' };
    const sketch = step('Loop', {}, [
      step('SetEnvironmentVariable', { variableID: 'v', newValue }),
      step('Wait', {}),
      step('Wait', {}),
    ]);
    const variables = [{ id: 'v', name: 'V', initialValue: 0, isGlobal: false }];
    const problems = validateRoutine(routineOf(sketch, { variables }), emptyCell);
    expect(problems.map(({ kind }) => kind)).toEqual([
      'deprecatedConfigurationWarning',
      'invalidConfiguration',
      'invalidConfiguration',
    ]);
    expect(validationErrorsMessage(problems)).toBe('2 validation errors');
  });

  it('include a step without a configuration and one with a configuration of another kind', () => {
    const broken = routine('a', 'b');
    delete broken.stepConfigurations.a;
    broken.stepConfigurations.b = { stepKind: 'Loop', args: {} };
    expect(validateRoutine(broken, emptyCell)).toMatchObject([
      { stepID: 'a', message: 'The step has no configuration. Add the step again' },
      { stepID: 'a', fieldId: 'milliseconds' },
      { stepID: 'b', message: 'The step is a "Wait", but it has the configuration of a "Loop"' },
      { stepID: 'b', fieldId: 'milliseconds' },
    ]);
  });

  it('include an id that two steps have', () => {
    const broken = routine('a', 'b');
    for (const twin of stepsOf(broken)) twin.id = 'a';
    expect(validateRoutine(broken, emptyCell)).toMatchObject([{ message: messages.duplicateStepID, stepPath: '1.2' }]);
  });

  it('include an id that two space items have', () => {
    const place = { id: 'place', kind: 'freeformPositionList' as const, positions: [], global: false };
    const list = (name: string) => ({ ...place, name });
    expect(validateRoutine({ ...routine('a'), space: [list('Left'), list('Right')] }, emptyCell)).toMatchObject([
      { message: 'Two space items have the id place. Give one of them another id', fieldId: 'space.1.id' },
    ]);
  });

  it('include a name or an id that two variables have', () => {
    const variable = (id: string, name: string) => ({ id, name, initialValue: 0, isGlobal: false });
    const environmentVariables = [variable('one', 'Count'), variable('two', 'Count'), variable('one', 'Total')];
    expect(validateRoutine({ ...routine('a'), environmentVariables }, emptyCell)).toMatchObject([
      { message: "Two variables are named 'Count'. Rename one of them", fieldId: 'environmentVariables.1.name' },
      { message: 'Two variables have the id one. Give one of them another id', fieldId: 'environmentVariables.2.id' },
    ]);
  });

  it('include a main loop that is not a loop of the routine', () => {
    const of = routine('a');
    expect(validateRoutine({ ...of, mainLoopStepID: 'loop' }, emptyCell)).toEqual([]);
    for (const mainLoopStepID of ['a', 'gone']) {
      expect(validateRoutine({ ...of, mainLoopStepID }, emptyCell)).toMatchObject([{ fieldId: 'mainLoopStepID' }]);
    }
  });

  it('include a kind that a step does not allow inside it', () => {
    const sketch = step('MoveArmToV2', {}, [
      step('Wait', { milliseconds: 1 }),
      step('Waypoint', { target: { jointAngles: [0, 0, 0, 0, 0, 0] } }),
    ]);
    expect(validateRoutine(routineOf(sketch), emptyCell)).toMatchObject([
      { message: 'A "Wait" step may not be used inside a "MoveArmToV2" step', stepPath: '1.1' },
    ]);
  });

  it('include references of expressions that the routine does not have', () => {
    const of = (expression: unknown) => step('Wait', { condition: expression });
    const stateVariable = (stepID: string, variable: string) => of({ kind: 'stateVariable', stepID, variable });
    const sketch = step(
      'Loop',
      {},
      [
        of({ kind: 'variable', variableID: 'gone' }),
        stateVariable('loop', 'completedCount'),
        stateVariable('loop', 'constructor'),
        stateVariable('gone', 'completedCount'),
        of({ kind: 'JavaScript', source: ' ' }),
        of({ kind: 'Python', source: '' }),
      ],
      { id: 'loop' },
    );
    const cell: CellEnvironment = { ...emptyCell, flagsOn: ['pythonExpressions'] };
    expect(validateRoutine(routineOf(sketch), cell).map(({ message, stepPath }) => [stepPath, message])).toEqual([
      ['1.1', 'Variable gone is not valid'],
      ['1.3', 'Variable constructor is not valid'],
      ['1.4', 'The routine has no step gone. Choose another'],
      ['1.5', 'Expression must be set'],
      ['1.6', 'Expression must be set'],
    ]);
  });

  it('name the invalid part of a condition', () => {
    const left = { kind: 'variable', variableID: 'gone' };
    const condition = { kind: 'conditional', operator: '==', left, right: { kind: 'constant', value: 1 } };
    expect(validateRoutine(routineOf(step('Wait', { condition })), emptyCell)).toMatchObject([
      { fieldId: 'condition.left' },
    ]);
  });
});

describe('The check of a routine', () => {
  it('ignores the content of a step whose kind is not built yet', () => {
    const sketch = step('RunSkill', { anything: [1, { deep: null }] }, [step('RunSkill')]);
    expect(validateRoutine(routineOf(sketch), emptyCell).filter(isBlockingProblem)).toEqual([]);
    expect(compileProgram(routineOf(sketch))[0]?.args).toEqual({ anything: [1, { deep: null }] });
  });

  it('ignores an incomplete disabled step', () => {
    const of = routineOf(step('Loop', {}, [step('Wait', { milliseconds: -1 }, [], { id: 'a' }), wait('b')]));
    for (const disabled of stepsOf(of)) disabled.isDisabled = true;
    const { problems, steps } = prepareRoutine(of, emptyCell);
    expect(problems).toEqual([]);
    expect(steps).toMatchObject([{}, { isDisabled: true, args: { milliseconds: -1 } }, { isDisabled: true }]);
  });

  it('accepts a variable of the cell', () => {
    const newValue = { kind: 'variable', variableID: 'shared' };
    const sketch = step('SetEnvironmentVariable', { variableID: 'shared', newValue, isGlobal: true });
    const globalVariables = [{ id: 'shared', name: 'Shared', initialValue: 0, isGlobal: true as const }];
    expect(validateRoutine(routineOf(sketch), { ...emptyCell, globalVariables })).toEqual([]);
  });

  it('ignores equipment if the cell is unknown', () => {
    expect(validateRoutine(routineOf(step('ActuateGripper')), emptyCell)).toEqual([]);
    expect(validateRoutine(routineOf(step('ActuateGripper')), { ...emptyCell, equipment: [] })).toMatchObject([
      { kind: 'EquipmentNotFound', message: 'Attach a gripper to utilize the Actuate Gripper step' },
    ]);
  });
});

describe('The code of a code block', () => {
  const sketch = routineOf(step('CodeBlock', { codeBlockId: 'codeBlock_1' }, [], { id: 'code' }));
  const problemsWith = (source: string | undefined) =>
    validateRoutine(sketch, { ...emptyCell, codeBlocks: [{ id: 'codeBlock_1', name: 'Count', source }] });

  it('makes a problem of the step that runs it if it cannot be parsed', () => {
    const message = "The code of 'Count' cannot be read: Unexpected token (line 2, column 10)";
    expect(problemsWith('await cell.wait(1);')).toEqual([]);
    expect(problemsWith('await cell.wait(1);\nif (true {')).toMatchObject([
      problem(message, 'codeBlockId', 'code', '1'),
    ]);
  });

  it('makes no problem if it is hidden', () => {
    expect(problemsWith(undefined)).toEqual([]);
  });
});

describe('Compiling', () => {
  it('refuses a routine with invalid arguments', () => {
    expect(() => compileProgram(routineOf(step('Wait', { milliseconds: -1 })))).toThrow('1 validation errors');
  });

  it('ignores properties that every object inherits', () => {
    const of = routine('a');
    const [inherited] = stepsOf(of);
    if (inherited !== undefined) inherited.id = 'constructor';
    expect(validateRoutine(of, emptyCell)).toMatchObject([
      { stepID: 'constructor', message: 'The step has no configuration. Add the step again' },
      { stepID: 'constructor' },
    ]);
  });
});

function problem(message: string, fieldId: string, stepID: string, stepPath: string) {
  return { kind: 'invalidConfiguration', message, fieldId, stepID, stepPath };
}

describe('A step that cannot be played', () => {
  it('gets a warning if its kind is not built', () => {
    expect(validateRoutine(routineOf(step('RunSkill', {}, [], { id: 'weld' })), emptyCell)).toMatchObject([
      {
        kind: 'configurationWarning',
        message: 'RunSkill (unknown): this build cannot play steps of this kind',
        fieldId: 'stepKind',
        stepID: 'weld',
        stepPath: '1',
      },
    ]);
  });

  it('gets a warning at the expression that cannot be evaluated', () => {
    const condition = { kind: 'sensor', sensor: { kind: 'modbusTCP' } };
    expect(validateRoutine(routineOf(step('Wait', { condition })), emptyCell)).toMatchObject([
      { kind: 'configurationWarning', fieldId: 'condition' },
    ]);
  });

  it('gets no warning while it is disabled', () => {
    const of = routineOf(step('Loop', { times: 1 }, [wait('a'), step('RunSkill', {}, [], { id: 'weld' })]));
    for (const child of stepsOf(of)) if (child.id === 'weld') child.isDisabled = true;
    expect(validateRoutine(of, emptyCell)).toEqual([]);
  });

  it('does not prevent loading the routine', () => {
    const { problems, steps } = prepareRoutine(routineOf(step('RunSkill', {})), emptyCell);
    expect(problems.some(isBlockingProblem)).toBe(false);
    expect(steps).toHaveLength(1);
  });
});

describe('A feature that is on for the cell', () => {
  const match = { shouldMatchJointAngles: true, target: { jointAngles: [0, 0, 0, 0, 0, 0] } };
  const base = { id: 'base', kind: 'CustomBase', name: 'Base', capabilities: ['customBase'] };
  const messagesOf = (args: Readonly<Record<string, unknown>>, flagsOn: CellEnvironment['flagsOn']) =>
    validateRoutine(routineOf(step('MoveArmToV2', {}, [step('Waypoint', args)])), {
      ...emptyCell,
      equipment: [base],
      flagsOn,
    }).map(({ message }) => message);

  it('lets waypoints match joint angles on a custom base, except relative ones', () => {
    expect(messagesOf(match, [])).toEqual([messages.matchJointAnglesWithCustomBase]);
    expect(messagesOf(match, ['customBaseMatchJointAngles'])).toEqual([]);
    const relative = { ...match, targetKind: 'relative', relativeConfig: { targetKind: 'currentPosition' } };
    expect(messagesOf(relative, ['customBaseMatchJointAngles'])).toEqual([messages.matchJointAnglesWithCustomBase]);
  });
});

describe('The tool of a target', () => {
  const target = { pose: { x: 0.4, y: 0, z: 0.3, i: 0, j: 0, k: 0, w: 1 } };
  const list = (tcpOption: string) => ({
    ...{ id: 'list', name: 'Tray', kind: 'freeformPositionList' as const, global: true },
    positions: [{ ...target }, { ...target, tcpOption }],
  });
  const problemsOf = (sketch: ReturnType<typeof step>, cell: Partial<CellEnvironment> = { equipment: [] }) =>
    validateRoutine(routineOf(sketch), { ...emptyCell, ...cell }).map(({ fieldId, message }) => [fieldId, message]);
  const move = (args: object) => step('MoveArmTo', { motionKind: 'joint', target, ...args });

  it.each(['wristCamera', 'ee-2', 'ee-12'])('rejects %s before the run if the cell does not have it', (tcpOption) => {
    const refused = [['tcpOption', `The TCP '${tcpOption}' is not available on this cell`]];
    expect(problemsOf(move({ tcpOption }))).toEqual(refused);
    expect(problemsOf(step('MoveArmToV2', {}, [step('Waypoint', { target, tcpOption })]))).toEqual(refused);
  });

  it.each(['auto', 'wrist', 'ee-1'])('can be %s in every cell', (tcpOption) => {
    expect(problemsOf(move({ tcpOption }))).toEqual([]);
  });

  it('can be ee-2 with a changer on the flange, but not ee-3', () => {
    const changer = { id: 'c', kind: 'DualQuickChanger', name: 'Changer', capabilities: ['ee-1', 'ee-2'] };
    expect(problemsOf(move({ tcpOption: 'ee-2' }), { equipment: [changer] })).toEqual([]);
    const refused = [['tcpOption', "The TCP 'ee-3' is not available on this cell"]];
    expect(problemsOf(move({ tcpOption: 'ee-3' }), { equipment: [changer] })).toEqual(refused);
  });

  it('passes unchecked if the cell is unknown', () => {
    expect(problemsOf(move({ tcpOption: 'wristCamera' }), {})).toEqual([]);
  });

  it('comes from the list position that the step moves to', () => {
    const inList = (positionListIndex: unknown) =>
      move({ targetKind: 'positionList', positionListID: 'list', positionListIndex });
    const cell = { equipment: [], spaceItems: [list('wristCamera')] };
    const refused = [['positionListID', "The TCP 'wristCamera' is not available on this cell"]];
    expect(problemsOf(inList(0), cell)).toEqual([]);
    expect(problemsOf(inList(1), cell)).toEqual(refused);
    expect(problemsOf(inList({ kind: 'constant', value: 1 }), cell)).toEqual(refused);
  });
});
