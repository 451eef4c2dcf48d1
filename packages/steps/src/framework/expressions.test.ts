import type { FlagName } from '@cellwright/domain/cell';
import type { Expression } from '@cellwright/domain/routine';
import { expressionSchema } from '@cellwright/domain/routine';
import { describe, expect, it } from 'vitest';
import { findStepContract } from '../step-contracts.ts';
import { playback, step } from '../testing/play.fixture.ts';
import { provokeCheck } from '../testing/provoke.fixture.ts';
import type { CellEquipment } from './contract.ts';
import { type ChosenSensor, createExpressionPort, evaluateCondition, pythonSwitchedOff } from './evaluate.ts';
import { deprecatedSyntaxMessage, describeExpression } from './expressions.ts';
import { sayInEnglish } from './say.ts';

const modbus = {
  kind: 'sensor',
  sensor: {
    kind: 'modbusTCP',
    name: 'Feeder level',
    hostname: '192.168.0.20',
    register: { id: 'r1', name: 'Level', type: 'holding', offset: 4, format: 'uint16' },
  },
} as const;
const haas = { kind: 'sensor', sensor: { kind: 'haasNGC', name: 'Door', hostname: 'mill', macro: 10900 } } as const;

function check(condition: unknown, flagsOn: readonly FlagName[] = [], equipment: readonly CellEquipment[] = []) {
  const contract = findStepContract('Wait');
  if (!contract) throw new Error('There is no Wait');
  const variables = [{ id: 'variable_1', name: 'count', initialValue: 1, isGlobal: false }];
  return provokeCheck(contract, { args: { condition }, variables, flagsOn, equipment }).map(({ kind, message }) => ({
    kind,
    message,
  }));
}

describe('A sensor', () => {
  it('parses for a network device, keeps unknown fields and gets the defaults of the specification', () => {
    expect(expressionSchema.parse(modbus)).toEqual({
      kind: 'sensor',
      sensor: { ...modbus.sensor, port: 502, timeoutMS: 2000 },
    });
    expect(expressionSchema.parse(haas)).toEqual({ kind: 'sensor', sensor: { ...haas.sensor, port: 5051 } });
  });

  it.each([
    [modbus, 'The sensor Feeder level is read over modbusTCP'],
    [haas, 'The sensor Door is read over haasNGC'],
  ])('loads without a device, but is refused by name before anything plays: %#', async (condition, says) => {
    expect(check(condition)).toMatchObject([{ kind: 'configurationWarning' }]);
    const run = playback([
      step('SetIO', { outputs: [{ kind: 'Output', port: 1, level: 'high' }] }),
      step('Wait', { condition }),
    ]);
    expect(await run.finish()).toMatchObject({ kind: 'failed', message: expect.stringContaining(says) });
    expect(run.cell.actions).toEqual([]);
  });

  it('must be a sensor of its device', () => {
    const clamp: CellEquipment = {
      id: 'd1',
      kind: 'CustomDevice',
      name: 'Clamp',
      capabilities: ['actions'],
      descriptions: { actions: { sensorKind: 'modbusTCP', actions: [], sensors: [{ id: 's1', name: 'Closed' }] } },
    };
    const press: CellEquipment = { ...clamp, id: 'd2', name: 'Press', descriptions: {} };
    const problemsOf = (equipmentID: string, sensorID: string) => {
      const sensor = { kind: 'modbusTCP', equipmentID, sensorID };
      return check({ kind: 'sensor', sensor }, [], [clamp, press]).map(({ message }) => message);
    };
    expect([...problemsOf('d1', 's1'), ...problemsOf('d1', 'Closed')]).toEqual([]);
    expect(problemsOf('d1', 'Open')).toEqual(["Clamp has no sensor 'Open'. Add it to the device, or choose another"]);
    expect(problemsOf('d2', 'Closed')).toEqual([
      "Press has no sensor 'Closed'. Add it to the device, or choose another",
    ]);
    expect(problemsOf('gone', 'Closed')).toEqual(['Could not find equipment with id gone']);
  });

  it('reads its value from the device and can be a condition like any signal', async () => {
    const asked: ChosenSensor[] = [];
    const port = createExpressionPort({
      getVariable: () => undefined,
      getStepVariable: () => undefined,
      readPort: () => undefined,
      readSensor: async (sensor) => {
        asked.push(sensor);
        return { ok: true, value: 'high' };
      },
    });
    const sensor = { kind: 'haasNGC', equipmentID: 'd1', sensorID: 's1' };
    const condition = expressionSchema.parse({ kind: 'sensor', sensor });
    expect(await evaluateCondition(port, condition)).toEqual({ ok: true, holds: true });
    expect(asked).toEqual([{ equipmentID: 'd1', sensorID: 's1' }]);
  });

  it('must have a signal of its own interface', () => {
    expect(check({ kind: 'sensor', sensor: { kind: 'controlBoxIO' } })).toEqual([
      { kind: 'invalidConfiguration', message: 'Choose the signal of the sensor' },
    ]);
    const wrong = { kind: 'controlBoxIO', ioPort: { kind: 'FlangeInput', port: 1 } };
    expect(check({ kind: 'sensor', sensor: wrong })[0]?.message).toBe(
      'Flange Input 1 is not a port of controlBoxIO. Choose another',
    );
  });
});

