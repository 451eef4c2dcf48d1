import { IdentityServiceService } from '@cellwright/proto/identity';
import { silentLogger } from '@cellwright/service-kit';
import { createGrpcClient } from '@cellwright/service-kit/grpc';
import { VirtualClock } from '@cellwright/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { reportUse } from './report-use.ts';

const client = createGrpcClient(IdentityServiceService, '127.0.0.1:9');
afterEach(() => client.channel.close());

/** Records the messages to identity, which refuses while `isAway`. */
function begin() {
  const clock = new VirtualClock();
  const told: string[][] = [];
  const identity = {
    ...client,
    reportUse: async ({ uses }: { uses: { secretHash: string }[] }) => {
      told.push(uses.map(({ secretHash }) => secretHash));
      if (state.isAway) throw new Error('away');
      return {};
    },
  };
  const state = { isAway: false };
  return { clock, told, state, uses: reportUse(identity, clock, silentLogger) };
}

describe('reportUse', () => {
  it('reports uses of tokens together with a delay, and each at most once a minute', async () => {
    const { clock, told, uses } = begin();
    for (let time = 0; time < 100; time++) uses.note(time % 2 === 0 ? 'one' : 'two');
    expect(told).toEqual([]);
    await clock.advance(5000);
    uses.note('one');
    await clock.advance(50_000);
    expect(told).toEqual([['one', 'two']]);
    await clock.advance(10_000);
    uses.note('one');
    await clock.advance(5000);
    expect(told).toEqual([['one', 'two'], ['one']]);
  });

  it('drops uses that cannot be reported, and schedules nothing without a use', async () => {
    const { clock, told, state, uses } = begin();
    state.isAway = true;
    uses.note('one');
    await clock.advance(60_000);
    expect(told).toEqual([['one']]);
    expect(clock.pendingTimers).toBe(0);
  });
});
