import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { ControlLease, type Lease } from './lease.ts';

function openKeeper() {
  const clock = new VirtualClock();
  const changes: (Lease | null)[] = [];
  const keeper = new ControlLease(clock, (lease) => changes.push(lease));
  return { clock, changes, keeper };
}

describe('the control lease', () => {
  it('goes to the first request and is refused to others', () => {
    const { keeper } = openKeeper();
    expect(keeper.acquire('a', 'Ada')).toMatchObject({ ok: true, lease: { sequence: 1 } });
    expect(keeper.acquire('b', 'Bob')).toEqual({
      ok: false,
      heldBy: { holderID: 'a', holderName: 'Ada', sequence: 1 },
    });
    expect(keeper.acquire('a', 'Ada')).toMatchObject({ ok: true, lease: { sequence: 1 } });
  });

  it('ends 2 s after the last sign of life', async () => {
    const { clock, changes, keeper } = openKeeper();
    keeper.acquire('a', 'Ada');
    await clock.advance(1500);
    keeper.signOfLife('a');
    await clock.advance(1999);
    expect(keeper.current?.holderID).toBe('a');
    await clock.advance(1);
    expect(keeper.current).toBeNull();
    expect(changes.map((lease) => lease?.holderID ?? null)).toEqual(['a', null]);
  });

  it('survives a jump of the wall clock', async () => {
    const { clock, keeper } = openKeeper();
    keeper.acquire('a', 'Ada');
    clock.shiftWall(86_400_000);
    await clock.advance(1000);
    expect(keeper.current?.holderID).toBe('a');
  });

  it('stays while its holder waits for an answer', async () => {
    const { clock, keeper } = openKeeper();
    keeper.acquire('a', 'Ada');
    const close = keeper.openCall('a');
    await clock.advance(60_000);
    expect(keeper.current?.holderID).toBe('a');
    close();
    await clock.advance(1999);
    expect(keeper.current?.holderID).toBe('a');
    await clock.advance(2001);
    expect(keeper.current).toBeNull();
  });

  it('gives a new holder a new sequence number and ignores the former one', async () => {
    const { clock, keeper } = openKeeper();
    keeper.acquire('a', 'Ada');
    const close = keeper.openCall('a');
    expect(keeper.takeOver('b', 'Bob').sequence).toBe(2);
    close();
    keeper.signOfLife('a');
    expect(keeper.release('a')).toBe(false);
    await clock.advance(2000);
    expect(keeper.current).toBeNull();
  });

  it('can be released and acquired by the next client', () => {
    const { keeper } = openKeeper();
    keeper.acquire('a', 'Ada');
    expect(keeper.release('a')).toBe(true);
    expect(keeper.acquire('b', 'Bob')).toMatchObject({ ok: true, lease: { sequence: 2 } });
  });
});
