import { isBlockingProblem, messages, type Routine, type Step } from '@cellwright/domain';
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

/** A routine of Wait steps, to be broken by a test. */
function routine(...ids: string[]): Routine {
  return routineOf(step('Loop', { times: 1 }, ids.map(wait), { id: 'loop' }));
}

function stepsOf(of: Routine): Step[] {
  return of.steps[0]?.steps ?? [];
}

describe('a routine without faults', () => {
  it('has no problems', () => {
    expect(validateRoutine(routine('a', 'b'), emptyCell)).toEqual([]);
  });

  it('becomes a program in document order, parents before children, defaults filled', () => {
    const sketch = step('Loop', {}, [step('ActuateGripper', {}, [], { id: 'grip' }), wait('a')], { id: 'loop' });
    expect(compileProgram(routineOf(sketch))).toMatchObject([
      { id: 'loop', path: '1', parentID: null, stepKind: 'Loop', isDisabled: false, args: {} },
      { id: 'grip', path: '1.1', parentID: 'loop', args: { diameter: 0.045, force: 45, stopOnFailure: true } },
      { id: 'a', path: '1.2', parentID: 'loop', args: { milliseconds: 1 } },
    ]);
  });
});

describe('the problems of a routine', () => {
  it('all come at once, with kind, message, field, step and path', () => {
    const sketch = step('Loop', { times: 0 }, [
      step('Wait', {}, [], { id: 'empty' }),
      step('Dance', {}, [], { id: 'dance' }),
      step('Wait', { milliseconds: 1 }, [wait('inner')], { id: 'outer' }),
      step('Loop', {}, [], { id: 'hollow' }),
    ]);
    expect(validateRoutine(routineOf(sketch), emptyCell)).toEqual([
      problem('The number of times must be a positive whole number', 'times', 'step_1', '1'),
      problem('Set how long to wait, or a condition to wait for', 'milliseconds', 'empty', '1.1'),
      problem('No step kind "Dance" exists', 'stepKind', 'dance', '1.2'),
      problem('"Wait" step cannot have substeps', 'steps', 'outer', '1.3'),
      problem('"Loop" step must have substeps', 'steps', 'hollow', '1.4'),
    ]);
  });

  it('are counted in what a load fails with; warnings are not', () => {
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

  it('include a step without a configuration, and one with a configuration of another kind', () => {
    const broken = routine('a', 'b');
    delete broken.stepConfigurations.a;
    broken.stepConfigurations.b = { stepKind: 'Loop', args: {} };
    expect(validateRoutine(broken, emptyCell)).toMatchObject([
      { stepID: 'a', message: 'The step has no configuration; add it again' },
      { stepID: 'a', fieldId: 'milliseconds' },
      { stepID: 'b', message: 'The step is a "Wait", but its configuration is for a "Loop"' },
      { stepID: 'b', fieldId: 'milliseconds' },
    ]);
  });

  it('include an id that two steps have', () => {
    const broken = routine('a', 'b');
    for (const twin of stepsOf(broken)) twin.id = 'a';
    expect(validateRoutine(broken, emptyCell)).toMatchObject([{ message: messages.duplicateStepID, stepPath: '1.2' }]);
  });

  it('include a main loop that is no loop of the routine', () => {
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

  it('include what expressions name and the routine lacks', () => {
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
      ['1.4', 'There is no step gone in the routine; choose a step'],
      ['1.5', 'Expression must be set'],
      ['1.6', 'Expression must be set'],
    ]);
  });

  it('name the part of a condition that is wrong', () => {
    const left = { kind: 'variable', variableID: 'gone' };
    const condition = { kind: 'conditional', operator: '==', left, right: { kind: 'constant', value: 1 } };
    expect(validateRoutine(routineOf(step('Wait', { condition })), emptyCell)).toMatchObject([
      { fieldId: 'condition.left' },
    ]);
  });
});

describe('what is not a problem', () => {
  it('is a step of a kind that is not built yet, whatever is in it', () => {
    const sketch = step('Weld', { anything: [1, { deep: null }] }, [step('Locate')]);
    expect(validateRoutine(routineOf(sketch), emptyCell).filter(isBlockingProblem)).toEqual([]);
    expect(compileProgram(routineOf(sketch))[0]?.args).toEqual({ anything: [1, { deep: null }] });
  });

  it('is a disabled step that is not fully configured', () => {
    const of = routineOf(step('Loop', {}, [step('Wait', { milliseconds: -1 }, [], { id: 'a' }), wait('b')]));
    for (const disabled of stepsOf(of)) disabled.isDisabled = true;
    const { problems, steps } = prepareRoutine(of, emptyCell);
    expect(problems).toEqual([]);
    expect(steps).toMatchObject([{}, { isDisabled: true, args: { milliseconds: -1 } }, { isDisabled: true }]);
  });

  it('is a variable of the cell', () => {
    const newValue = { kind: 'variable', variableID: 'shared' };
    const sketch = step('SetEnvironmentVariable', { variableID: 'shared', newValue, isGlobal: true });
    const globalVariables = [{ id: 'shared', name: 'Shared', initialValue: 0, isGlobal: true as const }];
    expect(validateRoutine(routineOf(sketch), { ...emptyCell, globalVariables })).toEqual([]);
  });

  it('is equipment, when the cell is not known', () => {
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

  it('makes a problem of the step that runs it when it cannot be read', () => {
    const message = "The code of 'Count' cannot be read: Unexpected token (line 2, column 10)";
    expect(problemsWith('await cell.wait(1);')).toEqual([]);
    expect(problemsWith('await cell.wait(1);\nif (true {')).toEqual([problem(message, 'codeBlockId', 'code', '1')]);
  });

  it('makes no problem where it is hidden', () => {
    expect(problemsWith(undefined)).toEqual([]);
  });
});

describe('compiling', () => {
  it('refuses a routine with wrong arguments', () => {
    expect(() => compileProgram(routineOf(step('Wait', { milliseconds: -1 })))).toThrow('1 validation errors');
  });

  it('does not read what every object inherits', () => {
    const of = routine('a');
    const [inherited] = stepsOf(of);
    if (inherited !== undefined) inherited.id = 'constructor';
    expect(validateRoutine(of, emptyCell)).toMatchObject([
      { stepID: 'constructor', message: 'The step has no configuration; add it again' },
      { stepID: 'constructor' },
    ]);
  });
});

function problem(message: string, fieldId: string, stepID: string, stepPath: string) {
  return { kind: 'invalidConfiguration', message, fieldId, stepID, stepPath };
}

describe('a step that cannot be played', () => {
  it('gets a warning if its kind is not built', () => {
    expect(validateRoutine(routineOf(step('Weld', {}, [], { id: 'weld' })), emptyCell)).toEqual([
      {
        kind: 'configurationWarning',
        message: 'Weld (unknown): this build cannot play steps of this kind',
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
    const of = routineOf(step('Loop', { times: 1 }, [wait('a'), step('Weld', {}, [], { id: 'weld' })]));
    for (const child of stepsOf(of)) if (child.id === 'weld') child.isDisabled = true;
    expect(validateRoutine(of, emptyCell)).toEqual([]);
  });

  it('does not keep the routine from being loaded', () => {
    const { problems, steps } = prepareRoutine(routineOf(step('Weld', {})), emptyCell);
    expect(problems.some(isBlockingProblem)).toBe(false);
    expect(steps).toHaveLength(1);
  });
});

describe('a feature that is on for the cell', () => {
  const match = { shouldMatchJointAngles: true, target: { jointAngles: [0, 0, 0, 0, 0, 0] } };
  const base = { id: 'base', kind: 'CustomBase', name: 'Base', capabilities: ['customBase'] };
  const messagesOf = (args: Readonly<Record<string, unknown>>, flagsOn: CellEnvironment['flagsOn']) =>
    validateRoutine(routineOf(step('MoveArmToV2', {}, [step('Waypoint', args)])), {
      ...emptyCell,
      equipment: [base],
      flagsOn,
    }).map(({ message }) => message);

  it('lets waypoints match joint angles on a custom base, but relative ones', () => {
    expect(messagesOf(match, [])).toEqual([messages.matchJointAnglesWithCustomBase]);
    expect(messagesOf(match, ['customBaseMatchJointAngles'])).toEqual([]);
    const relative = { ...match, targetKind: 'relative', relativeConfig: { targetKind: 'currentPosition' } };
    expect(messagesOf(relative, ['customBaseMatchJointAngles'])).toEqual([messages.matchJointAnglesWithCustomBase]);
  });
});

describe('the tool of a target', () => {
  const target = { pose: { x: 0.4, y: 0, z: 0.3, i: 0, j: 0, k: 0, w: 1 } };
  const list = (tcpOption: string) => ({
    ...{ id: 'list', name: 'Tray', kind: 'freeformPositionList' as const, global: true },
    positions: [{ ...target }, { ...target, tcpOption }],
  });
  const problemsOf = (sketch: ReturnType<typeof step>, cell: Partial<CellEnvironment> = { equipment: [] }) =>
    validateRoutine(routineOf(sketch), { ...emptyCell, ...cell }).map(({ fieldId, message }) => [fieldId, message]);
  const move = (args: object) => step('MoveArmTo', { motionKind: 'joint', target, ...args });

  it.each(['wristCamera', 'ee-2', 'ee-12'])('%s is refused where the cell has none, before the run', (tcpOption) => {
    const refused = [['tcpOption', `The TCP '${tcpOption}' is not available on this cell`]];
    expect(problemsOf(move({ tcpOption }))).toEqual(refused);
    expect(problemsOf(step('MoveArmToV2', {}, [step('Waypoint', { target, tcpOption })]))).toEqual(refused);
  });

  it.each(['auto', 'wrist', 'ee-1'])('%s is there in every cell', (tcpOption) => {
    expect(problemsOf(move({ tcpOption }))).toEqual([]);
  });

  it('ee-2 is there with a changer on the flange, and ee-3 is not', () => {
    const changer = { id: 'c', kind: 'DualQuickChanger', name: 'Changer', capabilities: ['ee-1', 'ee-2'] };
    expect(problemsOf(move({ tcpOption: 'ee-2' }), { equipment: [changer] })).toEqual([]);
    const refused = [['tcpOption', "The TCP 'ee-3' is not available on this cell"]];
    expect(problemsOf(move({ tcpOption: 'ee-3' }), { equipment: [changer] })).toEqual(refused);
  });

  it('is not judged where nobody knows the cell', () => {
    expect(problemsOf(move({ tcpOption: 'wristCamera' }), {})).toEqual([]);
  });

  it('is that of the position in a list that the step goes to', () => {
    const inList = (positionListIndex: unknown) =>
      move({ targetKind: 'positionList', positionListID: 'list', positionListIndex });
    const cell = { equipment: [], spaceItems: [list('wristCamera')] };
    const refused = [['positionListID', "The TCP 'wristCamera' is not available on this cell"]];
    expect(problemsOf(inList(0), cell)).toEqual([]);
    expect(problemsOf(inList(1), cell)).toEqual(refused);
    expect(problemsOf(inList({ kind: 'constant', value: 1 }), cell)).toEqual(refused);
  });
});
