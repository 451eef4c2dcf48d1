import { describe, expect, it } from 'vitest';
import { planJog } from './jog-plan.ts';

const oneDegree = Math.PI / 180;

describe('A press of a jog button', () => {
  it('turns one joint at the chosen speed while it is held', () => {
    expect(planJog({ mode: 'joint', speed: 0, step: undefined }, { axis: 2, direction: -1 })).toEqual({
      how: 'velocity',
      velocity: { jogKind: 'joint', velocities: [0, 0, -oneDegree, 0, 0, 0] },
    });
  });

  it('moves the tool along an axis of its own frame or of the base', () => {
    const order = planJog({ mode: 'tool', speed: 4, step: undefined }, { axis: 2, direction: 1 });
    expect(order).toEqual({
      how: 'velocity',
      velocity: { jogKind: 'cartesian', frame: 'tool', linear: [0, 0, 0.25], angular: [0, 0, 0] },
    });
    expect(planJog({ mode: 'base', speed: 0, step: undefined }, { axis: 3, direction: 1 })).toMatchObject({
      velocity: { frame: 'robotArm', linear: [0, 0, 0], angular: [oneDegree, 0, 0] },
    });
  });

  it('moves one step in step mode, no faster than the chosen speed', () => {
    expect(planJog({ mode: 'joint', speed: 1, step: 1 }, { axis: 0, direction: 1 })).toEqual({
      how: 'step',
      move: {
        kind: 'moveJointRelative',
        payload: { joint: 0, offset: 0.5 * oneDegree, maxJointSpeeds: Array(6).fill(5 * oneDegree) },
      },
    });
    expect(planJog({ mode: 'base', speed: 1, step: 3 }, { axis: 1, direction: -1 })).toEqual({
      how: 'step',
      move: {
        kind: 'moveToolRelative',
        payload: { frame: 'robotArm', translation: [0, -0.01, 0], rotation: [0, 0, 0], maxTooltipSpeed: 0.025 },
      },
    });
  });
});
