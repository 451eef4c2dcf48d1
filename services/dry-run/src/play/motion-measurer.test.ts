import { defaultArm, readyJoints } from '@cellwright/arm';
import { emptyScene } from '@cellwright/domain/space';
import type { ToolModel } from '@cellwright/routine-runner/simulation';
import { planMove, trajectoryDuration } from '@cellwright/trajectory';
import { afterEach, describe, expect, it } from 'vitest';
import { startMeasuringThread } from './measuring-thread.ts';
import { LegMeasurer, type MeasuringRequest } from './motion-facts.ts';
import { createMotionMeasurer, type MotionMeasurer } from './motion-measurer.ts';

const bareFlange: ToolModel = {
  equipmentID: null,
  name: 'Nothing',
  tcp: { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 },
  massKg: 0,
  centreOfGravity: [0, 0, 0],
  boxes: [],
};
const empty = emptyScene('simulated');
const withPost = {
  ...empty,
  obstacles: [
    {
      id: 'obstacle_post',
      name: 'post',
      pose: { x: 0.6, y: 0.6, z: 0.5, i: 0, j: 0, k: 0, w: 1 },
      shape: { kind: 'box' as const, size: [0.1, 0.1, 1] as [number, number, number] },
      isEnabled: true,
    },
  ],
};

/** A turn of the first joint, rad. */
function turn(by: number, scene: MeasuringRequest['scene'] = empty): MeasuringRequest {
  const to = readyJoints.map((joint, index) => (index === 0 ? joint + by : joint));
  const trajectory = planMove(readyJoints, to, defaultArm.motionLimits);
  const targetTimes = [trajectoryDuration(trajectory)];
  return {
    segments: [{ trajectory, firstTarget: 0, lastTarget: 0, targetTimes, distanceMeters: 0 }],
    scene,
    load: { tool: bareFlange, payloadMassKg: 3 },
  };
}

const opened: MotionMeasurer[] = [];
function open(...how: Parameters<typeof createMotionMeasurer>): MotionMeasurer {
  const measurer = createMotionMeasurer(...how);
  opened.push(measurer);
  return measurer;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((measurer) => measurer.close()));
});

describe('the motion measurer of a dry run', () => {
  it('returns the same for the many motions of a long dry run as for the few of a short one', async () => {
    let threads = 0;
    const measurer = open(defaultArm, (arm) => {
      threads += 1;
      return startMeasuringThread(arm);
    });
    const questions = Array.from({ length: 130 }, (_, index) => turn(index / 100, index % 3 === 0 ? withPost : empty));
    const facts = await Promise.all(questions.map((question) => measurer.measure(question)));
    const here = new LegMeasurer(defaultArm);
    expect(facts).toEqual(questions.map((question) => here.measure(question)));
    expect(new Set(facts.map((legs) => legs.get(0)?.fromObstacles?.other)).has("'post'")).toBe(true);
    expect(threads).toBe(1);
  });

  it('starts no thread for a short dry run', async () => {
    const measurer = open(defaultArm, () => {
      throw new Error('a thread for one motion');
    });
    expect((await measurer.measure(turn(1))).get(0)?.reachMeters).toBeGreaterThan(0.1);
  });

  it('measures only the effect of obstacles on a known motion', async () => {
    const measurer = open(defaultArm);
    const known = await measurer.measure(turn(1));
    const among = measurer.measureAgain(known, turn(1, withPost));
    expect(among).toEqual(await measurer.measure(turn(1, withPost)));
    expect(among.get(0)?.fromObstacles?.meters).toBeLessThan(known.get(0)?.fromObstacles?.meters ?? 1);
    expect(among.get(0)?.fromItself).toEqual(known.get(0)?.fromItself);
  });

  it('measures the clearance from obstacles apart from that of the arm from itself, which is often smaller', async () => {
    const facts = (await open(defaultArm).measure(turn(0.4, withPost))).get(0);
    expect(facts?.fromObstacles?.other).toBe("'post'");
    expect(facts?.fromItself?.meters).toBeLessThan(facts?.fromObstacles?.meters ?? 0);
  });

  it('reports when its thread ends before its answer', async () => {
    const thread = startMeasuringThread(defaultArm);
    const asked = thread.measure(turn(1));
    await Promise.all([expect(asked).rejects.toThrow('the thread that measures motion ended'), thread.close()]);
    await expect(thread.measure(turn(1))).rejects.toThrow('the thread that measures motion ended');
  });
});
