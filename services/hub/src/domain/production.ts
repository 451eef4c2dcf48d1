import type { BoxProblem, BoxState, NewWave } from '@cellwright/domain/fleet';
import * as z from 'zod';

/** Production of a box over some time, from its reports. */
export const productionSchema = z.object({
  /** Maximum that was reported. */
  failuresPerHour: z.number(),
  /** Mean cycle time of the last cycles by routine. */
  cycles: z.record(z.string(), z.object({ count: z.number(), meanSeconds: z.number() })),
  /** Last counted cycle by robot kind; a report repeats it until the next one has ended. */
  lastCycles: z.record(z.string(), z.string()),
});
export type Production = z.infer<typeof productionSchema>;

const averagedCycles = 10;
/** A single slow cycle, for example one that waited for a part, proves nothing. */
const minComparedCycles = 3;

/** Returns the production with the additions of a report. */
export function addReport(known: Production | null, { robots, failuresPerHour }: BoxState): Production {
  const sum: Production = {
    failuresPerHour: Math.max(known?.failuresPerHour ?? 0, failuresPerHour),
    cycles: { ...known?.cycles },
    lastCycles: { ...known?.lastCycles },
  };
  for (const { robotKind, routineName, run } of robots) {
    if (!run || routineName === null || run.cycleTimeSeconds === null) continue;
    const cycle = `${run.id}#${run.cycleCount}`;
    if (sum.lastCycles[robotKind] === cycle) continue;
    sum.lastCycles[robotKind] = cycle;
    const routine = robotKind === 'live' ? routineName : `${routineName} (${robotKind})`;
    const { count, meanSeconds } = sum.cycles[routine] ?? { count: 0, meanSeconds: 0 };
    const weight = 1 / Math.min(count + 1, averagedCycles);
    const mean = meanSeconds + (run.cycleTimeSeconds - meanSeconds) * weight;
    sum.cycles[routine] = { count: count + 1, meanSeconds: mean };
  }
  return sum;
}

/** Returns the production of a box that begins now; cycles that were counted before do not count again. */
export function beginProduction({ lastCycles }: Production): Production {
  return { failuresPerHour: 0, cycles: {}, lastCycles };
}

type Limits = Pick<NewWave, 'maxFailuresPerHour' | 'maxSlowerPercent'>;

/** Returns what became worse than a wave accepts; null if nothing. */
export function findDecline(limits: Limits, before: Production, after: Production): BoxProblem | null {
  const { maxFailuresPerHour, maxSlowerPercent } = limits;
  if (maxFailuresPerHour !== null && after.failuresPerHour > Math.max(maxFailuresPerHour, before.failuresPerHour))
    return { kind: 'failures', before: before.failuresPerHour, after: after.failuresPerHour };
  if (maxSlowerPercent === null) return null;
  for (const [routine, { count, meanSeconds }] of Object.entries(after.cycles)) {
    const former = before.cycles[routine];
    if (!former || count < minComparedCycles) continue;
    if (meanSeconds > former.meanSeconds * (1 + maxSlowerPercent / 100))
      return { kind: 'slower', routine, before: former.meanSeconds, after: meanSeconds };
  }
  return null;
}
