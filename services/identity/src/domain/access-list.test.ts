import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { type AccessChange, AccessList, type AccessRecord } from './access-list.ts';

const dayMS = 86_400_000;

async function begin() {
  const clock = new VirtualClock();
  const list = new AccessList(clock);
  const record: AccessRecord = {
    id: 'token_1',
    secretHash: 'hash',
    subjectID: 'token_1',
    name: 'Line 3',
    permissions: [],
    pinPermissions: [],
    pinChangedAt: '',
    expiresAt: new Date(clock.wallNow().getTime() + 2 * dayMS),
    kind: 'developerToken',
  };
  const changes: AccessChange['kind'][] = [];
  list.listen(({ kind }) => changes.push(kind));
  await list.reload(async () => [record].filter(({ id, expiresAt }) => !list.hasEnded(id, expiresAt)));
  return { clock, list, changes };
}

describe('AccessList', () => {
  it('announces a token that expires', async () => {
    const { clock, list, changes } = await begin();
    await clock.advance(2 * dayMS - 1);
    expect(list.current()).toHaveLength(1);
    await clock.advance(1);
    list.removeExpired();
    expect(list.current()).toEqual([]);
    expect(changes).toEqual(['granted', 'removed']);
  });

  it.each([3 * dayMS, -3 * dayMS])(
    'neither ends nor prolongs a token when the clock is set by %i ms',
    async (shiftMS) => {
      const { clock, list } = await begin();
      clock.shiftWall(shiftMS);
      await clock.advance(2 * dayMS - 1);
      expect(list.current()).toHaveLength(1);
      await clock.advance(1);
      expect(list.current()).toEqual([]);
    },
  );
});
