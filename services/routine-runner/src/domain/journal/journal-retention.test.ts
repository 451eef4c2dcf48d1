import { VirtualClock } from '@cellwright/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { keepJournalsSmall, type PruneRule, type RecordingRule } from './journal-retention.ts';

const hourMS = 3_600_000;
let end = () => {};
afterEach(() => end());

function start(answers: (number | Error)[]) {
  const clock = new VirtualClock();
  const calls: { at: number; rule: PruneRule }[] = [];
  const forgotten: RecordingRule[] = [];
  const warnings: string[] = [];
  const pruner = {
    async prune(rule: PruneRule) {
      calls.push({ at: clock.now(), rule });
      const answer = answers.shift() ?? 0;
      await clock.sleep(200);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const recordings = {
    async prune(rule: RecordingRule) {
      forgotten.push(rule);
      return 0;
    },
  };
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message), error: () => {} };
  const retention = { keepRuns: 10, keepDays: 2, keepReplays: 5, keepReplayBytes: 1000 };
  end = keepJournalsSmall({ robotKinds: ['live', 'simulated'], retention, pruner, recordings, clock, log });
  return { clock, calls, forgotten, warnings };
}

describe('old runs are deleted', () => {
  it('one minute after the start and then every hour, for each robot', async () => {
    const { clock, calls, forgotten } = start([]);
    await clock.advance(59_000);
    expect(calls).toEqual([]);
    await clock.advance(10_000);
    expect(calls.map(({ rule }) => rule.robotKind)).toEqual(['live', 'simulated']);
    expect(forgotten).toEqual([
      { robotKind: 'live', keepRuns: 5, keepBytes: 1000 },
      { robotKind: 'simulated', keepRuns: 5, keepBytes: 1000 },
    ]);
    const [first] = calls;
    const age = clock.wallNow().getTime() - (clock.now() - 60_000) - (first?.rule.endedBefore.getTime() ?? 0);
    expect(first?.rule.keepRuns).toBe(10);
    expect(age).toBe(48 * hourMS);
    await clock.advance(hourMS);
    expect(calls).toHaveLength(4);
  });

  it('by the time that passed, when the clock of the machine is set forward meanwhile', async () => {
    const { clock, calls } = start([]);
    const startedAt = clock.wallNow().getTime();
    clock.shiftWall(400 * 24 * hourMS);
    await clock.advance(60_000);
    expect(calls[0]?.rule.endedBefore.getTime()).toBe(startedAt + 60_000 - 48 * hourMS);
  });

  it('a little at a time, in at most a tenth of it, until nothing is left', async () => {
    const { clock, calls } = start([2000, 2000, 5, 0, 0]);
    await clock.advance(100_000);
    expect(calls.map(({ at }) => at)).toEqual([60_000, 62_000, 64_000, 66_000, 68_100]);
    expect(calls.map(({ rule }) => rule.robotKind)).toEqual(['live', 'live', 'live', 'live', 'simulated']);
  });

  it('in the next hour when the database was away', async () => {
    const { clock, calls, warnings } = start([new Error('away')]);
    await clock.advance(2 * 60_000);
    expect([calls.length, warnings.length]).toEqual([1, 1]);
    await clock.advance(hourMS);
    expect(calls).toHaveLength(3);
  });

  it('until it is ended, also in the middle', async () => {
    const { clock, calls, warnings } = start([2000, 2000, 2000]);
    await clock.advance(62_100);
    end();
    await clock.advance(3 * hourMS);
    expect([calls.length, warnings.length]).toEqual([2, 0]);
  });
});
