import { describe, expect, it } from 'vitest';
import type { Condition, DataValue } from '../../transport/mtconnect/current.ts';
import { statusOf } from './agent-status.ts';

const byType = { device: '', execution: '', program: '', partCount: '', alarm: '' };
const value = (type: string, text: string, id = type.toLowerCase()): DataValue => ({ type, id, value: text });
const condition = (level: Condition['level'], code = '', text = ''): Condition => ({ level, id: 'system', code, text });
const of = (values: readonly DataValue[], conditions: readonly Condition[] = [], config: Partial<typeof byType> = {}) =>
  statusOf({ values, conditions }, { ...byType, ...config });

describe('The status of a machine that an agent reports on', () => {
  it.each([
    ['READY', { status: 'idle' }],
    ['PROGRAM_COMPLETED', { status: 'idle' }],
    ['ACTIVE', { status: 'running' }],
    ['FEED_HOLD', { status: 'running', detail: 'FEED_HOLD' }],
    ['INTERRUPTED', { status: 'running', detail: 'INTERRUPTED' }],
    ['OPTIONAL_STOP', { status: 'running', detail: 'OPTIONAL_STOP' }],
    ['PROGRAM_STOPPED', { status: 'running', detail: 'PROGRAM_STOPPED' }],
    ['STOPPED', { status: 'fault', detail: 'The program was stopped before its end (STOPPED)' }],
    ['UNAVAILABLE', { status: 'unknown', detail: 'UNAVAILABLE' }],
    ['SOMETHING_NEW', { status: 'unknown', detail: 'SOMETHING_NEW' }],
  ])('follows from the execution %s', (execution, status) => {
    expect(of([value('Availability', 'AVAILABLE'), value('Execution', execution)])).toEqual(status);
  });

  it('counts as running while one of its paths runs, and as idle only if all have ended', () => {
    const paths = (one: string, other: string) => [value('Execution', one, 'p1'), value('Execution', other, 'p2')];
    expect(of(paths('READY', 'ACTIVE'))).toEqual({ status: 'running' });
    expect(of(paths('READY', 'PROGRAM_COMPLETED'))).toEqual({ status: 'idle' });
    expect(of(paths('READY', 'UNAVAILABLE'))).toEqual({ status: 'unknown', detail: 'READY, UNAVAILABLE' });
  });

  it('counts as unknown without an execution, or while the agent has lost the machine', () => {
    expect(of([])).toMatchObject({ status: 'unknown' });
    expect(of([value('Availability', 'UNAVAILABLE'), value('Execution', 'ACTIVE')])).toEqual({
      status: 'unknown',
      detail: 'The agent has no connection to the machine',
    });
  });

  it('counts as a fault with a condition of that level, and names its code', () => {
    const values = [value('Execution', 'ACTIVE')];
    expect(of(values, [condition('Warning', '9'), condition('Normal')])).toEqual({ status: 'running' });
    expect(of(values, [condition('Fault', '102', 'SERVOS OFF')])).toEqual({
      status: 'fault',
      detail: '102: SERVOS OFF',
    });
    expect(of(values, [condition('Fault')])).toEqual({ status: 'fault', detail: 'system' });
  });

  it('counts as a fault while its emergency stop is triggered', () => {
    expect(of([value('EmergencyStop', 'TRIGGERED'), value('Execution', 'READY')])).toEqual({
      status: 'fault',
      detail: 'Emergency stop',
    });
  });

  it('counts as a fault while the chosen data item has the text of an alarm', () => {
    const values = (text: string) => [value('Execution', 'READY'), value('ActiveAlarms', text, 'aalarms')];
    const chosen = { alarm: 'aalarms' };
    expect(of(values('7013 OIL LOW'), [], chosen)).toEqual({ status: 'fault', detail: '7013 OIL LOW' });
    for (const none of ['', 'UNAVAILABLE', 'NO ACTIVE ALARMS', 'No Alarm'])
      expect(of(values(none), [], chosen)).toEqual({ status: 'idle' });
    expect(of(values('7013 OIL LOW'))).toEqual({ status: 'idle' });
  });

  it('has the program and the part count, by their type or by the chosen data items', () => {
    const values = [
      value('Execution', 'READY'),
      value('Program', 'O00100'),
      value('PartCount', '12'),
      value('Program', 'O00200', 'sub'),
      value('Counter', '3.000', 'total'),
    ];
    expect(of(values)).toEqual({ status: 'idle', program: 'O00100', partCount: 12 });
    expect(of(values, [], { program: 'sub', partCount: 'total' })).toEqual({
      status: 'idle',
      program: 'O00200',
      partCount: 3,
    });
    expect(of([value('Execution', 'READY'), value('Program', 'UNAVAILABLE'), value('PartCount', '')])).toEqual({
      status: 'idle',
    });
  });
});
