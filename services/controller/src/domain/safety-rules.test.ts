import { inputSafeguardKinds, outputSafeguardKinds, wiredSafetyPairs } from '@cellwright/domain/robot';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ControllerRig, kindOf, rulesOf, speedOf, sweep } from './controller-rig.fixture.ts';

describe('a pair of safety inputs that disagree', () => {
  const rules = { inputs: { 1: 'slow', 2: 'estop', 3: 'pauselow', 4: 'pausehigh', 5: 'reset' } } as const;
  const pairs = [
    ...wiredSafetyPairs.map((names) => [...names, 'low'] as const),
    ['Input 1', 'Input 2', 'low'],
    ['Input 3', 'Input 4', 'low'],
    ['Input 5', 'Input 6', 'low'],
    ['Input 7', 'Input 8', 'high'],
    ['Input 9', 'Input 10', 'high'],
  ] as const;
  const faultsOf = (rig: ControllerRig) => rig.story.filter((entry) => entry === 'fault inputsDisagree').length;

  test.each(pairs)(
    'raises its own fault after half a second, until both agree again: %s and %s',
    (one, other, level) => {
      for (const [name, partner] of [
        [one, other],
        [other, one],
      ] as const) {
        // With a reset, the gates would wait for it.
        const isReset = one === 'Input 9';
        const rig = ControllerRig.ready(isReset ? rules : { inputs: { ...rules.inputs, 5: 'none' } });
        rig.force(name, level);
        rig.run(0.49);
        expect(faultsOf(rig)).toBe(0);
        rig.run(0.02);
        expect(faultsOf(rig)).toBe(1);
        expect(rig.state).toMatchObject({ mode: 'fault', brakes: 'engaged', lastStop: 'inputsDisagree' });
        expect(rig.events.find(({ kind }) => kind === 'fault')).toMatchObject({ detail: `${one} and ${other}` });
        expect(kindOf(rig.send({ kind: 'resetFault' }))).toBe('fault_remains');
        expect(rig.send({ kind: 'setBrakes', engaged: false }).ok).toBe(false);
        // When both inputs request something they agree, but their request may still be present.
        rig.force(partner, level);
        rig.force(name, 'released');
        rig.force(partner, 'released');
        rig.run(1);
        expect(rig.story.at(-1)).toBe('safetyCleared');
        expect(rig.send({ kind: 'resetFault' }).ok).toBe(true);
        expect(rig.state.mode).toBe('braked');
        expect(rig.send({ kind: 'setBrakes', engaged: false }).ok).toBe(true);
        expect(faultsOf(rig)).toBe(1);
      }
    },
  );

  test('stops the arm while it moves', () => {
    const rig = ControllerRig.ready(rules);
    rig.execute(rig.planBy(sweep));
    rig.force('Input 9', 'high');
    rig.run(0.4);
    expect(rig.state.mode).toBe('executing');
    rig.runUntil(() => rig.state.mode === 'fault', 0.7);
    expect(rig.story).toContain('stopStarted inputsDisagree');
    expect(speedOf(rig.state)).toBe(0);
  });

  test('raises no fault when it is shorter than that, even repeatedly', () => {
    const rig = ControllerRig.ready(rules);
    for (let round = 0; round < 10; round++) {
      rig.force('Input 1', 'low');
      rig.run(0.3);
      rig.force('Input 2', 'low');
      rig.run(0.3);
      rig.forceBoth(['Input 1', 'Input 2'], 'released');
      rig.run(0.1);
    }
    expect(rig.story).toEqual([]);
  });

  test('names itself as the reason why the fault is not reset', () => {
    const rig = ControllerRig.ready(rules);
    rig.force('Input 1', 'low');
    rig.run(0.6);
    expect(rig.send({ kind: 'resetFault' })).toMatchObject({
      refusal: { message: 'Input 1 and Input 2 still disagree. Bring both to the same level, or check their wiring' },
    });
    expect(rig.send({ kind: 'setBrakes', engaged: false })).toMatchObject({ refusal: { kind: 'fault_remains' } });
  });

  test('shows on the outputs as an emergency stop, and yields to a real one', () => {
    const rig = ControllerRig.ready({ ...rules, outputs: { 8: 'isestop' } });
    rig.force('Input 1', 'low');
    rig.run(0.6);
    expect(rig.state).toMatchObject({ isEStopped: false, io: { 'Output 15': 'high' } });
    rig.forceBoth(['E-Stop 1', 'E-Stop 2'], 'low');
    expect(rig.state.isEStopped).toBe(true);
  });
});

