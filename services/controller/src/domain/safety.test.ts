import { safetyInputNames } from '@cellwright/domain/robot';
import { describe, expect, test } from 'vitest';
import { ControllerRig, kindOf, speedOf, sweep } from './controller-rig.fixture.ts';

const eStops = safetyInputNames.filter((name) => name.includes('E-Stop'));
const safeguards = safetyInputNames.filter((name) => name.includes('Safeguard'));

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

  test('latches also at rest, with the brakes engaged', () => {
    const rig = ControllerRig.ready();
    rig.force('E-Stop 1', 'low');
    expect(rig.state).toMatchObject({ mode: 'fault', brakes: 'engaged' });
  });

  test('makes a stop in progress end with the brakes engaged', () => {
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

  test('ends manual motion and prevents new motion', () => {
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
  test('cannot be written by any command, nor forced to the healthy level', () => {
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

  test('outputs of the safety settings follow the arm and refuse commands', () => {
    const rig = ControllerRig.ready({ outputs: { 6: 'isstill', 7: 'isestop', 8: 'ismoving' } });
    const owned = ['Output 11', 'Output 12', 'Output 13', 'Output 14', 'Output 15', 'Output 16'];
    for (const name of owned) {
      for (const pulseSeconds of [0, 0.1]) {
        const outputs = [{ name, level: 'high', pulseSeconds } as const];
        expect(kindOf(rig.send({ kind: 'setOutputs', outputs }))).toBe('safety_output');
      }
      expect(kindOf(rig.force(name, 'high'))).toBe('not_writable');
    }
    const show = () => owned.map((name) => rig.state.io[name]).join(' ');
    expect(show()).toBe('high high low low low low');
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    expect(show()).toBe('low low low low high high');
    rig.force('Tablet E-Stop 1', 'low');
    rig.runUntil(() => speedOf(rig.state) === 0);
    expect(show()).toBe('high high high high low low');
  });
});

describe('a pair of inputs of the safety settings', () => {
  const rules = {
    inputs: { 1: 'slow', 2: 'estop', 3: 'pauselow', 4: 'pausehigh', 5: 'reset', 6: 'none' },
    outputs: { 1: 'isslow', 2: 'isfullspeed', 3: 'none' },
  } as const;
  const withoutReset = { ...rules, inputs: { ...rules.inputs, 5: 'none' } } as const;

  test('rests at the level that requests nothing, so a broken wire of a normally closed input requests', () => {
    const { io } = ControllerRig.ready(rules).state;
    const levels = Array.from({ length: 12 }, (_, index) => io[`Input ${index + 1}`]);
    expect(levels.slice(0, 6)).toEqual(Array(6).fill('high'));
    expect(levels.slice(6)).toEqual(Array(6).fill('low'));
  });

  test.each(['Input 1', 'Input 2'])(
    'slow limits the speed to a tenth when %s requests it, and the outputs show it',
    (name) => {
      const rig = ControllerRig.ready(rules);
      expect(rig.state.io).toMatchObject({
        'Output 1': 'low',
        'Output 2': 'low',
        'Output 3': 'high',
        'Output 4': 'high',
      });
      rig.force(name, 'low');
      expect(rig.state.overrideFactor).toBeCloseTo(0.1, 12);
      rig.send({ kind: 'setOverride', factor: 0.5 });
      expect(rig.state.overrideFactor).toBeCloseTo(0.05, 12);
      expect(rig.state.io).toMatchObject({
        'Output 1': 'high',
        'Output 2': 'high',
        'Output 3': 'low',
        'Output 4': 'low',
      });
      rig.force(name, 'released');
      expect(rig.state.overrideFactor).toBe(0.5);
      // Half of the speed is not full speed.
      expect(rig.state.io).toMatchObject({ 'Output 1': 'low', 'Output 3': 'low' });
    },
  );

  test.each([
    ['Input 5', 'low'],
    ['Input 6', 'low'],
    ['Input 7', 'high'],
    ['Input 8', 'high'],
  ] as const)('%s=%s pauses like a safeguard', (name, level) => {
    const rig = ControllerRig.ready(withoutReset);
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    rig.force(name, level);
    expect(rig.state).toMatchObject({ mode: 'pausing', isSafeguardOpen: true });
    rig.runUntil(() => rig.state.mode === 'paused', 0.4);
    rig.force(name, 'released');
    expect(rig.send({ kind: 'resume' }).ok).toBe(true);
  });

  test.each(['Input 3', 'Input 4'])('estop stops like a button when %s requests it', (name) => {
    const rig = ControllerRig.ready(rules);
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    rig.force(name, 'low');
    rig.runUntil(() => rig.state.mode === 'fault', 0.7);
    expect(rig.state).toMatchObject({ brakes: 'engaged', isEStopped: true, lastStop: 'emergencyStopInput' });
  });

  test('reset ends the fault once its cause is gone, and only when both its inputs request it', () => {
    const rig = ControllerRig.ready(rules);
    rig.forceBoth(['Input 3', 'Input 4'], 'low');
    expect(rig.state).toMatchObject({ mode: 'fault', brakes: 'engaged' });
    rig.forceBoth(['Input 9', 'Input 10'], 'high');
    expect(rig.state.mode, 'its cause is still there').toBe('fault');
    rig.forceBoth(['Input 9', 'Input 10'], 'released');
    rig.forceBoth(['Input 3', 'Input 4'], 'released');
    rig.force('Input 9', 'high');
    expect(rig.state.mode, 'one input alone').toBe('fault');
    rig.force('Input 10', 'high');
    expect(rig.state).toMatchObject({ mode: 'braked', isEStopped: false });
  });

  test.each([
    ['Safeguard 1', 'Safeguard 2'],
    ['Input 5', 'Input 6'],
  ] as const)('%s and %s with a reset stay open until they are closed and reset', (...gate) => {
    const rig = ControllerRig.ready(rules);
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    rig.forceBoth(gate, 'low');
    rig.runUntil(() => rig.state.mode === 'paused', 0.7);
    rig.forceBoth(['Input 9', 'Input 10'], 'high');
    rig.forceBoth(gate, 'released');
    expect(rig.state.isSafeguardOpen, 'a reset that was pressed before').toBe(true);
    expect(rig.send({ kind: 'resume' })).toMatchObject({
      refusal: { kind: 'safeguard_open', message: 'The safeguard is closed. Press its reset button' },
    });
    rig.forceBoth(['Input 9', 'Input 10'], 'released');
    expect(rig.story).not.toContain('safetyCleared');
    rig.forceBoth(['Input 9', 'Input 10'], 'high');
    expect(rig.state.isSafeguardOpen).toBe(false);
    expect(rig.story.at(-1)).toBe('safetyCleared');
    expect(rig.state.mode, 'a reset moves nothing').toBe('paused');
    expect(rig.send({ kind: 'resume' }).ok).toBe(true);
  });

  test('without a kind leaves its ports free for all uses', () => {
    const rig = ControllerRig.ready(rules);
    expect(rig.send({ kind: 'setOutputs', outputs: [{ name: 'Output 5', level: 'high', pulseSeconds: 0 }] }).ok).toBe(
      true,
    );
    expect(rig.state.io['Output 5']).toBe('high');
    rig.force('Input 11', 'high');
    rig.run(2);
    expect(rig.state.mode).toBe('standing');
  });
});
