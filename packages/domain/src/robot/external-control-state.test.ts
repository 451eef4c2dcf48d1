import { describe, expect, it } from 'vitest';
import { runnerMessages } from '../runner-socket/runner-messages.ts';
import { isLineCommand } from './external-control-state.ts';

describe('isLineCommand', () => {
  it('admits the messages of a line, and no other of a robot session', () => {
    expect(Object.keys(runnerMessages).filter(isLineCommand).sort()).toEqual([
      ...['acquireControl', 'confirmStep', 'controlHeartbeat', 'loadRoutine', 'pauseRoutine'],
      ...['playRoutine', 'recover', 'releaseControl', 'resumeRoutine', 'stop'],
    ]);
  });
});