describe('A script', () => {
  const warning = { kind: 'deprecatedConfigurationWarning', message: deprecatedSyntaxMessage };
  it.each([
    ['variables.count > 1', []],
    ['variables.gone > 1', ['Variable gone is not valid']],
    ["steps['provoked'].nothing", ['Variable nothing is not valid']],
    ["steps['Loop 9'].completedCount", ['The routine has no step Loop 9. Choose another']],
    ["io['Input 17']", ['There is no port Input 17. Choose another']],
  ])('in JavaScript gets a deprecation warning; %j also gets %j', (source, messages) => {
    const problems = messages.map((message) => ({ kind: 'invalidConfiguration', message }));
    expect(check({ kind: 'JavaScript', source })).toEqual([...problems, warning]);
  });

  it('gets a warning where it uses values without their names', () => {
    expect(check({ kind: 'JavaScript', source: 'const all = variables;\nall.count > 1' })).toEqual([
      {
        kind: 'configurationWarning',
        message: 'Line 1 uses variables without a name. Name each value where it is used, as in variables.count',
      },
      warning,
    ]);
  });

  it('must not be empty, which is then the only problem reported', () => {
    expect(check({ kind: 'JavaScript', source: ' ' })).toMatchObject([{ message: 'Expression must be set' }]);
  });

  it('in Python needs its flag, and then existing names', () => {
    const condition = { kind: 'Python', source: 'variables.count > variables.gone' };
    expect(check(condition)).toEqual([{ kind: 'invalidConfiguration', message: pythonSwitchedOff }]);
    expect(check(condition, ['pythonExpressions'])).toEqual([
      { kind: 'invalidConfiguration', message: 'Variable gone is not valid' },
    ]);
    expect(check({ kind: 'Python', source: ' ' }, ['pythonExpressions'])).toMatchObject([
      { message: 'Expression must be set' },
    ]);
  });
});

describe('A condition', () => {
  const variable: Expression = { kind: 'variable', variableID: 'variable_1' };
  it.each([
    ['>', 'blue', '> compares numbers, not "blue"'],
    ['AND', 'maybe', 'AND joins conditions; "maybe" is neither true nor false'],
  ])('without a possible value is refused: %s %s', (operator, value, message) => {
    const right = { kind: 'constant', value };
    expect(check({ kind: 'conditional', operator, left: variable, right })).toEqual([
      { kind: 'invalidConfiguration', message },
    ]);
  });

  it.each([
    [
      { operation: '+', operands: [variable, { kind: 'constant', value: 'x' }] },
      ['+ needs numbers, not "x". Join texts with &'],
    ],
    [
      { operation: '+', operands: [variable, { kind: 'variable', variableID: 'gone' }] },
      ['Variable gone is not valid'],
    ],
    [{ operation: 'not', operands: [{ kind: 'constant', value: 'x' }] }, ['not needs true or false, not "x"']],
    [{ operation: '&', operands: [{ kind: 'constant', value: 'x' }, variable] }, []],
  ])('reports values that a calculation can never accept: %j', (calculation, messages) => {
    expect(check({ kind: 'calculation', ...calculation }).map(({ message }) => message)).toEqual(messages);
  });

  it('reads as a sentence with its calculations', () => {
    const names = { say: sayInEnglish, variable: () => 'count', step: () => 'Loop', spaceItem: () => 'Here' };
    const describe = (expression: unknown) => describeExpression(expressionSchema.parse(expression), names);
    const sum = { kind: 'calculation', operation: '+', operands: [variable, { kind: 'constant', value: 1 }] };
    const rounded = { kind: 'calculation', operation: 'round', operands: [sum] };
    expect(describe(sum)).toBe('count + 1');
    expect(describe({ kind: 'calculation', operation: '*', operands: [sum, rounded] })).toBe(
      '(count + 1) * round(count + 1)',
    );
    const rounds = { kind: 'stateVariable', stepID: 's', variable: 'completedCount' };
    const atLeast = { kind: 'conditional', operator: '>=', left: sum, right: rounds };
    expect(describe({ kind: 'conditional', operator: 'AND', left: atLeast, right: variable })).toBe(
      'count + 1 ≥ times completed of Loop and count',
    );
  });

  it('has a readable name for each of its parts', () => {
    const names = { say: sayInEnglish, variable: () => 'count', step: () => 'Loop', spaceItem: () => 'Here' };
    expect(describeExpression(expressionSchema.parse(modbus), names)).toBe('Feeder level');
    expect(describeExpression({ kind: 'sensor', sensor: { kind: 'haasNGC', port: 5051 } }, names)).toBe(
      'a haasNGC sensor',
    );
  });
});
