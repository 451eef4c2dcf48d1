import { describe, expect, it } from 'vitest';
import { playback, step } from '../../testing/play.fixture.ts';

const wait = step('Wait', { milliseconds: 100 }, [], { id: 'wait' });

describe('TriggerFault', () => {
  it('ends the run with its message and does not play the next steps', async () => {
    const run = playback([step('TriggerFault', { message: 'Jammed' }, [], { id: 'fault' }), wait]);
    expect(await run.finish()).toMatchObject({
      failure: 'TriggerFaultFailure',
      message: 'Jammed',
      isRecoverable: false,
      step: { id: 'fault' },
    });
    expect(run.events).not.toContain('start wait');
  });

  it('pauses the run if recoverable, until a user recovers and resumes', async () => {
    const run = playback([step('TriggerFault', { message: 'Empty', isRecoverable: true }, [], { id: 'fault' }), wait]);
    const result = run.play();
    await run.clock.advance(1);
    expect(run.cell.actions).toEqual(['held by TriggerFaultFailure: Empty']);
    expect(run.events).toEqual(['start fault']);
    run.cell.recover();
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.events).toContain('end fault completed');
  });

  it('ends with a stop if recoverable', async () => {
    const run = playback([step('TriggerFault', { message: 'Empty', isRecoverable: true }, [], { id: 'fault' }), wait]);
    const result = run.play();
    await run.clock.advance(1);
    run.engine.stop();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(run.events).toEqual(['start fault', 'end fault stopped']);
  });
});
