import { describe, expect, it } from 'vitest';
import { playback, step } from '../../testing/play.fixture.ts';

const wait = step('Wait', { milliseconds: 100 }, [], { id: 'wait' });
const code = step('CodeBlock', { codeBlockId: 'codeBlock_1' }, [], { id: 'code' });

async function startCode() {
  const run = playback([code, wait]);
  const result = run.play();
  await run.clock.advance(1);
  return { run, result };
}

describe('CodeBlock', () => {
  it('runs until the block ends, however long it takes, and shows its reports', async () => {
    const { run, result } = await startCode();
    run.cell.reportFromCode('3 of 5 parts');
    await run.clock.advance(3_600_000);
    expect(run.events).toEqual(['start code', 'code.report = ', 'code.report = 3 of 5 parts']);
    run.cell.endCode();
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.cell.actions).toEqual(['code codeBlock_1', 'code codeBlock_1 ended']);
    expect(run.events).toContain('start wait');
  });

  it('fails when the routine is paused, is not resumed, and ends the run', async () => {
    const { run, result } = await startCode();
    run.engine.pause();
    expect(await run.finish(result)).toMatchObject({
      failure: 'StepPlayFailure',
      message: 'Pausing a code block fails the step; the routine must be restarted.',
      step: { id: 'code' },
    });
    expect(run.cell.actions).toEqual(['code codeBlock_1', 'code codeBlock_1 killed']);
    expect(run.events).not.toContain('start wait');
  });

  it('fails the routine when it is paused while the block runs in the background', async () => {
    const run = playback([step('RunInBackground', {}, [code]), step('Wait', { milliseconds: 5000 })]);
    const result = run.play();
    await run.clock.advance(100);
    run.engine.pause();
    expect(await run.finish(result)).toMatchObject({ failure: 'StepPlayFailure', step: { id: 'code' } });
  });

  it('ends with a stop', async () => {
    const { run, result } = await startCode();
    run.engine.stop();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(run.cell.actions).toEqual(['code codeBlock_1', 'code codeBlock_1 killed']);
  });

  it('can be played again after a pause between steps', async () => {
    const run = playback([wait, code]);
    const result = run.play();
    run.engine.pause();
    await run.clock.advance(1000);
    run.engine.resume();
    await run.clock.advance(1000);
    expect(run.events).toContain('start code');
    run.cell.endCode();
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
  });
});
