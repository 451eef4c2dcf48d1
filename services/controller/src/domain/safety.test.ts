import type { CommandResult } from '@cellwright/controller-link';
import { safetyInputNames } from '@cellwright/domain';
import { describe, expect, test } from 'vitest';
import { ControllerRig, speedOf } from './controller-rig.fixture.ts';

const sweep = [1.2, 0.4, -0.8, 0.6, 0.5, -1];
const eStops = safetyInputNames.filter((name) => name.includes('E-Stop'));
const safeguards = safetyInputNames.filter((name) => name.includes('Safeguard'));

function kindOf(result: CommandResult): string {
  return result.ok ? 'accepted' : result.refusal.kind;
}

describe('an emergency stop button', () => {
  test.each(eStops)('%s stops the arm, engages the brakes and latches', (button) => {
    const rig = ControllerRig.ready();
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    rig.force(button, 'low');
    expect(rig.state).toMatchObject({ mode: 'stopping', isEStopped: true, stopEpoch: 1 });
    rig.runUntil(() => rig.state.mode === 'fault', 0.7);
    expect(rig.state.brakes).toBe('engaged');
    expect(kindOf(rig.send({ kind: 'setBrakes', engaged: false }))).toBe('emergency_stopped');
    expect(kindOf(rig.send({ kind: 'resetFault' }))).toBe('fault_remains');
    rig.force(button, 'released');
    expect(rig.state.mode, 'releasing the button moves nothing').toBe('fault');
    expect(rig.send({ kind: 'resetFault' }).ok).toBe(true);
    expect(rig.state).toMatchObject({ mode: 'braked', isEStopped: false });
    expect(rig.story).toEqual([
      'eStopped',
      'stopStarted emergencyStopInput',
      'trajectoryStopped emergencyStopInput',
      'standstill emergencyStopInput',
      'safetyCleared',
    ]);
  });

  test('latches at rest too, with the brakes engaged', () => {
    const rig = ControllerRig.ready();
    rig.force('E-Stop 1', 'low');
    expect(rig.state).toMatchObject({ mode: 'fault', brakes: 'engaged' });
  });

  test('makes a stop that is under way end in brakes', () => {
    const rig = ControllerRig.ready();
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    rig.stop();
    rig.run(0.02);
    rig.force('CB E-Stop 2', 'low');
    rig.runUntil(() => rig.state.mode === 'fault', 0.7);
    expect(rig.state.brakes).toBe('engaged');
  });
});

describe('a safeguard', () => {
  test.each(safeguards)('%s pauses the trajectory, and closing it does not resume it', (gate) => {
    const rig = ControllerRig.ready();
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    rig.force(gate, 'low');
    expect(rig.state).toMatchObject({ mode: 'pausing', isSafeguardOpen: true });
    rig.runUntil(() => rig.state.mode === 'paused', 0.7);
    expect(rig.state.brakes).toBe('disengaged');
    expect(kindOf(rig.send({ kind: 'resume' }))).toBe('safeguard_open');
    rig.force(gate, 'released');
    rig.run(5);
    expect(rig.state).toMatchObject({ mode: 'paused', isSafeguardOpen: false });
    expect(rig.send({ kind: 'resume' }).ok).toBe(true);
    rig.runUntil(() => rig.state.mode === 'standing');
    expect(rig.story.at(-1)).toBe('trajectoryCompleted');
  });

  test('ends hand motion and lets none begin', () => {
    const rig = ControllerRig.ready();
    rig.send({ kind: 'jog', jogID: 'j', velocities: [0.5, 0, 0, 0, 0, 0] });
    rig.run(0.2);
    rig.force('Safeguard 1', 'low');
    expect(rig.state.mode).toBe('stopping');
    rig.runUntil(() => rig.state.mode === 'standing', 0.5);
    expect(kindOf(rig.send({ kind: 'jog', jogID: 'k', velocities: [0.5, 0, 0, 0, 0, 0] }))).toBe('safeguard_open');
    expect(kindOf(rig.execute(rig.planBy(sweep)))).toBe('safeguard_open');
    expect(kindOf(rig.send({ kind: 'setGuidedMode', mode: 'slow' }))).toBe('safeguard_open');
  });
});

describe('safety ports', () => {
  test('cannot be written by any command, nor held healthy by force', () => {
    const rig = ControllerRig.ready();
    for (const name of safetyInputNames) {
      for (const level of ['high', 'low'] as const) {
        expect(kindOf(rig.send({ kind: 'setOutputs', outputs: [{ name, level, pulseSeconds: 0 }] }))).toBe(
          'not_writable',
        );
      }
      expect(kindOf(rig.force(name, 'high'))).toBe('not_writable');
    }
    expect(rig.state.mode).toBe('standing');
  });

  test('outputs that belong to the safety settings follow the arm and take no command', () => {
    const rig = ControllerRig.ready({
      safetyOutputs: { 'Output 14': 'isStill', 'Output 15': 'isEStopped', 'Output 16': 'isMoving' },
    });
    for (const name of ['Output 14', 'Output 15', 'Output 16']) {
      for (const pulseSeconds of [0, 0.1]) {
        const outputs = [{ name, level: 'high', pulseSeconds } as const];
        expect(kindOf(rig.send({ kind: 'setOutputs', outputs }))).toBe('safety_output');
      }
      expect(kindOf(rig.force(name, 'high'))).toBe('not_writable');
    }
    expect(rig.state.io).toMatchObject({ 'Output 14': 'high', 'Output 15': 'low', 'Output 16': 'low' });
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    expect(rig.state.io).toMatchObject({ 'Output 14': 'low', 'Output 16': 'high' });
    rig.force('Tablet E-Stop 1', 'low');
    rig.runUntil(() => speedOf(rig.state) === 0);
    expect(rig.state.io).toMatchObject({ 'Output 14': 'high', 'Output 15': 'high', 'Output 16': 'low' });
  });
});
