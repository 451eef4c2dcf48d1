import { jointNames } from '@cellwright/domain/robot';
import { emptyScene, type PlanningScene } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { silentLogger } from '@cellwright/service-kit';
import { VirtualClock } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { solveForward } from '../../domain/kinematics-answers.ts';
import { arm, jointTarget, lineTarget, makeRequest, ready, shiftedPose } from '../../domain/move/move.fixture.ts';
import { planMove } from '../../domain/move/plan-move.ts';
import type { MoveTool } from '../../domain/move/request.ts';
import { PlanTimeout } from '../../domain/plan-within.ts';
import { runTask } from '../../domain/task.ts';
import { createRos2Planner, type Ros2Planner } from './ros2-planner.ts';
import { startRosbridgeServer } from './rosbridge-server.fixture.ts';

const goal = [0.2, -0.3, 1.6, 0.4, 1.2, 0];
const pose = { x: 0.4, y: 0.3, z: 0.5, i: 0, j: 0, k: 0, w: 1 };
const forever = new AbortController().signal;
let ros: Awaited<ReturnType<typeof startRosbridgeServer>>;
let clock: VirtualClock;
let planner: Ros2Planner;

beforeEach(async () => {
  ros = await startRosbridgeServer();
  clock = new VirtualClock();
  planner = createRos2Planner({
    url: ros.url,
    clock,
    log: silentLogger,
    check: async (task, plan) =>
      runTask(arm, task.kind === 'move' ? { ...task, kind: 'check', plan } : { ...task, kind: 'checkRecovery', plan }),
  });
});
afterEach(async () => {
  await planner.close();
  ros.close();
});

const planTo = (targets = [jointTarget(goal)], signal = forever) =>
  planner.plan({ kind: 'move', request: makeRequest(targets), scene: undefined }, signal);
const recover = () =>
  planner.plan({ kind: 'recovery', request: { startJoints: ready, limits: {}, seed: 1 }, scene: undefined }, forever);
const forward = async () => planner.solveForward({ joints: ready, tcp: undefined, scene: undefined });
const inverse = async () =>
  planner.solveInverse({ pose, tcp: undefined, seed: ready, solver: 'speed', scene: undefined });

/** Returns a trajectory in the ROS format, with its joints in another order. */
function rosTrajectory(targets = [jointTarget(goal)]) {
  const plan = planMove(arm, makeRequest(targets));
  if (!plan.ok) throw new Error(plan.failure.reason);
  const order = [2, 0, 1, 5, 4, 3];
  return {
    joint_names: order.map((joint) => jointNames[joint]),
    points: plan.segments.flatMap(({ trajectory }) =>
      trajectory.points.map(({ timeFromStart, positions, velocities, accelerations }) => ({
        positions: order.map((joint) => positions[joint]),
        velocities: order.map((joint) => velocities[joint]),
        accelerations: order.map((joint) => accelerations[joint]),
        time_from_start: { sec: Math.floor(timeFromStart), nanosec: Math.round((timeFromStart % 1) * 1e9) },
      })),
    ),
  };
}

/** Returns the outcome of a question while time advances in steps, once it has reached the server. */
async function endOf(question: Promise<unknown>, advanceMS: number): Promise<unknown> {
  const ended = question.then(
    (value) => value,
    (error: unknown) => error,
  );
  await expect.poll(() => ros.packets.length).toBeGreaterThan(0);
  for (let passed = 0; passed < advanceMS; passed += 100) await clock.advance(100);
  return ended;
}

