import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import type { AccessRecord } from './access-list.ts';
import { Assertions, FollowedAssertions, renewMS } from './assertions.ts';

function begin() {
  const clock = new VirtualClock();
  let signed = 0;
  const assertions = new Assertions({ vouch: ({ id }) => `${id} ${++signed}` }, clock);
  return { clock, assertions, follower: new FollowedAssertions(assertions) };
}

const recordOf = (id: string): AccessRecord => ({
  ...{ id, secretHash: id, subjectID: `user of ${id}`, name: 'Ada', permissions: [], pinPermissions: [] },
  ...{ pinChangedAt: '', expiresAt: null, kind: 'session' },
});

describe('Assertions', () => {
  it('signs once for all followers', () => {
    const { assertions, follower } = begin();
    const record = recordOf('a');
    expect(follower.send(record)).toBe('user of a 1');
    expect(new FollowedAssertions(assertions).send(record)).toBe('user of a 1');
  });

  it("renews a follower's assertions before they expire, and nothing else", async () => {
    const { clock, follower } = begin();
    const [first, second] = [recordOf('a'), recordOf('b')];
    follower.send(first);
    await clock.advance(renewMS - 1);
    follower.send(second);
    expect(await follower.renew([first, second])).toEqual([]);
    await clock.advance(1);
    expect(await follower.renew([first, second])).toEqual([{ accessId: 'a', assertion: 'user of a 3' }]);
    expect(await follower.renew([first, second])).toEqual([]);
  });

  it('renews an assertion for a follower after it was signed again for another', async () => {
    const { clock, assertions, follower } = begin();
    const record = recordOf('a');
    follower.send(record);
    await clock.advance(renewMS);
    assertions.for(record);
    expect(await follower.renew([record])).toEqual([{ accessId: 'a', assertion: 'user of a 2' }]);
  });

  it('renews immediately when the clock of the machine was set', async () => {
    const { clock, follower } = begin();
    const record = recordOf('a');
    follower.send(record);
    clock.shiftWall(3_600_000);
    expect(await follower.renew([record])).toHaveLength(1);
    clock.shiftWall(-3_600_000);
    expect(await follower.renew([record])).toHaveLength(1);
    expect(await follower.renew([record])).toEqual([]);
  });

  it('keeps the event loop free while it signs a long list', async () => {
    const { follower } = begin();
    const records = Array.from({ length: 500 }, (_, index) => recordOf(`r${index}`));
    let turns = 0;
    let isDone = false;
    const look = () => {
      turns++;
      if (!isDone) setImmediate(look);
    };
    setImmediate(look);
    await follower.renew(records);
    isDone = true;
    expect(turns).toBeGreaterThan(15);
  });
});
