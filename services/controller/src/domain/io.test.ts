import type { CommandResult, OutputRequest } from '@cellwright/controller-link';
import { allPorts, ioPortName } from '@cellwright/domain/robot';
import { describe, expect, test } from 'vitest';
import { ControllerRig } from './controller-rig.fixture.ts';

function kindOf(result: CommandResult): string {
  return result.ok ? 'accepted' : result.refusal.kind;
}

function set(rig: ControllerRig, ...outputs: OutputRequest[]): CommandResult {
  return rig.send({ kind: 'setOutputs', outputs });
}

const high = (name: string, pulseSeconds = 0): OutputRequest => ({ name, level: 'high', pulseSeconds });
const low = (name: string, pulseSeconds = 0): OutputRequest => ({ name, level: 'low', pulseSeconds });

describe('outputs', () => {
  test('can be set if they are writable, and no other port can', () => {
    const rig = ControllerRig.ready();
    const accepted = allPorts.map(ioPortName).filter((name) => set(rig, high(name)).ok);
    expect(accepted).toEqual([
      ...Array.from({ length: 16 }, (_, index) => `Output ${index + 1}`),
      'Relay 1',
      'Relay 2',
      'Relay 3',
      'Flange Output 1',
      'Flange Output 2',
    ]);
    expect(accepted.map((name) => rig.state.io[name])).toEqual(accepted.map(() => 'high'));
  });

  test('change together or not at all within one command', () => {
    const rig = ControllerRig.ready();
    expect(kindOf(set(rig, high('Output 1'), high('Output 17')))).toBe('no_such_port');
    expect(kindOf(set(rig, high('Output 1'), high('Input 1')))).toBe('not_writable');
    expect(kindOf(set(rig, high('Output 1'), low('Output 1')))).toBe('invalid_value');
    expect(kindOf(set(rig, high('Output 1'), high('Output 2', Number.NaN)))).toBe('invalid_value');
    expect(rig.state.io['Output 1']).toBe('low');
  });

  test('keep their level through stops and the loss of the commander', () => {
    const rig = ControllerRig.ready();
    set(rig, high('Output 3'));
    rig.stop();
    rig.silence();
    rig.run(1);
    expect(rig.state.io['Output 3']).toBe('high');
  });
});

describe('a pulse', () => {
  test('ends after its time, to the millisecond, with the former level', () => {
    const rig = ControllerRig.ready();
    const start = rig.core.time;
    set(rig, high('Output 1', 0.5), high('Output 2'));
    set(rig, low('Output 2', 0.3));
    rig.run(0.6);
    expect(rig.state.io).toMatchObject({ 'Output 1': 'low', 'Output 2': 'high' });
    const ends = rig.entries('output').filter(({ detail }) => detail.includes('ended'));
    expect(ends.map(({ time, detail }) => [Math.round((time - start) * 1000), detail])).toEqual([
      [300, 'Output 2=high (pulse ended)'],
      [500, 'Output 1=low (pulse ended)'],
    ]);
  });

  test('starts over on a pulsing port, and still ends with the level before both', () => {
    const rig = ControllerRig.ready();
    set(rig, high('Relay 1', 0.5));
    rig.run(0.4);
    set(rig, high('Relay 1', 0.5));
    rig.run(0.4);
    expect(rig.state.io['Relay 1']).toBe('high');
    rig.run(0.2);
    expect(rig.state.io['Relay 1']).toBe('low');
  });

  test('ends when a level is set', () => {
    const rig = ControllerRig.ready();
    set(rig, high('Output 1', 0.2));
    set(rig, high('Output 1'));
    rig.run(1);
    expect(rig.state.io['Output 1']).toBe('high');
  });

  test('ends when the commander is lost', () => {
    const rig = ControllerRig.ready();
    set(rig, high('Output 1', 3600));
    rig.core.disconnect(1, 'killed');
    expect(rig.state.io['Output 1']).toBe('low');
    expect(rig.entries('output').at(-1)?.detail).toBe('Output 1=low (pulse ended: commander lost)');
  });
});

