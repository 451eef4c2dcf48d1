import { defaultArm, jointLimitsOf, readyJoints } from '@cellwright/arm';
import { messages } from '@cellwright/domain/messages';
import { describe, expect, it } from 'vitest';
import { jogFor, sixOf } from './jog.fixture.ts';
import type { JogCommand } from './jog-motion.ts';

const ready = sixOf(readyJoints);
const turn = (joint: number, speed: number): JogCommand => ({
  jogKind: 'joint',
  velocities: sixOf([0, 1, 2, 3, 4, 5].map((index) => (index === joint ? speed : 0))),
});
const move = (x: number, y: number, z: number): JogCommand => ({
  jogKind: 'cartesian',
  frame: 'robotArm',
  linear: [x, y, z],
  angular: [0, 0, 0],
});

describe('a jog that is blocked reports the reason and the remedy', () => {
  it('at the end of a joint’s range', () => {
    const upper = jointLimitsOf(defaultArm).upper[5] ?? 0;
    const near = sixOf(ready.map((angle, joint) => (joint === 5 ? upper - 0.1 : angle)));
    const { reasons } = jogFor(2, turn(5, 0.5), near);
    expect(reasons).toEqual([messages.jogAtJointLimit(5)]);
    expect(jogFor(2, turn(5, -0.5), near).reasons).toEqual([]);
  });

  it('before a contact', () => {
    const { reasons } = jogFor(6, turn(1, 0.5), ready);
    expect(reasons).toEqual([expect.stringMatching(/^Collision ahead: the .+ would touch the .+\. Jog away from it$/)]);
  });

  it('when the tool cannot move further', () => {
    const upright = sixOf([0, 0, 0, 0, 0, 0]);
    expect(jogFor(1, move(0, 0, 0.1), upright).reasons).toEqual([messages.jogSingular]);
    expect(jogFor(1, move(0.1, 0, 0), upright).reasons).toEqual([messages.jogSingular]);
    expect(jogFor(1, move(0, 0, -0.1), upright).reasons).toEqual([]);
    expect(jogFor(8, move(0.2, 0, 0), ready).reasons).toEqual([messages.jogSingular]);
  });

  it('but not while it moves, has a zero command, or is over', () => {
    expect(jogFor(1, move(0.1, 0, 0), ready).reasons).toEqual([]);
    expect(jogFor(1, turn(0, 0), ready).reasons).toEqual([]);
    expect(jogFor(6, turn(1, 0.5), ready).heldBy).toBeUndefined();
  });
});
