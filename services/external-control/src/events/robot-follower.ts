import { randomUUID } from 'node:crypto';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import { createStateReplica, type RobotFrame, type RobotSessionState } from '@cellwright/domain/run';
import {
  type RunnerMessageKind,
  type RunnerResponse,
  runnerResponseSchema,
  stateSnapshotSchema,
} from '@cellwright/domain/runner-socket';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';
import { busSubjects, type EventBus, type Logger, type Subscription } from '@cellwright/service-kit';
import type { CommandedRobot } from '../domain/line-session.ts';
import type { RunnerClient } from '../rpc/runner-client.ts';

export interface RobotFollowerDeps {
  readonly robotKind: RobotKind;
  readonly runner: RunnerClient;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  /** True if the angles of the joints are needed. */
  readonly hasFrames: boolean;
}

/** Time without a new frame after which angles are unknown, ms. */
const staleMS = 1000;
const wireKinds = { live: WireRobotKind.ROBOT_KIND_LIVE, simulated: WireRobotKind.ROBOT_KIND_SIMULATED } as const;

/** Keeps a copy of the state of a robot session, and sends it commands. */
export class RobotFollower implements CommandedRobot {
  private readonly deps: RobotFollowerDeps;
  private readonly replica = createStateReplica();
  private readonly subscriptions: Subscription[] = [];
  private lastFrame: { readonly frame: RobotFrame; readonly at: number } | undefined;
  private isFetching = false;

  constructor(deps: RobotFollowerDeps) {
    this.deps = deps;
  }

  get state(): RobotSessionState | undefined {
    // Sound: it came from a parsed snapshot, changed by patches with a correct hash.
    return this.replica.state as RobotSessionState | undefined;
  }

  /** Angles of the joints; undefined if they are unknown or old. */
  get frame(): RobotFrame | undefined {
    const isFresh = this.lastFrame !== undefined && this.deps.clock.now() - this.lastFrame.at < staleMS;
    return isFresh ? this.lastFrame?.frame : undefined;
  }

  async open(): Promise<void> {
    const { bus, robotKind, hasFrames } = this.deps;
    const patches = await bus.subscribe(busSubjects.robotPatch.of(robotKind), async (message) => {
      const patch = busSubjects.robotPatch.payload.safeParse(message.json());
      if (!patch.success || this.replica.apply(patch.data) === 'mismatch') await this.refresh();
    });
    this.subscriptions.push(patches);
    if (hasFrames) this.subscriptions.push(await this.followFrames());
    await this.refresh();
  }

  /** Fetches the whole state, if the copy has none. */
  async refresh(): Promise<void> {
    if (this.isFetching || this.replica.state !== undefined) return;
    this.isFetching = true;
    try {
      const { snapshotJson } = await this.deps.runner.getSnapshot({ robotKind: wireKinds[this.deps.robotKind] });
      this.replica.reset(stateSnapshotSchema.parse(JSON.parse(Buffer.from(snapshotJson).toString('utf8'))));
    } catch (error) {
      this.deps.log.warn('the robot session does not answer; its state is fetched again', { error });
    } finally {
      this.isFetching = false;
    }
  }

  async send(kind: RunnerMessageKind, payload: object): Promise<RunnerResponse> {
    const request = { id: randomUUID(), kind, payload };
    const { responseJson } = await this.deps.runner.commandByLine({
      robotKind: wireKinds[this.deps.robotKind],
      requestJson: Buffer.from(JSON.stringify(request)),
    });
    const response = runnerResponseSchema.safeParse(JSON.parse(Buffer.from(responseJson).toString('utf8')));
    if (!response.success) throw new ProductError('internal_server_error', 'The robot session answered unexpectedly');
    return response.data;
  }

  async close(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.close()));
  }

  private followFrames(): Promise<Subscription> {
    const { bus, clock, robotKind } = this.deps;
    return bus.subscribe(busSubjects.robotFrame.of(robotKind), (message) => {
      const { data } = busSubjects.robotFrame.payload.safeParse(message.json());
      if (data) this.lastFrame = { frame: data, at: clock.now() };
    });
  }
}
