import type { RunnerStatus } from '@cellwright/client';
import type { RobotSessionState } from '@cellwright/domain/run';
import { idleSession } from '@cellwright/testkit';

const idle = idleSession({ brakes: 'disengaged' });

/** Status of a connected client whose session is 'me', at an idle robot without brakes. */
export const idleStatus: RunnerStatus = {
  connection: 'connected',
  error: undefined,
  admission: { kind: 'authenticated', sessionID: 'me', name: 'Ada', permissions: ['connectToRobot'] },
  state: idle,
  isStale: false,
};

export function withState(part: Partial<RobotSessionState>): RunnerStatus {
  return { ...idleStatus, state: { ...idle, ...part } };
}
