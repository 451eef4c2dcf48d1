import type { Clock } from '@cellwright/domain/basics';
import type { CommandedCapabilityName, CommandOf, DevicesPort, OutcomeOf, PortResult } from './ports.ts';

/** Time limit of a step that commands a device; the command is abandoned before it is reached. */
export const deviceTimeLimitMS = 10_000;
/** Interval of attempts on a busy or unreachable device. */
const retryPollMS = 100;

export interface DeviceOrder<Name extends CommandedCapabilityName> {
  readonly capability: Name;
  readonly equipmentID: string | undefined;
  readonly command: CommandOf<Name>;
  /** Time limit of the step, ms. */
  readonly stepLimitMS?: number | undefined;
}

/** Commands a device. Retries while nothing was done and time is left; fails before the step's time limit. */
export async function commandDevice<Name extends CommandedCapabilityName>(
  { clock, devices }: { readonly clock: Clock; readonly devices: DevicesPort },
  { capability, equipmentID, command, stepLimitMS = deviceTimeLimitMS }: DeviceOrder<Name>,
  signal: AbortSignal,
): Promise<PortResult<OutcomeOf<Name>>> {
  const startedAt = clock.now();
  const remainingOf = (limitMS: number) => startedAt + limitMS - retryPollMS - clock.now();
  for (;;) {
    const result = await devices.actuate(capability, equipmentID, command, signal, remainingOf(stepLimitMS));
    const remainingMS = remainingOf(deviceTimeLimitMS);
    if (remainingMS <= 0 || !mayRetry(result)) return result;
    await clock.sleep(Math.min(retryPollMS, remainingMS), signal);
    if (remainingOf(deviceTimeLimitMS) <= 0) return result;
  }
}

function mayRetry(result: PortResult<unknown>): boolean {
  return !result.ok && 'failure' in result && (result.failure.mayRetry ?? false);
}
