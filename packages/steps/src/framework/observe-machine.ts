import type { Clock } from '@cellwright/domain/basics';
import type { MachineReading } from '@cellwright/equipment/capabilities';
import type { DevicesPort, PortResult } from './ports.ts';

/** Time for which an unresponsive machine is polled again, ms. */
const patienceMS = 30_000;
const retryMS = 500;

/** Reads a machine tool. Outlasts a short loss of its connection. */
export async function observeMachine(
  { clock, devices }: { readonly clock: Clock; readonly devices: DevicesPort },
  equipmentID: string | undefined,
  signal: AbortSignal,
): Promise<PortResult<MachineReading>> {
  const deadline = clock.now() + patienceMS;
  for (;;) {
    const seen = await devices.actuate('machine', equipmentID, { action: 'observe' }, signal);
    const mayRetry = !seen.ok && 'failure' in seen && seen.failure.mayRetry === true;
    if (!mayRetry || clock.now() >= deadline) return seen;
    await clock.sleep(retryMS, signal);
  }
}
