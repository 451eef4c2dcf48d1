import { createLogger } from '@cellwright/service-kit';
import { expect, it } from 'vitest';
import { createTerminalLog } from './terminal-log.ts';

function record() {
  const lines: string[] = [];
  const log = createLogger('cell', { level: 'WARN', destination: createTerminalLog((line) => void lines.push(line)) });
  return { lines, log };
}

it('says a failure in one line, without what only machines need', () => {
  const { lines, log } = record();
  log.warn('the session failed', {
    robotKind: 'simulated',
    failure: { kind: 'PlanningFailure', reason: 'Out of reach', recoveryKind: 'Recoverable' },
  });
  expect(lines.join('')).toMatch(
    /^\d\d:\d\d:\d\d WARN the session failed \(robotKind: simulated, failure: PlanningFailure: Out of reach\)\n$/,
  );
});

it('says what an error says, and leaves out its stack', () => {
  const { lines, log } = record();
  log.error('the database could not be started again', { error: new Error('no space left'), delayMS: 100 });
  expect(lines.join('')).toMatch(/ERROR the database .* again \(error: no space left, delayMS: 100\)\n$/);
});

it('has nothing in brackets when there is nothing more to say', () => {
  const { lines, log } = record();
  log.warn('slow');
  expect(lines.join('')).toMatch(/WARN slow\n$/);
});