describe('a ROS plan', () => {
  it('starts as a task, and returns joints in the order of the product', async () => {
    ros.script.goal = (_, { feedback, result }) => {
      feedback({});
      result({ success: true, trajectories: [rosTrajectory()] });
    };
    const plan = await planTo();
    expect(plan).toMatchObject({ ok: true, segments: [{ firstTarget: 0, lastTarget: 0 }] });
    const last = plan.ok ? plan.segments[0]?.trajectory.points.at(-1)?.positions : [];
    for (const [joint, angle] of last?.entries() ?? []) expect(angle).toBeCloseTo(goal[joint] ?? 0, 9);
    expect(ros.packets[0]).toMatchObject({
      op: 'send_action_goal',
      action: '/task_from_robot',
      args: { resample: true, ik_solver_type: 'distance', start_joint_state: { name: jointNames, position: ready } },
    });
  });

  it('fails if it would touch something', async () => {
    const through = {
      joint_names: [...jointNames],
      points: [ready, [0, 1.9, 1, 0, 1.2, 0]].map((positions, sec) => ({
        positions,
        time_from_start: { sec, nanosec: 0 },
      })),
    };
    ros.script.goal = (_, { result }) => result({ success: true, trajectories: [through] });
    expect(await planTo()).toMatchObject({ ok: false, failure: { kind: 'pathInCollision' } });
  });

  it.each([
    [{ success: false, trajectories: [] }, 'Goal not succeeded'],
    [{ success: true, trajectories: [] }, 'Motion plan completed with no waypoints'],
  ])('%o fails: %s', async (values, reason) => {
    ros.script.goal = (_, { result }) => result(values);
    expect(await planTo()).toMatchObject({ ok: false, failure: { reason } });
  });

  it.each([
    ['Goal rejected', 0, 'the goal was rejected'],
    ['Goal cancelled', 5, {}],
    ['Goal not succeeded', 6, {}],
  ] as const)('reports %s', async (message, status, values) => {
    ros.script.goal = (_, { result }) => result(values, status, false);
    await expect(planTo()).rejects.toMatchObject({ code: 'unavailable', message });
  });

  it('fails if its joints cannot be read', async () => {
    const broken = { joint_names: ['joint0'], points: [{ positions: [1], time_from_start: { sec: 0, nanosec: 0 } }] };
    ros.script.goal = (_, { result }) => result({ success: true, trajectories: [broken] });
    await expect(planTo()).rejects.toMatchObject({ message: 'Failed to parse joint positions' });
  });

  it('ends after 5 s per target without feedback', async () => {
    const cancelled = new Promise((resolve) => {
      ros.script.cancel = resolve;
    });
    expect(await endOf(planTo(), 5000)).toMatchObject({ message: 'Feedback was not received.' });
    await cancelled;
  });

  it('times out with feedback, but without a result', async () => {
    let heard = () => {};
    const hasFeedback = new Promise<void>((resolve) => {
      heard = resolve;
    });
    ros.script.goal = (_, { feedback }) => {
      feedback({});
      heard();
    };
    const plan = planTo();
    await hasFeedback;
    await expect(forwardAfterRoundTrip()).resolves.toBeDefined();
    expect(await endOf(plan, 5000)).toMatchObject({ message: 'Result has timed out' });
  });

  it('reports the reason to a caller with the same time limit, not its own cancellation', async () => {
    const late = new AbortController();
    const unheard = planTo(undefined, late.signal);
    unheard.catch(() => undefined);
    await expect.poll(() => ros.packets.length).toBe(1);
    late.abort(new PlanTimeout('unavailable', 'timeout of 5000ms reached'));
    await expect(unheard).rejects.toMatchObject({ message: 'Feedback was not received.' });

    ros.script.goal = (_, { feedback }) => feedback({});
    const again = new AbortController();
    const heard = planTo(undefined, again.signal);
    heard.catch(() => undefined);
    await expect.poll(() => ros.packets.filter(({ op }) => op === 'send_action_goal').length).toBe(2);
    await forwardAfterRoundTrip();
    again.abort(new PlanTimeout('unavailable', 'timeout of 5000ms reached'));
    await expect(heard).rejects.toMatchObject({ message: 'Goal timed out' });
  });

  it('supports a tool: the point that moves is sent in addition to tool0', async () => {
    const tool = {
      tcp: { ...identityPose, z: 0.2 },
      boxes: [{ pose: { ...identityPose, z: 0.1 }, size: [0.05, 0.05, 0.2] as const }],
    };
    const line = lineTarget(shiftedPose(ready, [0, 0, -0.3]), { usesFlange: false });
    const request = makeRequest([line], { tool });
    ros.script.goal = (_, { result }) => result({ success: false, trajectories: [] });
    await planner.plan({ kind: 'move', request, scene: undefined }, forever);
    const goalSent = ros.packets.find(({ op }) => op === 'send_action_goal');
    expect(goalSent?.args).toMatchObject({ targets: [{ tool_link: 'tool0', tool_offset: { position: { z: 0.2 } } }] });
  });

  it('uses the obstacles and the tool on the flange, and their removal', async () => {
    const crate = {
      name: 'crate',
      pose: { ...identityPose, x: 0.5 },
      shape: { kind: 'box' as const, size: [0.1, 0.1, 0.1] as [number, number, number] },
    };
    const told = (scene: PlanningScene, boxes: MoveTool['boxes'] = []) => {
      const request = makeRequest([jointTarget(goal)], { tool: { tcp: identityPose, boxes } });
      return planner.plan({ kind: 'move', request, scene }, forever);
    };
    ros.script.goal = (_, { result }) => result({ success: false, trajectories: [] });
    const part = { ...crate, name: 'part', isLoose: true };
    const scene = { ...emptyScene('simulated'), revision: 1, obstacles: [part, crate] };
    await told(scene, [{ pose: identityPose, size: [0.1, 0.1, 0.1] }]);
    await told({ ...emptyScene('simulated'), revision: 2 });
    const messages = ros.packets.filter(({ op }) => op === 'publish').map(({ msg }) => msg);
    expect(messages).toMatchObject([
      {
        is_diff: true,
        world: {
          collision_objects: [{ id: 'crate', operation: 0, primitives: [{ type: 1, dimensions: [0.1, 0.1, 0.1] }] }],
        },
        robot_state: { attached_collision_objects: [{ link_name: 'tool0', object: { operation: 0 } }] },
      },
      {
        world: { collision_objects: [{ id: 'crate', operation: 1 }] },
        robot_state: { attached_collision_objects: [{ object: { operation: 1 } }] },
      },
    ]);
  });

  it('ends with its signal', async () => {
    const cancelled = new Promise((resolve) => {
      ros.script.cancel = resolve;
    });
    const controller = new AbortController();
    const plan = planTo(undefined, controller.signal);
    plan.catch(() => undefined);
    await expect.poll(() => ros.packets.length).toBe(1);
    controller.abort();
    await expect(plan).rejects.toMatchObject({ message: 'Goal cancelled' });
    expect(await cancelled).toMatchObject({ id: ros.packets[0]?.id });
  });
});

