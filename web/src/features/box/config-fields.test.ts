import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkDraft, fieldsOf, listConfigFields } from './config-fields.ts';

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
