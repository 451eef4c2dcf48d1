import type { Clock } from '@cellwright/domain/basics';
import type { EquipmentLiveState } from '@cellwright/domain/equipment';
import {
  type AnyCommandedDevice,
  type CommandedCapabilityName,
  commandedCapabilities,
  type DeviceFailure,
} from '../capabilities/index.ts';
import { createDeferred } from './deferred.ts';

/** Part of the caller's time limit that is left to receive the failure of an abandoned device, ms. */
const answerGraceMS = 500;
/** Time after which an aborted driver is not awaited any longer, ms. */
const abortGraceMS = 100;

/** Returns the time that a device may take, ms, so that its failure reaches a caller that waits for `limitMS`. */
export function deviceTimeOf(limitMS: number): number {
  return limitMS - Math.min(answerGraceMS, limitMS / 2);
}

export interface ActuatedDevice {
  readonly id: string;
  readonly name: string;
  readonly capability: CommandedCapabilityName;
  readonly device: AnyCommandedDevice;
  state(): EquipmentLiveState;
}

export interface ActuationLimit {
  readonly clock: Clock;
  /** Time limit of the device, ms. */
  readonly limitMS: number;
  readonly signal: AbortSignal;
}

/**
 * Carries out one command and returns the capability's result. When its time is over, the device is stopped and the
 * result is a failure with the reason `timeout`. Every failure carries the name and the id of the device.
 */
export async function actuateWithin(
  actuated: ActuatedDevice,
  command: unknown,
  { clock, limitMS, signal }: ActuationLimit,
): Promise<unknown> {
  const timeUp = new AbortController();
  const givenUp = createDeferred<'givenUp'>();
  let cause: string | undefined;
  let cancelGrace = () => {};
  const cancel = clock.schedule(limitMS, () => {
    cause = describeSilence(actuated.state());
    timeUp.abort();
    cancelGrace = clock.schedule(abortGraceMS, () => givenUp.resolve('givenUp'));
  });
  try {
    const ended = actuated.device.actuate(command, AbortSignal.any([signal, timeUp.signal]));
    const result = await Promise.race([ended, givenUp.promise]);
    const isOver = result === 'givenUp' || (!result.ok && 'stopped' in result && cause !== undefined);
    if (isOver && !signal.aborted)
      return { ok: false, failure: nameDevice(actuated, failureAfter(limitMS, actuated, cause)) };
    if (result === 'givenUp') return { ok: false, stopped: true };
    if (result.ok || 'stopped' in result) return result;
    return { ok: false, failure: nameDevice(actuated, result.failure) };
  } finally {
    cancel();
    cancelGrace();
  }
}

function describeSilence({ error, status }: EquipmentLiveState): string {
  if (error !== undefined) return error.replace(/\.$/, '');
  return status === 'busy' ? 'It was still busy' : 'It did not answer';
}

function failureAfter(limitMS: number, { capability }: ActuatedDevice, cause: string | undefined): DeviceFailure {
  const { failureKind: kind, label } = commandedCapabilities[capability];
  const message = `The ${label} did not end the command within ${(limitMS / 1000).toFixed(1)} s and was stopped. ${cause}. Check it before continuing`;
  return { kind, reason: 'timeout', message, mayRetry: false };
}

function nameDevice({ id, name }: ActuatedDevice, failure: DeviceFailure): DeviceFailure {
  const { message } = failure;
  return { ...failure, equipmentID: id, message: message.includes(`'${name}'`) ? message : `'${name}': ${message}` };
}
