import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { ProgramStep } from '../framework/index.ts';
import { Playback, playback, step } from '../testing/play.fixture.ts';

function programStep(path: string, parentID: string | null, stepKind: string, args: ProgramStep['args']): ProgramStep {
  return { id: path, stepKind, path, parentID, isDisabled: false, args };
}

/** Returns nested loops, each played once, and a wait in the innermost. */
function nestedLoops(depth: number): ProgramStep[] {
  const steps: ProgramStep[] = [];
  for (let level = 1; level < depth; level++) {
    const parentID = level === 1 ? null : `${level - 1}`;
    steps.push(programStep(`${level}`, parentID, 'Loop', { times: 1 }));
  }
  return [...steps, programStep(`${depth}`, `${depth - 1}`, 'Wait', { milliseconds: 1 })];
}

describe('The engine', () => {
  it('plays a tree 1,000 deep', async () => {
    const run = new Playback(nestedLoops(1000));
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.events.filter((event) => event.startsWith('end'))).toHaveLength(1000);
  });

  it('stops deep inside a tree 1,000 deep', async () => {
    const run = new Playback(nestedLoops(1000));
    const result = run.play();
    await run.clock.advance(0.5);
    expect(run.events).toContain('start 1000');
    run.engine.stop();
    expect(await result).toEqual({ kind: 'stopped' });
    expect(run.events.filter((event) => event.endsWith('stopped'))).toHaveLength(1000);
  });

  it('starts deep inside a tree 1,000 deep', async () => {
    const run = new Playback(nestedLoops(1000), { fromStepID: '1000' });
    expect(await run.finish()).toEqual({ kind: 'completed' });
  });

  it('plays 20,000 loop rounds at the minimum of 200 ms without losing one or growing (R10)', async () => {
    const run = playback([step('Loop', { times: 20_000 }, [step('Wait', { milliseconds: 0 })], { id: 'loop' })]);
    const result = run.play();
    const playRounds = async (count: number) => {
      await run.clock.advance(200 * count);
      run.events.length = 0;
      return { timers: run.clock.pendingTimers, heap: heapUsed() };
    };
    const early = await playRounds(2000);
    const late = await playRounds(17_999);
    expect(late.timers).toBe(early.timers);
    expect(late.heap / early.heap).toBeLessThan(1.05);
    expect(run.cell.stepVariables.get('loop.completedCount')).toBe(19_999);
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.clock.now()).toBe(20_000 * 200);
  });
});

/** Returns the reachable bytes of the heap. */
function heapUsed(): number {
  setFlagsFromString('--expose_gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