describe('a held pulse', () => {
  const held = (name: string, hold: 'begin' | 'renew', pulseSeconds = 0.5): OutputRequest => {
    return { ...high(name, pulseSeconds), hold };
  };
  const lastOutput = (rig: ControllerRig) => rig.entries('output').at(-1)?.detail;

  test('lasts while it is renewed, and ends without a renewal', () => {
    const rig = ControllerRig.ready();
    set(rig, held('Output 1', 'begin'));
    for (let round = 0; round < 5; round++) {
      rig.run(0.4);
      expect(set(rig, held('Output 1', 'renew')).ok).toBe(true);
    }
    expect(rig.state.io['Output 1']).toBe('high');
    rig.run(0.6);
    expect(rig.state.io['Output 1']).toBe('low');
  });

  test('does not begin by a renewal, and refuses the whole command then', () => {
    const rig = ControllerRig.ready();
    expect(kindOf(set(rig, high('Output 2'), held('Output 1', 'renew')))).toBe('hold_ended');
    set(rig, high('Output 1', 1));
    expect(kindOf(set(rig, high('Output 2'), held('Output 1', 'renew')))).toBe('hold_ended');
    set(rig, held('Output 3', 'begin', 0.1));
    rig.run(0.2);
    expect(kindOf(set(rig, high('Output 2'), held('Output 3', 'renew')))).toBe('hold_ended');
    expect(rig.state.io).toMatchObject({ 'Output 2': 'low', 'Output 3': 'low' });
  });

  test.each([
    ['a stop', (rig: ControllerRig) => rig.stop(), 'stop (stop)'],
    ['an emergency stop button', (rig: ControllerRig) => rig.force('E-Stop 1', 'low'), 'stop (emergencyStopInput)'],
    ['a stop of another client', (rig: ControllerRig) => stopFromOutside(rig), 'stop (stop)'],
    ['the end of its commander', (rig: ControllerRig) => rig.core.disconnect(1, 'killed'), 'commander lost'],
  ])('ends in the same instant as %s, moving or at rest', (_, act, how) => {
    for (const isMoving of [false, true]) {
      const rig = ControllerRig.ready();
      if (isMoving) rig.execute(rig.planBy([1, 0, 0, 0, 0, 0]));
      set(rig, held('Output 1', 'begin', 3600), high('Output 2', 3600));
      rig.run(0.3);
      const since = rig.core.time;
      act(rig);
      expect(lastOutput(rig)).toMatch(/^Output [12]=low/);
      const ended = rig.entries('output').find(({ detail }) => detail === `Output 1=low (pulse ended: ${how})`);
      expect(ended?.time).toBe(since);
    }
  });

  test('ends at a pause and at an open safeguard, and cannot begin until they are over', () => {
    const rig = ControllerRig.ready({ inputs: { 1: 'pauselow' } });
    rig.forceBoth(['Input 1', 'Input 2'], 'high');
    rig.execute(rig.planBy([1, 0, 0, 0, 0, 0]));
    set(rig, held('Output 9', 'begin', 3600));
    rig.run(0.2);
    rig.send({ kind: 'pause' });
    expect(rig.state.io['Output 9']).toBe('low');
    rig.run(1);
    expect(kindOf(set(rig, held('Output 9', 'begin')))).toBe('wrong_mode');
    rig.send({ kind: 'resume' });
    expect(kindOf(set(rig, held('Output 9', 'renew')))).toBe('hold_ended');
    rig.stop();
    rig.run(2);
    expect(set(rig, held('Output 9', 'begin', 3600)).ok).toBe(true);
    rig.forceBoth(['Input 1', 'Input 2'], 'low');
    expect(rig.state.io['Output 9']).toBe('low');
    expect(kindOf(set(rig, held('Output 9', 'begin')))).toBe('safeguard_open');
  });

  test('ends within 200 ms of a commander that freezes at rest, with released brakes', () => {
    const rig = ControllerRig.ready();
    set(rig, held('Output 1', 'begin', 3600));
    rig.run(0.3);
    rig.silence();
    rig.run(0.21);
    expect(rig.state.io['Output 1']).toBe('low');
    expect(lastOutput(rig)).toBe('Output 1=low (pulse ended: commander lost)');
  });
});

function stopFromOutside(rig: ControllerRig): void {
  rig.send({ kind: 'stop', newEpoch: 0, engageBrakes: false, reason: 'test' }, { connectionID: 2 });
}

describe('inputs', () => {
  test('can be forced and released, and raise the revision', () => {
    const rig = ControllerRig.ready();
    const before = rig.state.ioRevision;
    rig.force('Input 7', 'high');
    rig.force('Flange Input 2', 'high');
    expect(rig.state.io).toMatchObject({ 'Input 7': 'high', 'Flange Input 2': 'high' });
    expect(rig.state.ioRevision).toBe(before + 2);
    rig.force('Input 7', 'released');
    expect(rig.state.io['Input 7']).toBe('low');
  });

  test('cannot be forced if they do not exist or are outputs', () => {
    const rig = ControllerRig.ready();
    expect(kindOf(rig.force('Input 17', 'high'))).toBe('no_such_port');
    expect(kindOf(rig.force('__proto__', 'high'))).toBe('no_such_port');
    expect(kindOf(rig.force('Output 1', 'high'))).toBe('not_writable');
  });
});

describe('payload, tool and override', () => {
  test('stay within their ranges', () => {
    const rig = ControllerRig.ready();
    expect(rig.send({ kind: 'setPayload', massKg: 2.5 }).ok).toBe(true);
    expect(kindOf(rig.send({ kind: 'setPayload', massKg: 30.1 }))).toBe('invalid_value');
    expect(kindOf(rig.send({ kind: 'setPayload', massKg: Number.NaN }))).toBe('invalid_value');
    expect(kindOf(rig.send({ kind: 'setOverride', factor: 1.01 }))).toBe('invalid_value');
    expect(kindOf(rig.send({ kind: 'setOverride', factor: Number.NaN }))).toBe('invalid_value');
    const tcp = { x: 0, y: 0, z: 0.15, i: 0, j: 0, k: 0, w: 1 };
    rig.send({ kind: 'setTool', tool: { name: '2FG7', tcp, massKg: 1.1, centreOfGravity: [0, 0, 0.05] } });
    expect(rig.state).toMatchObject({ payloadMassKg: 2.5, toolName: '2FG7', overrideFactor: 1 });
  });
});
