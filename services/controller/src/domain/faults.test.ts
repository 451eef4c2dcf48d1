import { type ControllerCommand, modeTransitions } from '@cellwright/controller-link';
import { type SimulatedFault, simulatedFaultSchema } from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import { arm, ControllerRig } from './controller-rig.fixture.ts';

const all = (value: number) => Array.from({ length: 6 }, () => value);
const inject = (fault: SimulatedFault, joint = 2, size = 0): ControllerCommand => ({
  kind: 'injectFault',
  fault,
  joint,
  size,
});
const causes = { unbrake: 'unbrakeFailed' } as const;

/** Jogs one joint for some seconds, rad/s, and waits until the arm has stopped. */
function jog(rig: ControllerRig, joint: number, velocity: number, seconds: number, jogID: string): void {
  const velocities = all(0).map((_, index) => (index === joint ? velocity : 0));
  for (let passed = 0; passed < seconds; passed += 0.1) {
    rig.send({ kind: 'jog', jogID, velocities });
    rig.run(0.1);
  }
  rig.send({ kind: 'endJog', jogID });
  rig.run(1);
}

describe('a simulated controller', () => {
  it.each(simulatedFaultSchema.options)('stops at %s as the stop table defines, and reports it', (fault) => {
    const rig = ControllerRig.ready();
    rig.send({ kind: 'setForceLimits', maxTorques: [], collisionThresholds: all(40) });
    if (fault === 'unbrake') rig.send({ kind: 'setBrakes', engaged: true });
    expect(rig.send(inject(fault))).toEqual({ ok: true });
    if (fault === 'unbrake') expect(rig.send({ kind: 'setBrakes', engaged: false })).toMatchObject({ ok: false });
    const cause = fault === 'unbrake' ? causes.unbrake : fault;
    expect(rig.story).toContain(`fault ${cause}`);
    expect(rig.state.lastStop).toBe(cause);
    expect(Object.keys(modeTransitions)).toContain(rig.state.mode);
  });

  it('engages the brakes before a restart, also after a fault that only a restart ends', () => {
    const rig = ControllerRig.ready();
    rig.send(inject('powerBoard'));
    rig.run(1);
    expect(rig.send({ kind: 'resetFault' })).toMatchObject({ refusal: { kind: 'fault_remains' } });
    expect(rig.send({ kind: 'restart' })).toEqual({ ok: true });
    expect(rig.state).toMatchObject({ brakes: 'engaged', lastStop: 'shutdown' });
  });

  it('refuses a restart while the arm moves', () => {
    const rig = ControllerRig.ready();
    rig.send({ kind: 'jog', jogID: 'press', velocities: all(0.1) });
    rig.run(0.1);
    expect(rig.send({ kind: 'restart' })).toMatchObject({
      refusal: { kind: 'wrong_mode', message: 'The arm is moving. Stop it, then restart the controller' },
    });
    rig.run(1);
    expect(rig.send({ kind: 'restart' })).toEqual({ ok: true });
    expect(rig.state).toMatchObject({ mode: 'braked', brakes: 'engaged' });
  });

  it('opens its brakes at the second attempt', () => {
    const rig = ControllerRig.ready();
    rig.send({ kind: 'setBrakes', engaged: true });
    rig.send(inject('unbrake', 4));
    expect(rig.send({ kind: 'setBrakes', engaged: false })).toMatchObject({ refusal: { kind: 'brake_stuck' } });
    expect(rig.state.brakes).toBe('engaged');
    expect(rig.send({ kind: 'setBrakes', engaged: false })).toEqual({ ok: true });
    expect(rig.state.brakes).toBe('disengaged');
  });

  it('brings a joint that slipped past its limit back by a jog, and not further out', () => {
    const rig = ControllerRig.ready();
    const upper = arm.limits.upper[3] ?? 0;
    rig.send(inject('jointLimit', 3, 0.05));
    expect(rig.state.positions[3]).toBeCloseTo(upper + 0.05, 9);
    jog(rig, 3, 0.2, 0.3, 'out');
    expect(rig.state.positions[3]).toBeCloseTo(upper + 0.05, 9);
    jog(rig, 3, -0.2, 0.6, 'in');
    expect(rig.state.positions[3]).toBeLessThan(upper);
    expect(rig.state.mode).toBe('standing');
  });

  it('ends the contact of a joint that slips past its limit, which would block its way back', () => {
    const rig = ControllerRig.ready();
    rig.send({ kind: 'setForceLimits', maxTorques: [], collisionThresholds: all(40) });
    rig.send(inject('torqueCollision', 1, 60));
    rig.send(inject('torqueCollision', 0, 60));
    rig.send(inject('jointLimit', 1, 0.05));
    expect(rig.state.externalTorques[0]).toBeCloseTo(60, 6);
    rig.send(inject('torqueCollision', 1, 60));
    rig.send(inject('jointLimit', 1, 0.05));
    expect(rig.state.externalTorques).toEqual([]);
  });

  it('stops at a contact above the threshold, and again only when the force grows', () => {
    const rig = ControllerRig.ready();
    rig.send({ kind: 'setForceLimits', maxTorques: [], collisionThresholds: all(40) });
    rig.send(inject('torqueCollision', 0, 60));
    expect(rig.state.externalTorques[0]).toBeCloseTo(60, 6);
    const trips = () => rig.story.filter((line) => line === 'fault torqueCollision').length;
    jog(rig, 0, 0.05, 0.3, 'in');
    expect(trips()).toBe(2);
    jog(rig, 0, -0.05, 1.5, 'out');
    expect(trips()).toBe(2);
    expect(rig.state.externalTorques).toEqual([]);
  });

  it('ignores a contact below the threshold', () => {
    const rig = ControllerRig.ready();
    rig.send({ kind: 'setForceLimits', maxTorques: [], collisionThresholds: all(100) });
    rig.send(inject('torqueCollision', 0, 60));
    expect(rig.story).not.toContain('fault torqueCollision');
  });

  it('stops when payload and tool load a joint beyond the profile', () => {
    const rig = ControllerRig.ready();
    rig.send({ kind: 'setPayload', massKg: 20 });
    rig.send({ kind: 'setForceLimits', maxTorques: all(1), collisionThresholds: [] });
    jog(rig, 1, 0.2, 0.3, 'lift');
    expect(rig.story).toContain('fault torqueCollision');
  });

  it('releases one brake while the others hold the arm, and engages all with the next stop', () => {
    const rig = ControllerRig.ready();
    expect(rig.send({ kind: 'setJointBrake', joint: 1, engaged: false })).toMatchObject({
      refusal: { kind: 'wrong_mode' },
    });
    rig.send({ kind: 'setBrakes', engaged: true });
    rig.send({ kind: 'setJointBrake', joint: 1, engaged: false });
    expect(rig.state).toMatchObject({ brakes: 'engaged', unbrakedJoints: [1] });
    rig.send({ kind: 'stop', newEpoch: 0, engageBrakes: true, reason: 'test' });
    expect(rig.state.unbrakedJoints).toEqual([]);
  });

  it('resists in guided mode as its joints are configured', () => {
    const rig = ControllerRig.ready();
    const joints = all(0).map((_, joint) => ({ isEnabled: joint !== 0, maxSpeed: joint === 1 ? 0.1 : null }));
    rig.send({ kind: 'setGuidedJoints', joints });
    rig.send({ kind: 'setGuidedMode', mode: 'normal' });
    rig.core.push(all(0.5));
    rig.run(0.9);
    const [first = 1, second = 1, third = 0] = rig.state.velocities;
    expect([first, second]).toEqual([0, expect.closeTo(0.1, 6)]);
    expect(third).toBeGreaterThan(0.2);
  });

  it('keeps the colours of its LEDs, and refuses any other number of them', () => {
    const rig = ControllerRig.ready();
    rig.send({ kind: 'setLedRing', colors: new Uint8Array(144).fill(7) });
    expect(rig.state.ledColors).toHaveLength(144);
    expect(rig.send({ kind: 'setLedRing', colors: new Uint8Array(3) })).toMatchObject({ ok: false });
  });
});
