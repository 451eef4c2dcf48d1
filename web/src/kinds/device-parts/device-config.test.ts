import { contractOf, type EquipmentKind } from '@cellwright/equipment/contracts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type FormField, formFields } from '../../forms/form-fields.ts';
import { checkDraft, newEntry } from './device-config.ts';

function fieldsOf(schema: z.ZodType): readonly FormField[] {
  return formFields(schema, { text: (_path, _part, english) => english, choice: (_path, choice) => choice });
}
const listConfigFields = (kind: EquipmentKind) => fieldsOf(contractOf(kind).config);

describe('The form of a device', () => {
  it('asks for the fields of its contract, in order, with units, limits and defaults', () => {
    const fields = listConfigFields('OnRobot2FG7');
    expect(fields.map(({ name }) => name).slice(0, 4)).toEqual(['name', 'host', 'port', 'unitID']);
    expect(fields.find(({ name }) => name === 'port')).toMatchObject({
      name: 'port',
      label: 'Port',
      unit: undefined,
      help: undefined,
      shape: 'number',
      isWhole: true,
      minimum: 1,
      maximum: 65_535,
      defaultValue: 502,
    });
    expect(fields.find(({ name }) => name === 'tcpDistance')).toMatchObject({ unit: 'm', isWhole: false });
  });

  it('asks for a boolean with a switch and for an enum with a choice', () => {
    const schema = z.object({
      kind: z.literal('X'),
      name: z.string().meta({ label: 'Name' }),
      isFast: z.boolean().meta({ label: 'Fast' }),
      side: z.enum(['left', 'right']).meta({ label: 'Side' }),
    });
    expect(fieldsOf(schema).map(({ shape, choices }) => [shape, choices.map(({ value }) => value)])).toEqual([
      ['text', []],
      ['boolean', []],
      ['choice', ['left', 'right']],
    ]);
  });

  it('asks for the tool of an end with the tool control', () => {
    const tools = listConfigFields('DualQuickChanger').filter(({ control }) => control === 'tool');
    expect(tools.map(({ name, defaultValue }) => [name, defaultValue])).toEqual([
      ['tool1ID', ''],
      ['tool2ID', ''],
    ]);
  });

  it('asks for lists entry by entry; a new entry is valid', () => {
    const list = listConfigFields('ModbusTCPServer').find(({ name }) => name === 'registers');
    if (list?.shape !== 'list') throw new Error('registers are not a list');
    expect(list.maxEntries).toBe(100);
    expect(list.fields.map(({ name }) => name)).toEqual(['name', 'type', 'offset', 'format', 'order']);
    const entries = [newEntry(list, 1), newEntry(list, 2)];
    expect(entries[0]).toMatchObject({ name: '1', type: 'holdingRegister', offset: 0, order: 'device' });
    expect(checkDraft('ModbusTCPServer', { registers: entries })).toMatchObject({ isValid: true });
  });

  it('asks for lists inside entries: a new action of a custom device has no outputs, and each is added with its fields', () => {
    const actions = listConfigFields('CustomDevice').find(({ name }) => name === 'actions');
    if (actions?.shape !== 'list') throw new Error('actions are a list');
    const outputs = actions.fields.find(({ name }) => name === 'actionOutputs');
    if (outputs?.shape !== 'list') throw new Error('outputs are a list');
    const action = newEntry(actions, 1);
    expect(checkDraft('CustomDevice', { actions: [action] })).toMatchObject({
      isValid: false,
      problems: { 'actions.0.actionOutputs': 'Add an output that the action sets' },
    });
    const output = { ...newEntry(outputs, 1), ioPort: 'Output 1' };
    expect(checkDraft('CustomDevice', { actions: [{ ...action, actionOutputs: [output] }] })).toMatchObject({
      isValid: true,
      config: { actions: [{ kind: 'actuate', actionOutputs: [{ ioPort: 'Output 1', level: 'high' }] }] },
    });
  });

  it('reports a problem at the field of an entry', () => {
    const port = { name: 'Lamp', kind: 'Relay', port: 9 };
    expect(checkDraft('CustomIO', { ports: [port] })).toMatchObject({
      isValid: false,
      problems: { 'ports.0.port': 'There is no such port' },
    });
    expect(
      checkDraft('CustomIO', {
        ports: [
          { ...port, port: 1 },
          { ...port, port: 1 },
        ],
      }),
    ).toMatchObject({
      problems: { ports: 'This port already has a name in this device' },
    });
  });

  it('fills in defaults', () => {
    expect(checkDraft('OnRobot2FG7', { name: 'Left' })).toMatchObject({
      isValid: true,
      config: { kind: 'OnRobot2FG7', name: 'Left', port: 502 },
    });
  });

  it('reports a problem at its field, also one between two fields', () => {
    expect(checkDraft('OnRobot2FG7', { host: 'http://x', minimumWidth: 0.09 })).toEqual({
      isValid: false,
      problems: {
        host: 'Enter an IP address or a host name',
        maximumWidth: 'The maximum width must be above the minimum',
      },
    });
  });
});
