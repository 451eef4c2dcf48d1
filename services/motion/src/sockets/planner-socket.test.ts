import { messages } from '@cellwright/domain/messages';
import {
  forwardKinematicsReplySchema,
  inverseKinematicsReplySchema,
  type PlannerOperation,
  plannerReplySchema,
} from '@cellwright/domain/motion';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import * as z from 'zod';
import { startMotionBench } from '../testing/motion-bench.fixture.ts';

const ready = [0, -0.3, 1.6, 0.4, 1.2, 0];
const origin = { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
let motion: Awaited<ReturnType<typeof startMotionBench>>;
let address = '';

beforeAll(async () => {
  motion = await startMotionBench({ ownsScenes: true });
  address = motion.socketAddress;
});
afterAll(() => motion.stop());

const replySchema = z.looseObject({ kind: z.string(), id: z.string().optional(), message: z.string().optional() });
type Reply = z.infer<typeof replySchema>;

/** A client of one operation with its replies in order. */
class Client {
  readonly replies: Reply[] = [];
  private readonly socket: WebSocket;
  private wake = () => {};

  constructor(operation: string, query = '') {
    this.socket = new WebSocket(`ws://${address}/${operation}${query}`);
    this.socket.on('message', (data) => {
      this.replies.push(replySchema.parse(JSON.parse(String(data))));
      this.wake();
    });
  }

  async send(request: object | string): Promise<void> {
    if (this.socket.readyState === this.socket.CONNECTING)
      await new Promise((resolve) => this.socket.once('open', resolve));
    this.socket.send(typeof request === 'string' ? request : JSON.stringify(request));
  }

  /** Returns the replies up to the first one that matches the predicate. */
  async until(isLast: (reply: Reply) => boolean): Promise<Reply[]> {
    for (;;) {
      const last = this.replies.findIndex(isLast);
      if (last >= 0) return this.replies.splice(0, last + 1);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  async ask(request: object | string): Promise<Reply[]> {
    await this.send(request);
    return this.until(({ kind }) => kind === 'success' || kind === 'error');
  }

  get closed(): Promise<number> {
    return new Promise((resolve) => this.socket.once('close', resolve));
  }

  close(): void {
    this.socket.close();
  }

  cut(): void {
    this.socket.terminate();
  }
}

async function ask(operation: PlannerOperation, request: object | string): Promise<Reply[]> {
  const client = new Client(operation);
  const replies = await client.ask(request);
  client.close();
  return replies;
}

const lastOf = (replies: readonly Reply[]) => replies.at(-1);

describe('kinematics', () => {
  it('convert forward and back again', async () => {
    const forward = forwardKinematicsReplySchema.parse(lastOf(await ask('forward_kinematics', { jointAngles: ready })));
    expect(forward).toMatchObject({ collisions: [], in_collision: false, is_body_out_of_bounds: false });
    const inverse = await ask('inverse_kinematics', { id: 'a', pose: forward.pose, jointAngles: ready });
    const { ik_solution, id } = inverseKinematicsReplySchema.parse(lastOf(inverse));
    expect(id).toBe('a');
    for (const [joint, angle] of ik_solution.entries()) expect(angle).toBeCloseTo(ready[joint] ?? 0, 7);
  });

  it('answers many requests of one connection in order', async () => {
    const client = new Client('forward_kinematics');
    for (let index = 0; index < 50; index++) await client.send({ id: `${index}`, jointAngles: ready });
    const replies = await client.until(({ id }) => id === '49');
    expect(replies.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, index) => `${index}`));
    client.close();
  });

  it('report contacts', async () => {
    const reply = forwardKinematicsReplySchema.parse(
      lastOf(await ask('forward_kinematics', { jointAngles: [0, 1.9, 1, 0, 1.2, 0] })),
    );
    expect(reply.in_collision).toBe(true);
    expect(reply.collisions[0]).toMatch(/^the .+ and the .+$/);
  });

  it('return an error when there is no answer', async () => {
    const [reply] = await ask('inverse_kinematics', { pose: { ...origin, z: 5 } });
    expect(reply).toMatchObject({ kind: 'error', message: expect.stringContaining(messages.inverseKinematicsFailed) });
  });
});

describe('A request with a value that could not be held', () => {
  it.each([
    ['plan_path', `{"startJointAngles":[0,0,0,0,0,1e999],"targets":[]}`],
    ['forward_kinematics', `{"jointAngles":[0,0,0,0,0,-1e999]}`],
    ['forward_kinematics', `{"jointAngles":[0,0,0,0,0,null]}`],
    ['inverse_kinematics', `{"pose":{"x":1e999,"y":0,"z":0,"i":0,"j":0,"k":0,"w":1}}`],
    ['add_obstacle', `{"obstacleName":"a\\u0000b"}`],
    ['remove_obstacle', `{"obstacleName":"half \\ud83d"}`],
    ['remove_obstacle', `{"obstacleName":"back\\u202ewards"}`],
    ['clear_obstacles', `{"id":"${'a'.repeat(100_000)}"}`],
    ['clear_obstacles', `{"id":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['clear_obstacles', '[1]'],
    ['clear_obstacles', '1e999'],
  ] as const)('fails by name and leaves the connection usable: %s %.60s', async (operation, text) => {
    const client = new Client(operation);
    const [refused] = await client.ask(text);
    expect(refused).toMatchObject({
      kind: 'error',
      code: 'request_failed_validation',
      message: expect.stringMatching(/\S/),
    });
    expect(lastOf(await client.ask('{"kind":"cancel","id":"none"}'))).toMatchObject({ code: 'not_found' });
    client.close();
  });
});

describe('a plan', () => {
  it('starts with an announcement, then sends each waypoint with the gripper in order, then its end', async () => {
    const targets = [
      { jointAngles: [0.3, -0.3, 1.6, 0.4, 1.2, 0], gripper: { openness: 0.4 } },
      { jointAngles: ready },
    ];
    const replies = (await ask('plan_path', { id: 'p', startJointAngles: ready, targets })).map((reply) =>
      plannerReplySchema.parse(reply),
    );
    expect(replies[0]).toEqual({ kind: 'planning', id: 'p' });
    expect(replies.every(({ id }) => id === 'p')).toBe(true);
    const times = replies.flatMap((reply) => ('timestamp' in reply ? [reply.timestamp] : []));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const gripper = replies.findIndex(({ kind }) => kind === 'gripper');
    const before = replies[gripper - 1];
    expect(before?.kind === 'waypoint' && before.joints[0]?.p).toBeCloseTo(0.3, 9);
    expect(replies[gripper]).toMatchObject({ openness: 0.4 });
    expect(replies.at(-1)).toMatchObject({ kind: 'success', segments: [{ lastTarget: 0 }, { firstTarget: 1 }] });
  });

  it.each([
    ['plan_relative_joint_motion', { offsets: [0.1, 0, 0, 0, 0, -0.2] }],
    ['plan_relative_cartesian_motion', { translation: [0, 0, 0.05] }],
    ['plan_relative_cartesian_motion', { frame: 'world', rotation: [0, 0, 0.2] }],
    [
      'plan_relative_cartesian_motion',
      { plane: { ...origin, i: Math.SQRT1_2, w: Math.SQRT1_2 }, translation: [0, 0.05, 0] },
    ],
  ] as const)('for %s %o succeeds', async (operation, request) => {
    const replies = await ask(operation, { startJointAngles: ready, ...request });
    expect(lastOf(replies)?.kind).toBe('success');
    expect(replies.filter(({ kind }) => kind === 'waypoint').length).toBeGreaterThan(2);
  });

  it('for a recovery reduces the contact, slowly', async () => {
    const touching = [0, 1.9, 1, 0, 1.2, 0];
    const replies = await ask('plan_recovery_path', { startJointAngles: touching });
    expect(lastOf(replies)?.kind).toBe('success');
    expect(lastOf(await ask('plan_recovery_path', { startJointAngles: ready }))?.message).toContain(
      messages.recoveryPlanFailed,
    );
  });

  it('keeps the direction of a tool axis on request', async () => {
    const start = [0.9, -0.4, 1.9, 0.4, -0.6, 0.3];
    const from = forwardKinematicsReplySchema.parse(
      lastOf(await ask('forward_kinematics', { jointAngles: start })),
    ).pose;
    const target = { pose: { ...from, x: from.x + 0.1, y: from.y - 0.9, z: from.z + 0.1 }, keepToolAxis: {} };
    const detours = [{ targetIndex: 0, reason: 'the tool would be tilted' }];
    const level = lastOf(await ask('plan_path', { startJointAngles: start, targets: [target] }));
    expect(level).toMatchObject({ kind: 'success', detours });
    const line = [{ ...target, motionKind: 'line' }];
    expect(lastOf(await ask('plan_path', { startJointAngles: start, targets: line }))?.message).toContain(
      'keepToolAxis is allowed for joint moves only',
    );
  });

  it('returns the reason when it fails, with the text of the specification', async () => {
    const targets = [{ jointAngles: [0, 1.9, 1, 0, 1.2, 0] }];
    expect(lastOf(await ask('plan_path', { startJointAngles: ready, targets }))).toMatchObject({
      kind: 'error',
      message: expect.stringMatching(/^Motion planning unsuccessful: the .* would touch .*\.$/),
      failure: { kind: 'goalInCollision', targetIndex: 0 },
    });
  });

  it('can be cancelled by its id, and by a disconnect', async () => {
    const client = new Client('plan_path');
    const wide = [1.5, -0.8, 1.2, 0.1, 1.4, 1];
    const targets = Array.from({ length: 400 }, (_, index) => ({
      jointAngles: index % 2 ? ready : wide,
      blendRadius: 0.1,
    }));
    await client.send({ id: 'long', startJointAngles: ready, targets });
    await client.until(({ kind }) => kind === 'planning');
    await client.send({ id: 'long', kind: 'cancel', reason: 'not a field of the protocol' });
    expect(await client.until(({ kind }) => kind === 'error')).toMatchObject([
      { id: 'long', message: 'Goal cancelled' },
    ]);
    await client.send({ id: 'again', startJointAngles: ready, targets });
    await client.until(({ kind }) => kind === 'planning');
    client.cut();
    // There is one thread: this plan waits until it is free again.
    expect(
      lastOf(await ask('plan_relative_joint_motion', { startJointAngles: ready, offsets: [0.1, 0, 0, 0, 0, 0] }))?.kind,
    ).toBe('success');
  });
});

describe('obstacles', () => {
  it('can be added, avoided, moved and removed', async () => {
    const goal = [0.8, -0.3, 1.6, 0.4, 1.2, 0];
    const plan = () => ask('plan_path', { startJointAngles: ready, targets: [{ jointAngles: goal }] });
    const straight = lastOf(await plan());
    const between = forwardKinematicsReplySchema.parse(
      lastOf(await ask('forward_kinematics', { jointAngles: [0.4, -0.3, 1.6, 0.4, 1.2, 0] })),
    );
    const shape = { kind: 'box', size: [0.06, 0.06, 0.06] };
    const obstacleOrigin = { ...origin, x: between.pose.x, y: between.pose.y, z: between.pose.z };
    expect(lastOf(await ask('add_obstacle', { obstacleName: 'crate', obstacleOrigin, shape }))?.kind).toBe('success');
    expect(lastOf(await ask('add_obstacle', { obstacleName: 'crate', obstacleOrigin, shape }))?.message).toContain(
      "'crate' already",
    );
    const refused = await ask('plan_path', {
      startJointAngles: ready,
      targets: [{ jointAngles: goal }],
      mayAvoid: false,
    });
    expect(lastOf(refused)?.message).toContain("'crate'");
    const round = lastOf(await plan());
    expect(round?.kind).toBe('success');
    const lengthOf = (reply: Reply | undefined) =>
      z.object({ segments: z.array(z.object({ distanceMeters: z.number() })) }).parse(reply).segments[0]
        ?.distanceMeters ?? 0;
    expect(lengthOf(round)).toBeGreaterThan(lengthOf(straight) + 0.01);
    expect(
      lastOf(await ask('move_obstacle', { obstacleName: 'crate', obstacleOrigin: { ...origin, z: 3 } }))?.kind,
    ).toBe('success');
    expect(lengthOf(lastOf(await plan()))).toBeCloseTo(lengthOf(straight), 6);
    expect(lastOf(await ask('remove_obstacle', { obstacleName: 'crate' }))?.kind).toBe('success');
    expect(lastOf(await ask('remove_obstacle', { obstacleName: 'crate' }))?.message).toContain("no obstacle 'crate'");
    expect(lastOf(await ask('clear_obstacles', {}))?.kind).toBe('success');
  });

  it('cause a report when they are added, if planning ignores them', async () => {
    const shape = { kind: 'box', size: [0.05, 0.05, 0.08] };
    const post = { obstacleName: 'post', obstacleOrigin: { ...origin, z: 0.04 }, shape };
    expect(lastOf(await ask('add_obstacle', post))).toMatchObject({
      kind: 'success',
      notes: [expect.stringMatching(/^'post' overlaps the base permanently/)],
    });
    const away = { obstacleName: 'post', obstacleOrigin: { ...origin, z: 2 } };
    expect(lastOf(await ask('move_obstacle', away))).toMatchObject({ kind: 'success' });
    expect(lastOf(await ask('move_obstacle', away))).not.toHaveProperty('notes');
    const collisionBoxes = [{ pose: { ...origin, z: -0.1 }, size: [0.3, 0.3, 0.3] }];
    expect(lastOf(await ask('attach_end_effector', { name: 'block', collisionBoxes, weight: 1 }))).toMatchObject({
      notes: [expect.stringContaining('touches the forearm'), expect.stringContaining('touches the wrist 1')],
    });
    await ask('attach_end_effector', { name: 'none', collisionBoxes: [], weight: 0 });
    await ask('clear_obstacles', {});
  });

  it('cause an error if they are unusable, and are not added', async () => {
    const stl = Buffer.alloc(134);
    stl.writeUInt32LE(1, 80);
    stl.writeFloatLE(Number.NaN, 96);
    const shape = { kind: 'mesh', stl: stl.toString('base64') };
    const broken = { obstacleName: 'broken', obstacleOrigin: origin, shape };
    expect(lastOf(await ask('add_obstacle', broken))).toMatchObject({
      kind: 'error',
      message: "the shape of obstacle 'broken' cannot be used; replace it",
    });
    const targets = [{ jointAngles: [0.1, -0.3, 1.6, 0.4, 1.2, 0] }];
    expect(lastOf(await ask('plan_path', { startJointAngles: ready, targets }))?.kind).toBe('success');
  });

  it('allow plans from a start near the end effector only when it fits', async () => {
    const box = { pose: { ...origin, z: 0.31 }, size: [0.06, 0.06, 0.6] };
    expect(lastOf(await ask('attach_end_effector', { name: 'rod', collisionBoxes: [box], weight: 1 }))?.kind).toBe(
      'success',
    );
    const targets = [{ jointAngles: [0.3, 0.6, 1.6, 2, 1.2, 0] }];
    expect(lastOf(await ask('plan_path', { startJointAngles: ready, targets }))?.message).toContain(
      'the tool would touch the floor',
    );
    expect(lastOf(await ask('attach_end_effector', { name: 'none', collisionBoxes: [], weight: 0 }))?.kind).toBe(
      'success',
    );
    expect(lastOf(await ask('plan_path', { startJointAngles: ready, targets }))?.kind).toBe('success');
  });
});

describe('an invalid request', () => {
  it.each([
    ['inverse_kinematics', { pose: { ...origin, w: 0.5 } }, 'pose: Quaternion has a non-unit magnitude'],
    ['forward_kinematics', { jointAngles: [1, 2, 3, 4, 5] }, 'jointAngles: Exactly 6 joint angles are required'],
    ['forward_kinematics', {}, 'Required parameter jointAngles was null or undefined when calling forward_kinematics'],
    ['forward_kinematics', '{"jointAngles":[NaN,0,0,0,0,0]}', 'Bad packet: send a JSON object'],
    ['forward_kinematics', '{"jointAngles":[1e999,0,0,0,0,0]}', 'jointAngles.0'],
    ['forward_kinematics', '[]', 'Bad packet: send a JSON object'],
    ['plan_path', { startJointAngles: ready, targets: [] }, 'targets: At least one target is required'],
    ['plan_path', { startJointAngles: ready, targets: [{}] }, 'targets.0: A target needs either jointAngles or a pose'],
    ['move_obstacle', { obstacleName: 'ghost', obstacleOrigin: origin }, "There is no obstacle 'ghost'; there is none"],
    [
      'attach_end_effector',
      { name: 'x', collisionBoxes: [], weight: 31 },
      'weight: Payload mass cannot be more than 30 kg',
    ],
  ] as const)('%s %o is refused: %s', async (operation, request, message) => {
    expect(lastOf(await ask(operation, request))).toMatchObject({
      kind: 'error',
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ['plan_path', { startJointAngles: ready, targets: [{ jointAngles: ready }], mayAvoidd: false }, 'mayAvoidd'],
    ['plan_path', { startJointAngles: ready, targets: [{ jointAngles: ready, motionSped: 5 }] }, 'motionSped'],
    [
      'plan_path',
      { startJointAngles: ready, targets: [{ jointAngles: ready, limits: { maxToolSpeed: 0.1 } }] },
      'maxToolSpeed',
    ],
    ['plan_recovery_path', { startJointAngles: ready, limit: {} }, 'limit'],
    ['plan_relative_cartesian_motion', { startJointAngles: ready, rx: 1e308 }, 'rx'],
    ['plan_relative_joint_motion', { startJointAngles: ready, offsets: [0, 0, 0, 0, 0, 0], speed: 1 }, 'speed'],
    ['forward_kinematics', { jointAngles: ready, tcp: origin }, 'tcp'],
    ['inverse_kinematics', { pose: { ...origin, z: 1 }, solver: 'distance' }, 'solver'],
    ['inverse_kinematics', { pose: { ...origin, z: 1, frame: 'world' } }, 'frame'],
    ['attach_end_effector', { name: 'x', collisionBoxes: [], weight: 1, mass: 2 }, 'mass'],
    ['add_obstacle', { obstacleName: 'x', obstacleOrigin: origin, shape: { kind: 'sphere', radius: 1, r: 2 } }, 'r'],
    ['move_obstacle', { obstacleName: 'x', obstacleOrigin: { ...origin, roll: 1 } }, 'roll'],
    ['remove_obstacle', { obstacleName: 'x', all: true }, 'all'],
    ['clear_obstacles', { obstacleName: 'x' }, 'obstacleName'],
  ] as const)('with a field that is not known is refused by name: %s %o', async (operation, request, field) => {
    expect(lastOf(await ask(operation, request))).toMatchObject({
      kind: 'error',
      code: 'request_failed_validation',
      message: expect.stringContaining(`There is no field '${field}' here. Correct its name or remove it`),
    });
  });

  it('leaves the connection open', async () => {
    const client = new Client('forward_kinematics');
    expect(lastOf(await client.ask('{'))?.kind).toBe('error');
    expect(lastOf(await client.ask({ jointAngles: ready }))?.kind).toBe('success');
    client.close();
  });

  it('for an unknown operation gets the list of operations, and the connection is closed', async () => {
    const client = new Client('make_coffee');
    const closed = client.closed;
    const [reply] = await client.until(({ kind }) => kind === 'error');
    expect(reply?.message).toContain("Unknown operation 'make_coffee'. Available: plan_path, ");
    expect(await closed).toBe(4404);
  });

  it('larger than the maximum is not read', async () => {
    const client = new Client('forward_kinematics');
    const closed = client.closed;
    await client.send(`"${'x'.repeat(9 * 1024 * 1024)}"`);
    expect(await closed).toBe(1009);
  });
});
