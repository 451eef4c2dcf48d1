import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { checkDraft, fieldsOf, listConfigFields, newEntry } from './config-fields.ts';

describe('the form of a device', () => {
  it('asks for what its contract names, in order, with units, limits and defaults', () => {
    const fields = listConfigFields('OnRobot2FG7');
    expect(fields.map(({ name }) => name).slice(0, 4)).toEqual(['name', 'host', 'port', 'unitID']);
    expect(fields.find(({ name }) => name === 'port')).toEqual({
      name: 'port',
      label: 'Port',
      unit: undefined,
      help: undefined,
      input: { kind: 'number', isWhole: true, minimum: 1, maximum: 65_535 },
      defaultValue: 502,
    });
    expect(fields.find(({ name }) => name === 'tcpDistance')).toMatchObject({ unit: 'm', input: { isWhole: false } });
  });

  it('asks with a switch for yes or no, and with a choice for one of a few', () => {
    const schema = z.object({
      kind: z.literal('X'),
      name: z.string(),
      isFast: z.boolean(),
      side: z.enum(['left', 'right']),
    });
    expect(fieldsOf(schema).map(({ input }) => input)).toEqual([
      { kind: 'text' },
      { kind: 'switch' },
      { kind: 'choice', choices: ['left', 'right'] },
    ]);
  });

  it('asks for the tool of an end by a choice among the tools of the cell', () => {
    const tools = listConfigFields('DualQuickChanger').filter(({ input }) => input.kind === 'tool');
    expect(tools.map(({ name, defaultValue }) => [name, defaultValue])).toEqual([
      ['tool1ID', ''],
      ['tool2ID', ''],
    ]);
  });

  it('asks for lists entry by entry, and begins an entry that can be saved as it is', () => {
    const list = listConfigFields('ModbusTCPServer').find(({ name }) => name === 'registers')?.input;
    if (list?.kind !== 'list') throw new Error('registers are not a list');
    expect(list.maximum).toBe(100);
    expect(list.fields.map(({ name }) => name)).toEqual(['name', 'type', 'offset', 'format', 'order']);
    const entries = [newEntry(list, 1), newEntry(list, 2)];
    expect(entries[0]).toMatchObject({ name: '1', type: 'holdingRegister', offset: 0, order: 'device' });
    expect(checkDraft('ModbusTCPServer', { registers: entries })).toMatchObject({ isValid: true });
  });

  it('has lists in its entries: an action of a custom device begins without outputs, and each is added with its fields', () => {
    const actions = listConfigFields('CustomDevice').find(({ name }) => name === 'actions')?.input;
    if (actions?.kind !== 'list') throw new Error('actions are a list');
    const outputs = actions.fields.find(({ name }) => name === 'actionOutputs')?.input;
    if (outputs?.kind !== 'list') throw new Error('outputs are a list');
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

  it('says at the field of an entry what is wrong', () => {
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
      problems: { ports: 'This port has a name in this device already' },
    });
  });

  it('takes defaults for what is not said', () => {
    expect(checkDraft('OnRobot2FG7', { name: 'Left' })).toMatchObject({
      isValid: true,
      config: { kind: 'OnRobot2FG7', name: 'Left', port: 502 },
    });
  });

  it('says at its field what is wrong, also between two fields', () => {
    expect(checkDraft('OnRobot2FG7', { host: 'http://x', minimumWidth: 0.09 })).toEqual({
      isValid: false,
      problems: {
        host: 'Enter an IP address or a host name',
        maximumWidth: 'The largest width must be above the smallest',
      },
    });
  });
});
