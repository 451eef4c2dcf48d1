import type { Clock } from '@cellwright/domain/basics';
import { deviceMessages } from '@cellwright/domain/messages';
import type { DeviceFailureReason, DeviceResult } from '../../capabilities/capability.ts';
import type { SendFailure } from '../../framework/device-lines.ts';
import type { MachinePlaces } from './places.ts';
import type { Reading } from './reading.ts';
import type { ProgramRequest } from './request.ts';

/** The machine, as commands access it. */
export interface MachineAccess {
  readonly clock: Clock;
  readonly places: MachinePlaces;
  readonly request: ProgramRequest;
  /** Reads the machine again. Undefined if it does not answer. */
  refresh(): Promise<Reading | undefined>;
  isConnected(): boolean;
}

export const stopped: DeviceResult<never> = { ok: false, stopped: true };

export function fail(reason: DeviceFailureReason, message: string): DeviceResult<never> {
  const mayRetry = reason === 'busy' || reason === 'unreachable';
  return { ok: false, failure: { kind: 'HaasFailure', reason, message, mayRetry } };
}

export function unknown(message: string): DeviceResult<never> {
  return fail('outcomeUnknown', `${message}. The machine may have acted. Check it before continuing`);
}

export function explain({ kind, message }: SendFailure): DeviceResult<never> {
  if (kind === 'stopped') return stopped;
  if (kind === 'unreachable') return fail(kind, deviceMessages.checkDevice(message, 'machine'));
  if (kind === 'busy') return fail(kind, message);
  return kind === 'refused' ? fail('deviceFault', message) : unknown(message);
}

export const noConnection = explain({ kind: 'unreachable', message: deviceMessages.noConnectionToMachine });

/** Failure of a command at its time limit. */
export function late(machine: MachineAccess, message: string): DeviceResult<never> {
  return machine.isConnected()
    ? fail('timeout', message)
    : unknown('The connection to the machine was lost during the command');
}
