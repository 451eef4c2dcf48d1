import { expressionSchema } from '@cellwright/domain/routine';
import type { CellEnvironment } from '@cellwright/steps/contracts';
import { describe, expect, it } from 'vitest';
import { actionChoices, choiceOfSensor, networkSensorChoices, readNetworkSensor } from './device-choices.ts';

const device = (id: string, name: string, sensorKind: 'modbusTCP' | 'haasNGC' | 'controlBoxIO') => ({
  id,
  name,
  kind: 'CustomDevice',
  capabilities: ['actions'],
  descriptions: {
    actions: {
      sensorKind,
      actions: [
        { id: 'a1', name: 'clamp' },
        { id: 'a2', name: 'unclamp' },
      ],
      sensors: [{ id: 's1', name: 'Closed' }],
    },
  },
});
const equipment: CellEnvironment['equipment'] = [
  device('vise', 'Vise', 'modbusTCP'),
  device('mill', 'Mill', 'haasNGC'),
  device('door', 'Door', 'controlBoxIO'),
  { id: 'gripper', kind: 'OnRobot2FG7', name: 'Gripper', capabilities: ['gripper'] },
];
const clamping = [
  { value: 'a1', label: 'clamp' },
  { value: 'a2', label: 'unclamp' },
];

describe('actionChoices', () => {
  it('returns the actions of the device beside the field', () => {
    expect(actionChoices(equipment, 'vise', '')).toEqual({ choices: clamping, chosen: '' });
    expect(actionChoices(equipment, 'gripper', '').choices).toEqual([]);
    expect(actionChoices(equipment, undefined, '').choices).toEqual([]);
    expect(actionChoices(undefined, 'vise', '').choices).toEqual([]);
  });

  it('shows the stored action by its name', () => {
    expect(actionChoices(equipment, 'vise', 'unclamp')).toEqual({ choices: clamping, chosen: 'a2' });
  });

  it('keeps a stored value that is not an action of the device', () => {
    expect(actionChoices(equipment, 'vise', 'explode')).toEqual({
      choices: [...clamping, { value: 'explode', label: 'explode' }],
      chosen: 'explode',
    });
  });
});

describe('The sensors of devices', () => {
  it('appear if they are read over a network: those on wires are signals', () => {
    expect(networkSensorChoices(equipment).map(({ label }) => label)).toEqual(['Vise: Closed', 'Mill: Closed']);
  });

  it.each([
    ['vise', 'modbusTCP', 502],
    ['mill', 'haasNGC', 5051],
  ])('become an expression that a routine can store: %s', (equipmentID, kind, port) => {
    const choice = JSON.stringify([equipmentID, 's1']);
    const expression = readNetworkSensor(equipment, choice);
    expect(expression).toMatchObject({ sensor: { kind, equipmentID, sensorID: 's1', port } });
    expect(expressionSchema.parse(expression)).toEqual(expression);
  });

  it('yield nothing if their device no longer exists', () => {
    expect(readNetworkSensor(equipment, JSON.stringify(['vise', 's2']))).toBeUndefined();
    expect(readNetworkSensor(undefined, JSON.stringify(['vise', 's1']))).toBeUndefined();
  });

  it('can be found by id and by name', () => {
    const stored = { kind: 'haasNGC', port: 5051, equipmentID: 'mill' } as const;
    expect(choiceOfSensor(equipment, { ...stored, sensorID: 's1' })).toBe(JSON.stringify(['mill', 's1']));
    expect(choiceOfSensor(equipment, { ...stored, sensorID: 'Closed' })).toBe(JSON.stringify(['mill', 's1']));
  });
});
