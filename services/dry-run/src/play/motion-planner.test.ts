import { defaultArm, readyJoints } from '@cellwright/arm';
import { type JointAngles, jointAnglesSchema } from '@cellwright/domain/robot';
import { emptyScene, planningSceneSchema } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { bareFlange, createPlanner, type ToolModel } from '@cellwright/routine-runner/simulation';
import type { MotionTarget } from '@cellwright/steps/framework';
import { describe, expect, it } from 'vitest';
import { motionHere } from './proof-cell.ts';
import { ProofClock } from './proof-clock.ts';

const scene = { ...emptyScene('simulated'), revision: 1 };
const start: JointAngles = jointAnglesSchema.parse(readyJoints);

async function planTo(target: MotionTarget['target']) {
  const { planner, scenes } = createPlanner(motionHere(defaultArm, new ProofClock(new Date(0))), () => scene);
  await scenes.put(scene);
  const how = { motionKind: 'joint', motionSpeed: 100, blendRadius: 0, stopHere: true, tcpOption: 'auto' } as const;
  const load = { tool: bareFlange, payloadMassKg: 0 };
  const request = { robotKind: 'simulated', startJoints: start, mayAvoid: true, seed: 1, ...load } as const;
  return planner.plan({ ...request, targets: [{ target, ...how }] }, { signal: new AbortController().signal });
}

describe('The check of a posture', () => {
  it('names what would touch what, and the links of the arm', async () => {
    const post = {
      name: 'post',
      shape: { kind: 'box', size: [0.1, 0.1, 2] },
      pose: { ...identityPose, x: 0.3, z: 0.5 },
    };
    const blocked = planningSceneSchema.parse({ ...scene, obstacles: [post] });
    const motion = createPlanner(motionHere(defaultArm, new ProofClock(new Date(0))), () => blocked);
    await motion.scenes.put(blocked);
    const [, ...others] = start;
    const turnedAway = jointAnglesSchema.parse([2, ...others]);
    expect(await motion.checkPosture('simulated', turnedAway, bareFlange)).toEqual({ collisions: [], links: [] });
    expect(await motion.checkPosture('simulated', start, bareFlange)).toEqual({
      collisions: ["the forearm and 'post'"],
      links: ['forearm_link'],
    });
  });

  it('includes the tool on the flange', async () => {
    const motion = createPlanner(motionHere(defaultArm, new ProofClock(new Date(0))), () => scene);
    await motion.scenes.put(scene);
    const rod = { ...bareFlange, boxes: [{ pose: { ...identityPose, z: 1 }, size: [0.05, 0.05, 2] as const }] };
    const check = (tool: ToolModel) => motion.checkPosture('simulated', start, tool);
    expect(await check(bareFlange)).toEqual({ collisions: [], links: [] });
    expect(await check(rod)).toMatchObject({ links: ['tool'] });
    expect(await check(bareFlange)).toEqual({ collisions: [], links: [] });
  });
});

describe('a refused plan', () => {
  it('has its reason in words, and as a cause that clients translate', async () => {
    expect(await planTo({ pose: { ...identityPose, x: 3 } })).toEqual({
      ok: false,
      failure: {
        kind: 'PlanningFailure',
        message: 'Motion planning unsuccessful: The target is out of the reach of the arm.',
        targetIndex: 0,
        isUnreachable: true,
        causes: [{ key: 'outOfReach', values: {} }],
      },
    });
  });

  it('has the values of its cause', async () => {
    const [base, shoulder, , ...wrist] = start;
    const folded = jointAnglesSchema.parse([base, shoulder, 2.9, ...wrist]);
    expect(await planTo({ jointAngles: folded })).toMatchObject({
      failure: {
        kind: 'JointLimitFailure',
        causes: [{ key: 'jointOutsideRange', values: { joint: 2, at: 2.9, to: expect.any(Number) } }],
      },
    });
  });
});
