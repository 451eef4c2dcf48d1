import type { ArmView } from '@cellwright/domain/robot';
import { emptyScene } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { RobotKind } from '@cellwright/proto/common';
import { type FollowPortsResponse, RunnerServiceService, type SetPortsRequest } from '@cellwright/proto/runner';
import { createMetrics, silentLogger, systemClock } from '@cellwright/service-kit';
import { grpcService, startGrpcServer } from '@cellwright/service-kit/grpc';
import { anyCaller, anyPeers } from '@cellwright/service-kit/testing/peers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectRobotPorts, type RobotPorts } from './robot-ports.ts';

const close = { kind: 'Output', port: 3, level: 'high', pulseSeconds: 0.5 } as const;
const soon = { interval: 5 };

/** A runner whose ports the test sets, and which records its requests. */
class FakeRunner {
  told: FollowPortsResponse = { isConnected: true, isTwin: false, high: ['Input 1'], flangeWrench: [] };
  readonly set: SetPortsRequest[] = [];
  readonly forced: string[] = [];
  refusalKind = '';
  readonly spaces: string[] = [];
  spaceRefusal = '';
  lines = 0;
  private server: Awaited<ReturnType<typeof startGrpcServer>> | undefined;
  private wake: () => void = () => undefined;

  async start(port = 0): Promise<string> {
    const unused = () => Promise.reject(new Error('not in this test'));
    const follow = (signal: AbortSignal) => this.follow(signal);
    const service = grpcService(RunnerServiceService, {
      followPorts: (_request, { signal }) => follow(signal),
      setPorts: async (request) => {
        this.set.push(request);
        return { refusalKind: this.refusalKind, message: this.refusalKind === '' ? '' : 'The controller says no' };
      },
      reportSpace: async (request) => {
        this.spaces.push(`${request.equipmentId} ${request.isOpen ? 'open' : 'not open'}`);
        return {};
      },
      takeSpace: async ({ equipmentId, spaceItemId, isTwin }) => {
        this.spaces.push(`${equipmentId} takes ${spaceItemId}${isTwin ? ' of the twin' : ''}`);
        return { refusal: this.spaceRefusal };
      },
      forcePorts: async ({ isTwin, inputs }) => {
        this.forced.push(
          ...inputs.map(({ name, isHigh }) => `${isTwin ? 'twin ' : ''}${name} ${isHigh ?? 'released'}`),
        );
        return {};
      },
      ...{
        send: unused,
        commandByLine: unused,
        commandByUpdate: unused,
        holdPlays: unused,
        releasePlays: unused,
        stop: unused,
        getSnapshot: unused,
        getStateSeq: unused,
        endSession: unused,
        listRecording: unused,
        getRecording: unused,
      },
      ...{ changeScene: unused, getPosition: unused, getRobotFacts: unused },
      getView: async ({ robotKind, knownRevision }) => {
        const scene = { ...emptyScene('simulated'), revision: 4 };
        if (robotKind !== RobotKind.ROBOT_KIND_SIMULATED) throw new Error('Only the simulated robot is looked at');
        const sceneJson = Buffer.from(knownRevision === scene.revision ? '' : JSON.stringify(scene));
        return { armJson: Buffer.from(JSON.stringify(armView)), sceneRevision: scene.revision, sceneJson };
      },
    });
    this.server = await startGrpcServer({ callers: anyCaller, port, services: [service], log: silentLogger });
    return this.server.address;
  }

  tell(told: FollowPortsResponse): void {
    this.told = told;
    this.wake();
  }

  async stop(): Promise<void> {
    await this.server?.close(AbortSignal.abort());
  }

