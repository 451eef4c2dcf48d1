import { describe, expect, it } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

/** Starts every job whose turn it is. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Creates turns whose jobs are ended by the test. */
function openTurns(options: Partial<Parameters<typeof createFairTurns>[0]> = {}) {
  const run = createFairTurns({ maxRunning: 1, maxWaitingPerSource: 3, maxWaitingUntrusted: 5, ...options });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, source: string, isTrusted = false): Promise<string> =>
    run({ source, isTrusted }, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  return {
    started,
    ask,
    settle,
    /** Ends the job that started first, and starts the next. */
    async endOne() {
      await settle();
      ends.shift()?.();
      await settle();
    },
  };
}

const tooMany = { code: 'rate_limited', details: { retryAfterSeconds: 1 } };

describe('createFairTurns', () => {
  it('runs no more jobs concurrently than allowed', async () => {
    const turns = openTurns({ maxRunning: 2 });
    for (const name of ['a', 'b', 'c']) void turns.ask(name, name);
    await turns.settle();
    expect(turns.started).toEqual(['a', 'b']);
    await turns.endOne();
    expect(turns.started).toEqual(['a', 'b', 'c']);
  });

  it('rotates between sources, regardless of their number of jobs', async () => {
    const turns = openTurns();
    for (const name of ['flood 1', 'flood 2', 'flood 3', 'flood 4']) void turns.ask(name, 'flood');
    void turns.ask('other', 'elsewhere');
    await turns.endOne();
    await turns.endOne();
    expect(turns.started).toEqual(['flood 1', 'flood 2', 'other']);
  });

  it('serves trusted sources first', async () => {
    const turns = openTurns();
    void turns.ask('stranger 1', 'flood');
    void turns.ask('stranger 2', 'flood');
    void turns.ask('owner', 'tablet', true);
    await turns.endOne();
    expect(turns.started).toEqual(['stranger 1', 'owner']);
  });

  it('refuses a source whose queue is full and still serves the others', async () => {
    const turns = openTurns();
    for (const name of ['1', '2', '3', '4']) void turns.ask(name, 'flood');
    await expect(turns.ask('5', 'flood')).rejects.toMatchObject(tooMany);
    void turns.ask('other', 'elsewhere');
    await turns.endOne();
    await turns.endOne();
    expect(turns.started).toContain('other');
  });

  it('refuses strangers when too many of them wait, never a trusted source', async () => {
    const turns = openTurns();
    for (let n = 0; n <= 5; n++) void turns.ask(`stranger ${n}`, `address ${n}`);
    await expect(turns.ask('late', 'address 9')).rejects.toMatchObject(tooMany);
    void turns.ask('owner', 'tablet', true);
    await turns.endOne();
    expect(turns.started).toEqual(['stranger 0', 'owner']);
  });

  it('refuses the newest job of the busiest stranger for one with fewer', async () => {
    const turns = openTurns();
    void turns.ask('running', 'flood 1');
    const flood = [1, 1, 1, 2, 2].map((source, index) => turns.ask(`${index}`, `flood ${source}`));
    void turns.ask('other', 'elsewhere');
    await expect(flood[2]).rejects.toMatchObject(tooMany);
    for (let ended = 0; ended < 3; ended += 1) await turns.endOne();
    expect(turns.started).toEqual(['running', '0', '3', 'other']);
  });

  it('keeps turns free for trusted sources', async () => {
    const turns = openTurns({ maxRunning: 3, maxRunningUntrusted: 1 });
    void turns.ask('stranger 1', 'flood');
    void turns.ask('stranger 2', 'flood');
    void turns.ask('owner 1', 'tablet', true);
    void turns.ask('owner 2', 'tablet', true);
    await turns.settle();
    expect(turns.started).toEqual(['stranger 1', 'owner 1', 'owner 2']);
    await turns.endOne();
    expect(turns.started).toEqual(['stranger 1', 'owner 1', 'owner 2', 'stranger 2']);
  });

  it('passes a turn on when a job fails', async () => {
    const run = createFairTurns({ maxRunning: 1, maxWaitingPerSource: 3, maxWaitingUntrusted: 3 });
    const applicant = { source: 'a', isTrusted: false };
    await expect(run(applicant, () => Promise.reject(new Error('expected')))).rejects.toThrow('expected');
    await expect(run(applicant, async () => 'done')).resolves.toBe('done');
  });
});
