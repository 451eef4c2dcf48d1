import type { Instant, ReplayPlayer } from '@cellwright/client';
import * as z from 'zod';

/** Values of an arc at an instant. */
export interface ArcRow {
  /** Number of the bead in the run, from 1. */
  readonly bead: number;
  /** Path of the step that played; null between steps. */
  readonly stepPath: string | null;
  /** Seconds since the run began. */
  readonly at: number;
  /** Activity of the weld, as in the variable of the step. */
  readonly activity: string;
  /** V, A and m/s; all 0 if the machine does not report them. */
  readonly voltage: number;
  readonly current: number;
  readonly wireSpeed: number;
}

/** Interval of the rows, s; the step updates its values as often. */
const intervalSeconds = 0.2;
/** Activities while the arc may burn. */
const withArc: ReadonlySet<string> = new Set([
  'startArc',
  'dwelling',
  'movingDuringWeld',
  'weaving',
  'stitching',
  'craterFilling',
  'stopArc',
]);

const weldVariables = z.object({
  currentActivity: z.string(),
  arcVoltage: z.number(),
  arcCurrent: z.number(),
  arcWireSpeed: z.number(),
});

/**
 * Reads the arcs of a recorded run. Instants that were not recorded are left out.
 * @throws the cell's refusal to read a part
 */
export async function readArcLog(player: Pick<ReplayPlayer, 'replay' | 'seek'>): Promise<readonly ArcRow[]> {
  const { from, to } = player.replay;
  const rows: ArcRow[] = [];
  let bead = 0;
  let wasOn = false;
  for (let index = 0; from + index * intervalSeconds <= to; index++) {
    const at = Math.round((from + index * intervalSeconds) * 1000) / 1000;
    const row = findArc(await player.seek(at));
    if (row && !wasOn) bead += 1;
    wasOn = row !== undefined;
    if (row) rows.push({ bead, ...row });
  }
  return rows;
}

/** Returns the arc at an instant; undefined without one. */
export function findArc({ at, state }: Instant): Omit<ArcRow, 'bead'> | undefined {
  for (const { variables } of Object.values(state.steps)) {
    const weld = weldVariables.safeParse(variables).data;
    if (!weld || !withArc.has(weld.currentActivity)) continue;
    return {
      stepPath: state.run?.currentStepPath ?? null,
      at,
      activity: weld.currentActivity,
      voltage: weld.arcVoltage,
      current: weld.arcCurrent,
      wireSpeed: weld.arcWireSpeed,
    };
  }
  return undefined;
}
