import type { RobotKind } from '@cellwright/domain/robot';
import type { FaultCell } from './fault-cell.fixture.ts';

/** Times between a commander's messages at a controller while the brakes were released. */
export interface CommanderSilence {
  readonly heard: number;
  /** Upper bounds in the controller's buckets, ms. */
  readonly p99MS: number;
  readonly worstMS: number;
  /** Messages that came later than 60 and 120 ms after the previous one. */
  readonly over60: number;
  readonly over120: number;
}

/** Starts observing; the returned function returns the results. */
export async function watchCommander(
  faults: FaultCell,
  robotKind: RobotKind,
): Promise<() => Promise<CommanderSilence>> {
  const before = await readBuckets(faults, robotKind);
  return async () => {
    const after = await readBuckets(faults, robotKind);
    return describe(new Map([...after].map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)])));
  };
}

/** Returns cumulated counts by their bound, seconds. */
async function readBuckets(faults: FaultCell, robotKind: RobotKind): Promise<Map<number, number>> {
  const port = faults.adminPortOf(robotKind === 'live' ? 'controller-twin' : 'controller-simulated');
  const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = page.matchAll(/^cellwright_commander_silence_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm);
  return new Map(
    [...lines].map(([, bound = '', count]) => [bound === '+Inf' ? Infinity : Number(bound), Number(count)]),
  );
}

function describe(counts: ReadonlyMap<number, number>): CommanderSilence {
  const heard = counts.get(Infinity) ?? 0;
  const boundOf = (share: number) => 1000 * ([...counts].find(([, count]) => count >= share * heard)?.[0] ?? Infinity);
  return {
    heard,
    p99MS: boundOf(0.99),
    worstMS: boundOf(1),
    over60: heard - (counts.get(0.06) ?? 0),
    over120: heard - (counts.get(0.12) ?? 0),
  };
}
