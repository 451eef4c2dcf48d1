import type { ControlReason } from '@cellwright/domain/robot';
import type { RobotSessionState } from '@cellwright/domain/run';
import type { RunnerMessageKind } from '@cellwright/domain/runner-socket';

type Message = { readonly kind: string; readonly payload: unknown };
type Seen = Pick<RobotSessionState, 'speedRestrictionPercentage' | 'testRunSpeed' | 'prompt'>;

const reasons: ReadonlyMap<string, ControlReason> = new Map<RunnerMessageKind, ControlReason>([
  ['playRoutine', 'started'],
  ['resumeRun', 'started'],
  ['resumeRoutine', 'resumed'],
  ['confirmStep', 'resumed'],
  ['stepOnce', 'resumed'],
  ['stepOver', 'resumed'],
  ['stepInto', 'resumed'],
  ['runTo', 'resumed'],
]);

/** Returns the action by which the sender of this message got control, if it is more than a command. */
export function findReason(kind: string): ControlReason | undefined {
  return reasons.get(kind);
}

/** True if the message pauses the run, so that the client that sends it controls the robot from then on. */
export function isPause(kind: string): boolean {
  return kind === 'pauseRoutine' || kind === 'cancelCountdown';
}

/** True if the message lets the arm move faster. It needs no control, but is refused while another client has it. */
export function isSpeedUp({ kind, payload }: Message, state: Seen): boolean {
  const value = readField(payload, 'value');
  if (kind === 'setSpeedRestrictionPercentage') {
    return typeof value === 'number' && value > state.speedRestrictionPercentage;
  }
  if (kind !== 'setTestRunSpeed') return false;
  return (typeof value === 'number' ? value : 1) > (state.testRunSpeed ?? 1);
}

/** True if the message answers a prompt that any client may answer. */
export function isOpenAnswer({ kind, payload }: Message, { prompt }: Seen): boolean {
  return kind === 'confirmStep' && prompt?.answeredBy === 'anyone' && prompt.stepID === readField(payload, 'stepID');
}

function readField(payload: unknown, name: string): unknown {
  return typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : undefined;
}