/** Makes a round trip, after which everything sent before has arrived. */
async function forwardAfterRoundTrip() {
  ros.script.service = (_, answer) =>
    answer({ success: true, pose: { position: { x: 0, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } } });
  return forward();
}

describe('ROS kinematics', () => {
  it('uses solve_fk and solve_ik', async () => {
    const { pose: rest } = solveForward(arm, { joints: ready, tcp: undefined, scene: undefined });
    ros.script.service = ({ service }, answer) =>
      answer(
        service === 'solve_fk'
          ? {
              success: true,
              in_collision: true,
              pose: { position: { x: 1, y: 2, z: 3 }, orientation: { x: 0, y: 0, z: 0, w: 1 } },
            }
          : { success: true, ik_solution: ready, in_joint_limits: true },
      );
    expect(await forward()).toMatchObject({ pose: { x: 1, y: 2, z: 3 }, collisions: ['something'] });
    expect(
      await planner.solveInverse({ pose: rest, tcp: undefined, seed: ready, solver: 'speed', scene: undefined }),
    ).toEqual([{ joints: ready, inCollision: false, inJointLimits: true }]);
    expect(ros.packets.map(({ service }) => service)).toEqual(['solve_fk', 'solve_ik']);
  });

  it.each([
    ['FK in 1000 ms', () => forward(), 1000, 'Request to solve_fk timed out after 1000ms'],
    ['IK in 100 ms', () => inverse(), 100, 'Request to solve_ik timed out after 100ms'],
    [
      'recovery in 3000 ms',
      () => recover(),
      3000,
      'Recovery service call was not successful: Request to get_recovery_trajectory timed out after 3000ms',
    ],
  ] as const)('times out: %s', async (_, question, afterMS, message) => {
    expect(await endOf(question(), afterMS)).toMatchObject({ message });
  });

  it('reports errors with the texts of the specification', async () => {
    ros.script.service = (_, answer) => answer({ success: true });
    await expect(forward()).rejects.toMatchObject({ message: 'ROS2 Forward kinematics failed on joint state' });
    await expect(inverse()).rejects.toMatchObject({ message: 'Inverse kinematics failed' });
    ros.script.service = ({ service }, answer) => answer(`Service ${service} does not exist`, false);
    await expect(forward()).rejects.toMatchObject({ message: 'solve_fk service not available' });
    ros.script.service = (_, answer) => answer('it broke', false);
    await expect(inverse()).rejects.toMatchObject({ message: 'Failed to get a response from solve_ik server' });
    ros.script.service = () => ros.dropClients();
    await expect(inverse()).rejects.toMatchObject({ message: 'Failed to get a response from solve_ik server' });
  });

  it('answers inverse kinematics one request at a time', async () => {
    const answers: (() => void)[] = [];
    ros.script.service = (_, answer) => answers.push(() => answer({ success: true, ik_solution: ready }));
    const both = Promise.all([inverse(), inverse()]);
    await expect.poll(() => answers.length).toBe(1);
    expect(ros.packets).toHaveLength(1);
    answers[0]?.();
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.();
    await both;
  });
});

