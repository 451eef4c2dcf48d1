import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { createReadGate } from './read-gate.ts';

function openGate() {
  const clock = new VirtualClock();
  const gate = createReadGate({ places: 2, maxWaiting: 2, maxWaitMS: 1000, clock });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const read = (name: string) =>
    gate(() => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, gate, begun, read, end };
}

describe('createReadGate', () => {
  it('runs a maximum of reads at a time, and starts the others in order', async () => {
    const { begun, read, end } = openGate();
    const reads = ['a', 'b', 'c', 'd'].map(read);
    await end('');
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c', 'd']) await end(name);
    expect(await Promise.all(reads)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects a read if too many wait', async () => {
    const { read } = openGate();
    const first = ['a', 'b', 'c', 'd'].map(read);
    await expect(read('many')).rejects.toMatchObject({ code: 'unavailable' });
    expect(first).toHaveLength(4);
  });

  it('rejects a read that has waited too long, even if none of the current ones ends', async () => {
    const { clock, begun, read, end } = openGate();
    const first = [read('a'), read('b')];
    const late = read('late').catch((error: unknown) => error);
    await clock.advance(600);
    const later = read('later');
    await clock.advance(400);
    expect(await late).toMatchObject({ code: 'unavailable' });
    await end('a');
    await end('later');
    expect(await later).toBe('later');
    await end('b');
    expect(begun).toEqual(['a', 'b', 'later']);
    expect(await Promise.all(first)).toEqual(['a', 'b']);
  });

  it('passes the slot of a failed read to the next', async () => {
    const { gate } = openGate();
    const fail = () => gate(() => Promise.reject(new Error('gone')));
    await Promise.allSettled([fail(), fail(), fail()]);
    expect(await gate(async () => 'here')).toBe('here');
  });
});