  private async *follow(signal: AbortSignal): AsyncGenerator<FollowPortsResponse> {
    this.lines += 1;
    try {
      while (!signal.aborted) {
        const { told } = this;
        yield told;
        // Changed while it was sent.
        if (told !== this.told) continue;
        await new Promise<void>((resolve) => {
          this.wake = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
    } finally {
      this.lines -= 1;
    }
  }
}

const armView: ArmView = {
  jointAngles: [0, 1, 2, 3, 4, 5],
  flange: identityPose,
  housings: [{ from: [0, 0, 0], to: [0, 0, 1], radius: 0.1 }],
};

let runner: FakeRunner;
let address: string;
let ports: RobotPorts;
beforeEach(async () => {
  runner = new FakeRunner();
  address = await runner.start();
  ports = connect(address);
});
afterEach(async () => {
  ports.close();
  await runner.stop();
});

function connect(to: string | undefined): RobotPorts {
  const metrics = createMetrics({ defaults: false });
  return connectRobotPorts({
    proofs: anyPeers('equipment').proofs,
    address: to,
    clock: systemClock,
    metrics,
    log: silentLogger,
  });
}

describe('the view of the simulated robot, over its runner', () => {
  it('returns the arm, and the scene unless the caller has its revision', async () => {
    expect(await ports.getView(undefined)).toEqual({
      arm: armView,
      scene: { ...emptyScene('simulated'), revision: 4 },
    });
    expect(await ports.getView(3)).toMatchObject({ scene: { revision: 4 } });
    expect(await ports.getView(4)).toEqual({ arm: armView, scene: undefined });
  });

  it('fails in a cell without a robot', async () => {
    const alone = connect(undefined);
    await expect(alone.getView(undefined)).rejects.toThrow('no robot');
    alone.close();
  });
});

describe('the space that a device shares with the arm, over its runner', () => {
  it('belongs to the device and its session', async () => {
    const space = ports.openSpace('twin', 'lathe');
    await space?.report(true);
    await space?.report(false);
    expect(await space?.take('space_lathe')).toBeUndefined();
    runner.spaceRefusal = 'The forearm is inside';
    expect(await ports.openSpace('simulated', 'lathe')?.take('space_lathe')).toBe('The forearm is inside');
    expect(runner.spaces).toEqual([
      'lathe open',
      'lathe not open',
      'lathe takes space_lathe of the twin',
      'lathe takes space_lathe',
    ]);
  });

  it('cannot be taken without a runner', async () => {
    await runner.stop();
    const space = ports.openSpace('live', 'lathe');
    await space?.report(true);
    expect(await space?.take('space_lathe')).toMatch(
      /^The door stays open because the position of the arm is unknown: /,
    );
    const alone = connect(undefined);
    expect(alone.openSpace('live', 'lathe')).toBeUndefined();
    alone.close();
  });
});

describe('the ports of a robot, read over its runner', () => {
  it('arrive completely after every change, while there is a listener', async () => {
    const jaw = ports.open('simulated', () => 7);
    await vi.waitFor(() => expect(jaw.levels()).toMatchObject({ 'Input 1': 'high', 'Output 3': 'low' }), soon);
    const changes = vi.fn();
    jaw.onChange(changes);
    runner.tell({ isConnected: true, isTwin: false, high: ['Output 3'], flangeWrench: [] });
    await vi.waitFor(() => expect(jaw.levels()).toMatchObject({ 'Input 1': 'low', 'Output 3': 'high' }), soon);
    expect(changes).toHaveBeenCalled();
    runner.tell({ isConnected: false, isTwin: false, high: [], flangeWrench: [] });
    await vi.waitFor(() => expect(jaw.levels(), 'without its controller').toBeUndefined(), soon);
    expect(runner.lines).toBe(1);
    jaw.close();
    await vi.waitFor(() => expect(runner.lines).toBe(0), soon);
  });

  it('become unknown with the runner, and known again', async () => {
    const jaw = ports.open('simulated', () => 7);
    await vi.waitFor(() => expect(jaw.levels()).toBeDefined(), soon);
    await runner.stop();
    await vi.waitFor(() => expect(jaw.levels()).toBeUndefined(), soon);
    await runner.start(Number(address.split(':').at(-1)));
    await vi.waitFor(() => expect(jaw.levels()).toBeDefined(), soon);
    jaw.close();
  });

  it('differ between a twin and a real robot', async () => {
    const real = ports.open('live', () => 7);
    const twin = ports.open('twin', () => 7);
    runner.tell({ isConnected: true, isTwin: true, high: [], flangeWrench: [] });
    await vi.waitFor(() => expect(twin.levels()).toBeDefined(), soon);
    expect(real.levels()).toBeUndefined();
    await twin.setOutputs([close]);
    expect(runner.set).toMatchObject([{ robotKind: RobotKind.ROBOT_KIND_LIVE, isTwin: true, stopEpoch: 7 }]);
    real.close();
    twin.close();
  });
});

describe('outputs of a wired device', () => {
  const set = (signal?: AbortSignal) => ports.open('simulated', () => 7).setOutputs([close], signal ? { signal } : {});

  it('reach the runner together, in the epoch of the command', async () => {
    expect(await set()).toEqual({ ok: true });
    const outputs = [{ name: 'Output 3', isHigh: true, pulseSeconds: 0.5, held: false, renews: false }];
    expect(runner.set).toEqual([{ robotKind: RobotKind.ROBOT_KIND_SIMULATED, isTwin: false, stopEpoch: 7, outputs }]);
  });

  it.each([
    ['stale_epoch', { kind: 'stopped', wasSent: false }],
    ['hold_ended', { kind: 'ended', wasSent: false }],
    ['safety_output', { kind: 'refused', wasSent: false }],
    ['not_connected', { kind: 'unreachable', wasSent: false }],
    ['unanswered', { kind: 'unanswered', wasSent: true }],
  ])('report the refusal %s of the controller', async (refusalKind, failure) => {
    runner.refusalKind = refusalKind;
    expect(await set()).toMatchObject({ ok: false, failure });
  });

  it.each([
    ['begin', { held: true, renews: false }],
    ['renew', { held: true, renews: true }],
  ] as const)('reach the runner with their hold: %s', async (hold, sent) => {
    await ports.open('simulated', () => 7).setOutputs([{ ...close, hold }]);
    expect(runner.set).toMatchObject([{ outputs: [{ name: 'Output 3', ...sent }] }]);
  });

  it('may have been set when no answer comes, and are not sent again', async () => {
    await runner.stop();
    expect(await set()).toMatchObject({ ok: false, failure: { kind: 'unanswered', wasSent: true } });
    expect(runner.set).toEqual([]);
  });

  it('stay unsent when a stop came first, or the cell has no robot', async () => {
    expect(await set(AbortSignal.abort())).toMatchObject({ ok: false, failure: { kind: 'aborted', wasSent: false } });
    const alone = connect(undefined);
    expect(await alone.open('simulated', () => 7).setOutputs([close])).toMatchObject({
      ok: false,
      failure: { kind: 'unreachable', wasSent: false },
    });
    alone.close();
    expect(runner.set).toEqual([]);
  });
});

describe('a simulated control box', () => {
  it('returns the force on the flange of its own arm, and of no other', async () => {
    const [box, twinBox] = ports.boxes;
    const end = box?.onChange(() => undefined);
    expect(box?.flangeWrench()).toEqual([]);
    runner.tell({ isConnected: true, isTwin: false, high: [], flangeWrench: [0, 0, -30, 1, 0, 0] });
    await vi.waitFor(() => expect(box?.flangeWrench()).toEqual([0, 0, -30, 1, 0, 0]), soon);
    expect(twinBox?.flangeWrench()).toEqual([]);
    runner.tell({ isConnected: false, isTwin: false, high: [], flangeWrench: [] });
    await vi.waitFor(() => expect(box?.flangeWrench()).toEqual([]), soon);
    end?.();
  });

  it('receives the answers of simulated devices, in order', async () => {
    const [box, twinBox] = ports.boxes;
    box?.force('Input 3', 'high');
    box?.force('Input 3', 'low');
    box?.force('Input 3', 'released');
    await vi.waitFor(() => expect(runner.forced).toEqual(['Input 3 true', 'Input 3 false', 'Input 3 released']), soon);
    twinBox?.force('Input 4', 'high');
    await vi.waitFor(() => expect(runner.forced.at(-1)).toBe('twin Input 4 true'), soon);
  });
});
