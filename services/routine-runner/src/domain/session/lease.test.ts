import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { type Lease, LeaseDesk } from './lease.ts';

function openDesk() {
  const clock = new VirtualClock();
  const changes: (Lease | null)[] = [];
  const desk = new LeaseDesk(clock, (lease) => changes.push(lease));
  return { clock, changes, desk };
}

describe('the control lease', () => {
  it('goes to the first who asks and is refused to others', () => {
    const { desk } = openDesk();
    expect(desk.acquire('a', 'Ada')).toMatchObject({ ok: true, lease: { sequence: 1 } });
    expect(desk.acquire('b', 'Bob')).toEqual({ ok: false, heldBy: { holderID: 'a', holderName: 'Ada', sequence: 1 } });
    expect(desk.acquire('a', 'Ada')).toMatchObject({ ok: true, lease: { sequence: 1 } });
  });

  it('ends 2 s after the last sign of life', async () => {
    const { clock, changes, desk } = openDesk();
    desk.acquire('a', 'Ada');
    await clock.advance(1500);
    desk.signOfLife('a');
    await clock.advance(1999);
    expect(desk.current?.holderID).toBe('a');
    await clock.advance(1);
    expect(desk.current).toBeNull();
    expect(changes.map((lease) => lease?.holderID ?? null)).toEqual(['a', null]);
  });

  it('is not ended by a jump of the wall clock', async () => {
    const { clock, desk } = openDesk();
    desk.acquire('a', 'Ada');
    clock.shiftWall(86_400_000);
    await clock.advance(1000);
    expect(desk.current?.holderID).toBe('a');
  });

  it('is not ended by the silence of somebody who waits for an answer', async () => {
    const { clock, desk } = openDesk();
    desk.acquire('a', 'Ada');
    const close = desk.openCall('a');
    await clock.advance(60_000);
    expect(desk.current?.holderID).toBe('a');
    close();
    await clock.advance(1999);
    expect(desk.current?.holderID).toBe('a');
    await clock.advance(2001);
    expect(desk.current).toBeNull();
  });

  it('gives a new holder a new sequence number and ignores the former one', async () => {
    const { clock, desk } = openDesk();
    desk.acquire('a', 'Ada');
    const close = desk.openCall('a');
    expect(desk.takeOver('b', 'Bob').sequence).toBe(2);
    close();
    desk.signOfLife('a');
    expect(desk.release('a')).toBe(false);
    await clock.advance(2000);
    expect(desk.current).toBeNull();
  });

  it('can be given back and taken by the next', () => {
    const { desk } = openDesk();
    desk.acquire('a', 'Ada');
    expect(desk.release('a')).toBe(true);
    expect(desk.acquire('b', 'Bob')).toMatchObject({ ok: true, lease: { sequence: 2 } });
  });
});
