import type { ScriptRunner } from '@cellwright/steps/framework';
import { describe, expect, it } from 'vitest';
import { startCell } from '../testing/fake-cell.fixture.ts';
import { startLoadedCell } from '../testing/loaded-cell.fixture.ts';
import { home } from '../testing/moving-cell.fixture.ts';

describe('settings', () => {
  it('finds the speed restriction that was in force before the runner started', async () => {
    const cell = startCell({ isConnected: false });
    cell.robot.set({ override: 0.3 });
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(10);
    expect(cell.state().speedRestrictionPercentage).toBe(0.3);
    expect(cell.robot.state.overrideFactor).toBe(0.3);
  });

  it('clamps the speed restriction to 0–1 and multiplies it with the speed of a test run', async () => {
    const cell = await startLoadedCell();
    expect(await cell.ask('setSpeedRestrictionPercentage', { value: 7 })).toMatchObject({ result: { value: 1 } });
    expect(await cell.ask('setSpeedRestrictionPercentage', { value: 0.5 })).toMatchObject({ result: { value: 0.5 } });
    await cell.ask('setTestRunSpeed', { value: 0.5 });
    expect(cell.robot.state.overrideFactor).toBe(0.25);
    await cell.ask('setTestRunSpeed', { value: null });
    expect(cell.robot.state.overrideFactor).toBe(0.5);
  });

  it.each([0, 5e-324, 0.009, 1.01])('refuses the test run speed %d, and keeps the former one', async (value) => {
    const cell = await startLoadedCell();
    await cell.ask('setTestRunSpeed', { value: 0.01 });
    const answer = await cell.ask('setTestRunSpeed', { value });
    expect(answer).toMatchObject({ ok: false, error: { code: 'request_failed_validation' } });
    expect(cell.robot.state.overrideFactor).toBe(0.01);
  });

  it('keeps the payload within the range of the spec, with its messages', async () => {
    const cell = await startLoadedCell();
    expect(await cell.ask('setRobotPayload', { mass: -20 })).toMatchObject({
      ok: false,
      error: { code: 'request_failed_validation', message: 'Payload mass cannot be less than -10 kg' },
    });
    expect((await cell.ask('setRobotPayload', { mass: 1.5 })).ok).toBe(true);
    expect(cell.state().payload.mass).toBe(1.5);
  });

  it('sets outputs, and no input, no safety port and no port that does not exist', async () => {
    const cell = await startLoadedCell();
    const set = (kind: string, port: number) => cell.ask('setOutputIO', { outputs: [{ kind, port, level: 'high' }] });
    expect((await set('Output', 3)).ok).toBe(true);
    expect(cell.state().io['Output 3']).toBe('high');
    for (const [kind, port] of [
      ['Input', 1],
      ['Safety', 1],
      ['FlangeInput', 1],
      ['Output', 17],
      ['Relay', 4],
    ] as const) {
      expect(await set(kind, port)).toMatchObject({ ok: false, error: { code: 'request_failed_validation' } });
    }
  });

  it('evaluates expressions and sets variables of the loaded routine; those of the cell are saved in the library', async () => {
    const cell = await startLoadedCell();
    expect((await cell.ask('setVariableState', { variableID: 'variable_shift', value: 'night' })).ok).toBe(true);
    expect(cell.library.saved.get('variable_shift')).toBe('night');
    const expression = {
      kind: 'conditional',
      operator: '==',
      left: { kind: 'variable', variableID: 'variable_shift' },
      right: { kind: 'constant', value: 'night' },
    };
    expect(await cell.ask('evaluateConditional', { expression })).toMatchObject({ ok: true, result: { value: true } });
    expect(await cell.ask('setVariableState', { variableID: 'variable_x', value: 1 })).toMatchObject({
      ok: false,
      error: { message: 'Unknown variable id variable_x' },
    });
  });

  it('evaluates JavaScript with the variables it names, the routine loaded or not', async () => {
    const seen: unknown[] = [];
    const scripts: ScriptRunner = {
      async run({ values }) {
        seen.push(values.variables);
        return { ok: true, value: 5 };
      },
    };
    const expression = { kind: 'JavaScript', source: 'variables.count + 5' };
    const cell = await startLoadedCell({ scripts });
    expect(await cell.ask('evaluateConditional', { expression })).toMatchObject({ ok: true, result: { value: 5 } });
    expect(seen).toEqual([[['count', 0]]]);
    const empty = startCell({ scripts });
    await empty.clock.advance(100);
    expect(await empty.ask('evaluateConditional', { expression })).toMatchObject({
      ok: false,
      error: { message: 'Unknown variable id count' },
    });
  });

  it('gives the pose of the tool for joint angles', async () => {
    const cell = await startLoadedCell();
    expect(await cell.ask('forwardKinematics', { jointAngles: [0, 0, 0, 0, 0, 0] })).toMatchObject({
      ok: true,
      result: { pose: { y: expect.closeTo(0.35405, 4), z: expect.closeTo(1.4619, 4) } },
    });
    expect(cell.robot.state.positions).toEqual(home);
  });
});
