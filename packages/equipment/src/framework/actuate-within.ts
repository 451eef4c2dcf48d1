import { type Clock, rest, withEither } from '@cellwright/domain/basics';
import type { EquipmentLiveState } from '@cellwright/domain/equipment';
import { deviceMessages } from '@cellwright/domain/messages';
import {
  type AnyCommandedDevice,
  type CommandedCapabilityName,
  commandedCapabilities,
  type DeviceFailure,
} from '../capabilities/index.ts';
import { createDeferred } from './deferred.ts';
import type { AnyDriver } from './driver.ts';

/** Part of the caller's time limit that is left to receive the failure of an abandoned device, ms. */
const answerGraceMS = 500;
/** Maximum time for which a command waits for the first reading of its device, ms. */
const firstReadingMS = 1000;
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
  readonly driver: Pick<AnyDriver, 'state' | 'whenKnown'>;
}

export interface ActuationLimit {
  readonly clock: Clock;
  /** Time limit of the device, ms. */
  readonly limitMS: number;
  readonly signal: AbortSignal;
}

/**
 * Carries out one command and returns the capability's result. A command that is the first use of its device waits
 * briefly for the first reading, because drivers refuse commands to a device of which nothing is known. When its time is over, the device is stopped and the
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
    cause = describeSilence(actuated.driver.state());
    timeUp.abort();
    cancelGrace = clock.schedule(abortGraceMS, () => givenUp.resolve('givenUp'));
  });
  try {
    const ended = withEither(signal, timeUp.signal, async (ending) => {
      await waitForReading(actuated, clock, ending);
      return actuated.device.actuate(command, ending);
    });
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

async function waitForReading({ driver }: ActuatedDevice, clock: Clock, signal: AbortSignal): Promise<void> {
  const enough = new AbortController();
  const waited = withEither(signal, enough.signal, (ended) => rest(clock, firstReadingMS, ended));
  await Promise.race([driver.whenKnown(), waited]);
  enough.abort();
}

function describeSilence({ error, status }: EquipmentLiveState): string {
  if (error !== undefined) return error.replace(/\.$/, '');
  return status === 'busy' ? deviceMessages.wasStillBusy : deviceMessages.didNotAnswer;
}

function failureAfter(limitMS: number, { capability }: ActuatedDevice, cause: string | undefined): DeviceFailure {
  const { failureKind: kind, label } = commandedCapabilities[capability];
  const message = deviceMessages.timedOut(label, (limitMS / 1000).toFixed(1), cause ?? '');
  return { kind, reason: 'timeout', message, mayRetry: false };
}

function nameDevice({ id, name }: ActuatedDevice, failure: DeviceFailure): DeviceFailure {
  const { message } = failure;
  return { ...failure, equipmentID: id, message: message.includes(`'${name}'`) ? message : `'${name}': ${message}` };
}
