import type { DeviceFailureReason, DeviceResult } from '../../capabilities/capability.ts';
import type { RegistersOutcome, RegisterValue } from '../../capabilities/registers.ts';
import type { CommandEnds } from '../../framework/device-driver.ts';
import { ranges } from '../../framework/register-format.ts';
import type { ModbusFailure } from '../../transport/modbus.ts';
import type { ModbusRegister } from './contract.ts';

export type Result = DeviceResult<RegistersOutcome>;

export const stopped: Result = { ok: false, stopped: true };
export const noNumber = {
  ok: false,
  failure: { kind: 'refused', wasSent: true, message: 'It is not a number. Check its format and word order' },
} as const;

export const ends: CommandEnds<Result> = {
  busy: () => failed('busy', 'The device is executing another command. Wait until it has ended'),
  stopped,
  closed: (reason) => failed('outcomeUnknown', `${reason}. Check the device before continuing`),
};

export function describeRange({ name, format }: ModbusRegister, value: RegisterValue): string {
  const { minimum, maximum } = ranges[format];
  const whole = format === 'float32' ? 'a number' : 'a whole number';
  return `'${name}' needs ${whole} from ${minimum} to ${maximum}, not ${value}`;
}

export function explainWrite(
  { kind, wasSent, message }: ModbusFailure,
  name: string,
  written: readonly string[],
): Result {
  if (kind === 'aborted' && written.length === 0) return stopped;
  const before = written.length === 0 ? '' : ` Written before it: ${written.join(', ')}.`;
  if (kind === 'busy') return failed('busy', `'${name}' was not written: ${message}.${before}`, written.length === 0);
  if (kind === 'refused') return failed('deviceFault', `'${name}' was not written: ${message}.${before}`);
  if (wasSent)
    return failed(
      'outcomeUnknown',
      `'${name}' may have been written: ${message}.${before} Check the device before continuing`,
    );
  return failed('unreachable', `'${name}' was not written: ${message}.${before}`, written.length === 0);
}

export function failed(
  reason: DeviceFailureReason,
  message: string,
  mayRetry = reason === 'busy',
): Result & { ok: false } {
  return { ok: false, failure: { kind: 'NetworkRequestFailure', reason, message, mayRetry } };
}
