import { describe, expect, it } from 'vitest';
import { playback, step } from '../../testing/play.fixture.ts';

describe('AnticipatePayload', () => {
  it('sends a mass to the arm', async () => {
    const run = playback([step('AnticipatePayload', { mass: 2.5 }), step('AnticipatePayload')]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.actions).toEqual(['payload 2.5 kg', 'payload 0 kg']);
  });

  it('evaluates an expression for the mass', async () => {
    const massExpression = { kind: 'variable', variableID: 'mass' };
    const run = playback([step('AnticipatePayload', { mass: 1, massExpression })], { variables: { mass: '3.5' } });
    await run.finish();
    expect(run.cell.actions).toEqual(['payload 3.5 kg']);
  });

  it.each([
    [-10.01, 'Payload mass cannot be less than -10 kg'],
    [30.01, 'Payload mass cannot be more than 30 kg'],
  ])('rejects %d kg while playing', async (mass, message) => {
    const massExpression = { kind: 'variable', variableID: 'mass' };
    const run = playback([step('AnticipatePayload', { massExpression })], { variables: { mass } });
    expect(await run.finish()).toMatchObject({ failure: 'ExecutionFailure', message });
    expect(run.cell.actions).toEqual([]);
  });

  it("fails with the arm's message when the arm refuses the payload", async () => {
    const run = playback([step('AnticipatePayload', { mass: 1 })], { faults: ['payloadFails'] });
    expect(await run.finish()).toMatchObject({
      failure: 'ControlSystemFailure',
      message: 'the payload was refused',
      isRecoverable: false,
    });
  });
});
