import { watchTimerLag } from '../controller/rig.ts';

export interface DoorResult {
  readonly holds: boolean;
  readonly [figure: string]: unknown;
}

/**
 * Runs one row against the gateway alone, prints its figures with the lag of bare timers, and exits with 1 when they
 * miss their goal.
 */
export async function soakDoor(row: string, work: () => Promise<DoorResult>): Promise<never> {
  const lag = watchTimerLag();
  const result = await work();
  process.stdout.write(`${JSON.stringify({ row, ...result, bareTimerLagMS: lag() }, null, 2)}\n`);
  process.exit(result.holds ? 0 : 1);
}