describe('the safety rules', () => {
  test('remain unknown until they are set, and survive their commander', () => {
    const rig = new ControllerRig();
    expect(rig.state.safetyRules).toBeNull();
    rig.takeCommand();
    expect(rig.setRules({ outputs: { 8: 'isestop' } }, 7).ok).toBe(true);
    rig.core.disconnect(1, 'gone');
    rig.takeCommand(2, rig.state.stopEpoch);
    expect(rig.state.safetyRules).toEqual(rulesOf({ outputs: { 8: 'isestop' } }, 7));
  });

  test('can be set by the commander alone, in its epoch', () => {
    const rig = new ControllerRig();
    const command = { kind: 'setSafetyRules', rules: rulesOf({ inputs: { 1: 'estop' } }) } as const;
    rig.takeCommand();
    expect(kindOf(rig.send(command, { connectionID: 9 }))).toBe('not_in_command');
    expect(kindOf(rig.send(command, { epoch: 99 }))).toBe('stale_epoch');
    expect(rig.state.safetyRules).toBeNull();
  });

  test('can be set only with engaged brakes', () => {
    const rig = ControllerRig.ready({ inputs: { 1: 'estop' } });
    const before = rig.state.safetyRules;
    expect(kindOf(rig.setRules({}, 2))).toBe('brakes_released');
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    expect(kindOf(rig.setRules({}, 2))).toBe('brakes_released');
    rig.send({ kind: 'setBrakes', engaged: true });
    expect(kindOf(rig.setRules({}, 2)), 'it is still stopping').toBe('brakes_released');
    rig.runUntil(() => rig.state.mode === 'braked', 0.7);
    rig.send({ kind: 'setJointBrake', joint: 3, engaged: false });
    expect(kindOf(rig.setRules({}, 2)), 'one brake is open').toBe('brakes_released');
    expect(rig.state.safetyRules).toBe(before);
    rig.send({ kind: 'setJointBrake', joint: 3, engaged: true });
    expect(rig.setRules({}, 2).ok).toBe(true);
    expect(rig.state.safetyRules).toEqual(rulesOf({}, 2));
  });

  test('apply immediately to inputs that are already active', () => {
    const rig = new ControllerRig();
    rig.takeCommand();
    rig.forceBoth(['Input 1', 'Input 2'], 'low');
    rig.setRules({ inputs: { 1: 'estop', 2: 'pauselow' } });
    expect(rig.state).toMatchObject({ mode: 'fault', isEStopped: true });
    rig.setRules({ inputs: { 1: 'pauselow' } }, 2);
    expect(rig.state).toMatchObject({ isEStopped: true, isSafeguardOpen: true });
    expect(rig.send({ kind: 'resetFault' }).ok, 'no button is pressed any more').toBe(true);
  });

  test('leave their ports low and free when removed, and end their requests', () => {
    const rig = new ControllerRig();
    rig.takeCommand();
    rig.send({ kind: 'setOutputs', outputs: [{ name: 'Output 1', level: 'high', pulseSeconds: 60 }] });
    rig.setRules({ inputs: { 1: 'slow', 2: 'pauselow', 3: 'reset' }, outputs: { 1: 'isstill' } });
    rig.run(61);
    expect(rig.state.io, 'a pulse of before ends nothing').toMatchObject({ 'Output 1': 'high', 'Output 2': 'high' });
    rig.forceBoth(['Input 1', 'Input 2'], 'low');
    rig.forceBoth(['Input 3', 'Input 4'], 'low');
    rig.forceBoth(['Input 3', 'Input 4'], 'released');
    expect(rig.state).toMatchObject({ isSafeguardOpen: true, overrideFactor: 0.1 });
    rig.setRules({}, 2);
    expect(rig.state).toMatchObject({ isSafeguardOpen: false, overrideFactor: 1 });
    expect(rig.state.io).toMatchObject({ 'Output 1': 'low', 'Output 2': 'low', 'Input 3': 'low' });
    const outputs = [{ name: 'Output 1', level: 'high', pulseSeconds: 0 } as const];
    expect(rig.send({ kind: 'setOutputs', outputs }).ok).toBe(true);
  });

  test('apply for every kind, and each output shows the true state on both ports', () => {
    const rule = <Kind extends string>(kinds: readonly [Kind, ...Kind[]]) =>
      fc.dictionary(fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8'), fc.constantFrom(...kinds));
    const levels = fc.array(fc.tuple(fc.integer({ min: 1, max: 16 }), fc.constantFrom('high', 'low', 'released')), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(rule(inputSafeguardKinds), rule(outputSafeguardKinds), levels, (inputs, outputs, forced) => {
        const rig = ControllerRig.ready({ inputs, outputs });
        for (const [port, level] of forced) rig.force(`Input ${port}`, level);
        rig.run(1);
        const { io, isEStopped, isSafeguardOpen, overrideFactor, mode, brakes } = rig.state;
        const asks = (kind: string, level: string) =>
          Object.entries(inputs).some(
            ([pair, of]) => of === kind && [0, 1].some((at) => io[`Input ${Number(pair) * 2 - at}`] === level),
          );
        const disagrees = Object.entries(inputs).some(
          ([pair, of]) => of !== 'none' && io[`Input ${Number(pair) * 2}`] !== io[`Input ${Number(pair) * 2 - 1}`],
        );
        if (asks('estop', 'low')) expect(isEStopped).toBe(true);
        if (asks('pauselow', 'low') || asks('pausehigh', 'high')) expect(isSafeguardOpen).toBe(true);
        expect(overrideFactor).toBe(asks('slow', 'low') ? 0.1 : 1);
        if (disagrees || isEStopped) expect({ mode, brakes }).toEqual({ mode: 'fault', brakes: 'engaged' });
        const truth: Record<string, boolean> = {
          isestop: mode === 'fault',
          isslow: overrideFactor === 0.1,
          isfullspeed: overrideFactor === 1,
          ismoving: false,
          isstill: true,
        };
        for (const [pair, kind] of Object.entries(outputs)) {
          const expected = truth[kind] === true ? 'high' : 'low';
          expect([io[`Output ${Number(pair) * 2 - 1}`], io[`Output ${Number(pair) * 2}`]]).toEqual([
            expected,
            expected,
          ]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
