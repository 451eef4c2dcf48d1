import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import {
  arm,
  jointTarget,
  lineTarget,
  makePoseTarget,
  makeRequest,
  ready,
  segmentsOf,
  shiftedPose,
} from '../move/move.fixture.ts';
import { planMove } from '../move/plan-move.ts';
import type { MovePlan, MoveRequest } from '../move/request.ts';
import { checkForeignPlan } from './check-plan.ts';

const goal = [0.3, -0.3, 1.6, 0.4, 1.2, 0];
const down = lineTarget(shiftedPose(ready, [0, 0, -0.1]));

function planOf(request: MoveRequest): MovePlan {
  const plan = planMove(arm, request);
  segmentsOf(plan);
  return plan;
}

const reasonOf = (request: MoveRequest, plan: MovePlan) => {
  const checked = checkForeignPlan(arm, request, plan);
  return checked.ok ? undefined : checked.failure.reason;
};

describe('a plan of an external planner', () => {
  it.each([
    ['a joint move', [jointTarget(goal)]],
    ['a line', [down]],
    ['lines with a rounded corner', [{ ...down, blendRadius: 0.03 }, lineTarget(shiftedPose(ready, [0.1, 0, -0.1]))]],
    ['joint moves and a line', [jointTarget(goal), jointTarget(ready), down]],
    ['a turn', [{ ...makePoseTarget(shiftedPose(goal, [0, 0, 0])), motionKind: 'rotation' as const }]],
    [
      'an arc',
      [lineTarget(shiftedPose(ready, [0.1, 0, 0]), { motionKind: 'arc', via: shiftedPose(ready, [0.05, 0, 0.05]) })],
    ],
  ])('passes if ours would be the same: %s', (_, targets) => {
    const request = makeRequest(targets);
    const plan = planOf(request);
    expect(reasonOf(request, plan)).toBeUndefined();
  });

  it('fails if it ends elsewhere', () => {
    const plan = planOf(makeRequest([jointTarget(goal)]));
    expect(reasonOf(makeRequest([jointTarget(ready)]), plan)).toContain('does not end at its target');
    const near = shiftedPose(goal, [0, 0, 0.003]);
    expect(reasonOf(makeRequest([makePoseTarget(near)]), plan)).toContain('it ends 3.0 mm');
  });

  it('fails if it leaves the line', () => {
    const there = shiftedPose(ready, [0.2, 0.2, -0.2]);
    const bent = planOf(makeRequest([makePoseTarget(there)]));
    expect(reasonOf(makeRequest([makePoseTarget(there)]), bent)).toBeUndefined();
    expect(reasonOf(makeRequest([lineTarget(there)]), bent)).toContain('leaves the line');
  });

  it('fails if it takes a detour without permission', () => {
    const round = planOf(
      makeRequest([{ ...jointTarget([0.1, -0.6, 1.9, 0.4, 1.2, 0]), blendRadius: 0.1 }, jointTarget(goal)]),
    );
    const [segment] = segmentsOf(round);
    if (!segment) throw new Error('There is one segment');
    const one: MovePlan = { ok: true, detours: [], segments: [{ ...segment, lastTarget: 0 }] };
    expect(reasonOf(makeRequest([jointTarget(goal)]), one)).toContain('straight in joint space');
    expect(reasonOf(makeRequest([jointTarget(goal)], { mayAvoid: true }), one)).toBeUndefined();
  });

  it('fails if it exceeds the speed caps', () => {
    const plan = planOf(makeRequest([jointTarget(goal)]));
    const slow = { ...jointTarget(goal), motionSpeed: 5 };
    expect(reasonOf(makeRequest([slow]), plan)).toContain('would be faster than it may be');
    const capped = (limits: MoveRequest['limits']) => reasonOf(makeRequest([jointTarget(goal)], { limits }), plan);
    expect(capped({ maxTooltipSpeed: 0.05 })).toContain('the tool would be faster');
    expect(capped({ maxTooltipAcceleration: 0.05 })).toContain('the tool would accelerate harder');
    expect(capped({ maxJointAccelerations: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1] })).toContain(
      'accelerate harder than it may',
    );
  });

  it('fails if it skips a target, or does not stop where it should', () => {
    const targets = [{ ...jointTarget(goal), blendRadius: 0.05 }, jointTarget([0.6, -0.3, 1.6, 0.4, 1.2, 0])];
    const plan = planOf(makeRequest(targets));
    const stopping = makeRequest(targets.map((target) => ({ ...target, stopHere: true })));
    expect(reasonOf(stopping, plan)).toContain('does not pass its target');
    const short = {
      ok: true,
      detours: [],
      segments: segmentsOf(plan).map((each) => ({ ...each, lastTarget: 0 })),
    } as const;
    expect(reasonOf(makeRequest(targets), short)).toBeDefined();
    expect(reasonOf(makeRequest(targets), { ok: true, detours: [], segments: [] })).toContain('every target in order');
  });

  it('must follow the line of the tool, not of the flange', () => {
    const tool = { tcp: { ...identityPose, z: 0.25 }, boxes: [] };
    const turned = shiftedPose([0.2, -0.3, 1.6, 0.9, 1.0, 0.4], [0, 0, 0]);
    const flange = planOf(makeRequest([lineTarget(turned, { usesFlange: true })]));
    const asked = makeRequest([lineTarget(turned)], { tool });
    expect(reasonOf(asked, flange)).toBeDefined();
  });
});
