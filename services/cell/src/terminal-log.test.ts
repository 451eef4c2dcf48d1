import { createLogger } from '@cellwright/service-kit';
import { expect, it } from 'vitest';
import { createTerminalLog } from './terminal-log.ts';

function record() {
  const lines: string[] = [];
  const log = createLogger('cell', { level: 'WARN', destination: createTerminalLog((line) => void lines.push(line)) });
  return { lines, log };
}

it('createTerminalLog prints a failure in one line without fields for machines', () => {
  const { lines, log } = record();
  log.warn('the session failed', {
    robotKind: 'simulated',
    failure: { kind: 'PlanningFailure', reason: 'Out of reach', recoveryKind: 'Recoverable' },
  });
  expect(lines.join('')).toMatch(
    /^\d\d:\d\d:\d\d WARN the session failed \(robotKind: simulated, failure: PlanningFailure: Out of reach\)\n$/,
  );
});

it('createTerminalLog prints the message of an error without its stack', () => {
  const { lines, log } = record();
  log.error('the database could not be started again', { error: new Error('no space left'), delayMS: 100 });
  expect(lines.join('')).toMatch(/ERROR the database .* again \(error: no space left, delayMS: 100\)\n$/);
});

it('createTerminalLog prints no brackets without further fields', () => {
  const { lines, log } = record();
  log.warn('slow');
  expect(lines.join('')).toMatch(/WARN slow\n$/);
});
