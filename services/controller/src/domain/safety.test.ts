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
      safetyOutputs: { 'Output 14': 'isstill', 'Output 15': 'isestop', 'Output 16': 'ismoving' },
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

describe('an input that belongs to the safety settings', () => {
  const tripped = { 'Input 1': 'slow', 'Input 2': 'estop', 'Input 3': 'pauselow', 'Input 4': 'pausehigh' } as const;
  const start = () =>
    ControllerRig.ready({
      safetyInputs: { ...tripped, 'Input 5': 'reset', 'Input 6': 'none' },
      safetyOutputs: { 'Output 1': 'isslow', 'Output 2': 'isfullspeed', 'Output 3': 'none' },
    });

  test('rests where it asks nothing: a broken wire of those that are closed asks', () => {
    const { io } = start().state;
    expect(io).toMatchObject({ 'Input 1': 'high', 'Input 2': 'high', 'Input 3': 'high' });
    expect(io).toMatchObject({ 'Input 4': 'low', 'Input 5': 'low', 'Input 6': 'low' });
  });

  test('slow drives at a tenth, whatever is asked for, and says so on the outputs', () => {
    const rig = start();
    expect(rig.state.io).toMatchObject({ 'Output 1': 'low', 'Output 2': 'high' });
    rig.force('Input 1', 'low');
    expect(rig.state.overrideFactor).toBeCloseTo(0.1, 12);
    rig.send({ kind: 'setOverride', factor: 0.5 });
    expect(rig.state.overrideFactor).toBeCloseTo(0.05, 12);
    expect(rig.state.io).toMatchObject({ 'Output 1': 'high', 'Output 2': 'low' });
    rig.execute(rig.planBy(sweep));
    rig.run(1);
    rig.force('Input 1', 'released');
    expect(rig.state.overrideFactor).toBe(0.5);
    // Half the speed is not full speed.
    expect(rig.state.io).toMatchObject({ 'Output 1': 'low', 'Output 2': 'low' });
  });

  test.each([
    ['Input 3', 'low'],
    ['Input 4', 'high'],
  ] as const)('%s=%s pauses as a safeguard does', (name, level) => {
    const rig = start();
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    rig.force(name, level);
    expect(rig.state).toMatchObject({ mode: 'pausing', isSafeguardOpen: true });
    rig.runUntil(() => rig.state.mode === 'paused', 0.7);
    rig.force(name, 'released');
    expect(rig.send({ kind: 'resume' }).ok).toBe(true);
  });

  test('estop stops as a button does, and reset ends the fault once its cause is gone', () => {
    const rig = start();
    rig.force('Input 2', 'low');
    expect(rig.state).toMatchObject({ mode: 'fault', brakes: 'engaged' });
    rig.force('Input 5', 'high');
    expect(rig.state.mode, 'its cause is still there').toBe('fault');
    rig.force('Input 5', 'released');
    rig.force('Input 2', 'released');
    rig.force('Input 5', 'high');
    expect(rig.state).toMatchObject({ mode: 'braked', isEStopped: false });
  });

  test('of no kind leaves its port to everybody', () => {
    const rig = start();
    expect(rig.send({ kind: 'setOutputs', outputs: [{ name: 'Output 3', level: 'high', pulseSeconds: 0 }] }).ok).toBe(
      true,
    );
    expect(rig.state.io['Output 3']).toBe('high');
  });
});