describe('ROS recovery', () => {
  it('uses get_recovery_trajectory', async () => {
    ros.script.service = (_, answer) => answer({ success: true, trajectory: rosTrajectory() });
    // A fast motion that starts without contact is not a recovery.
    expect(await recover()).toMatchObject({ ok: false, failure: { reason: expect.stringContaining('is too fast') } });
    ros.script.service = (_, answer) => answer({ success: false });
    expect(await recover()).toMatchObject({ ok: false, failure: { reason: 'Recovery motion plan failed' } });
  });
});

describe('a ROS jog', () => {
  it('requires a command', async () => {
    await expect(planner.jog({ kind: 'joint', velocities: undefined }, forever)).rejects.toMatchObject({
      message: 'Joint jog command not provided',
    });
    await expect(planner.jog({ kind: 'cartesian', frame: 'tool', twist: undefined }, forever)).rejects.toMatchObject({
      message: 'Cartesian jog command not provided',
    });
  });

  it('ends when feedback stops for a second', async () => {
    ros.script.goal = (_, { feedback }) => feedback({});
    const jog = planner.jog({ kind: 'joint', velocities: [0.1, 0, 0, 0, 0, 0] }, forever);
    jog.catch(() => undefined);
    await expect.poll(() => ros.packets.length).toBe(1);
    await forwardAfterRoundTrip();
    expect(await endOf(jog, 1100)).toMatchObject({ message: 'Feedback was not received in the last second.' });
  });
});

it('becomes unhealthy while rosbridge is away, and checks again every second', async () => {
  await expect.poll(() => planner.findProblem()).toBeUndefined();
  ros.close();
  await expect.poll(() => planner.findProblem()).toContain('Nothing answers');
  const question = forward();
  question.catch(() => undefined);
  await clock.advance(100);
  await expect(question).rejects.toMatchObject({ message: 'solve_fk service not available after waiting 100ms' });
});
