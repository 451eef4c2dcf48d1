import { tool0PoseFromRest } from '@cellwright/arm';
import { type Clock, ProductError, rest } from '@cellwright/domain/basics';
import { robotMessages } from '@cellwright/domain/messages';
import {
  allPorts,
  armViewSchema,
  type DeviceOutput,
  type IOLevel,
  type IOLevels,
  ioPortName,
  positionSchema,
} from '@cellwright/domain/robot';
import { planningSceneSchema } from '@cellwright/domain/space';
import type { PortsResult, PortsTransport, SharedSpace } from '@cellwright/equipment/drivers';
import type { SimulatedBox } from '@cellwright/equipment/sims';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';
import { type FollowPortsResponse, RunnerServiceService } from '@cellwright/proto/runner';
import type { Logger, Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer, type PeerClient } from '@cellwright/service-kit/grpc';
import type { CellView } from '../cameras/photo-studio.ts';
import type { Session } from '../domain/stop-epochs.ts';
import type { ArmPosition } from '../vision/take-frame.ts';
import { createSharedSpace } from './shared-space.ts';

/** Delay before a closed stream is opened again, ms. */
const retryMS = 250;
/** Maximum age of a stream before it is reopened, ms. */
const longestLineMS = 24 * 3_600_000;
/** Time limit for setting outputs, ms; answers are much faster. */
const setWithinMS = 2000;

type RunnerClient = PeerClient<'equipment', 'routine-runner', typeof RunnerServiceService>;

export interface RobotPortsDeps {
  /** gRPC address of the routine runner; undefined in a cell without one, where wired devices are unreachable. */
  readonly address: string | undefined;
  readonly proofs: Proofs<'equipment'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
}

export type RobotPorts = ReturnType<typeof connectRobotPorts>;

/**
 * The ports of the robots, over the runner that commands them: every output passes through the one commander of its
 * arm.
 */
export function connectRobotPorts({ address, proofs, clock, metrics, log }: RobotPortsDeps) {
  const client = address
    ? connectPeer(RunnerServiceService, { address, proof: proofs['routine-runner'], metrics })
    : undefined;
  const lines = {
    simulated: new PortLine(client, WireRobotKind.ROBOT_KIND_SIMULATED, clock),
    live: new PortLine(client, WireRobotKind.ROBOT_KIND_LIVE, clock),
  };
  const lineOf = (session: Session) => (session === 'simulated' ? lines.simulated : lines.live);
  return {
    /** Opens the ports for a device. @param stopEpoch returns the epoch of the device's last command. */
    open(session: Session, stopEpoch: () => number): PortsTransport {
      const line = lineOf(session);
      const isTwin = session === 'twin';
      const holds = new Set<() => void>();
      const hear = (listener: () => void) => {
        const end = line.follow(listener);
        holds.add(end);
        return () => {
          holds.delete(end);
          end();
        };
      };
      hear(() => undefined);
      return {
        levels: () => line.levelsFor(isTwin),
        onChange: hear,
        setOutputs: (outputs, { signal } = {}) => line.set(isTwin, stopEpoch(), outputs, signal),
        close: () => {
          for (const end of holds) end();
          holds.clear();
        },
      };
    },
    /** Opens the space that a device shares with the arm; undefined in a cell without a robot. */
    openSpace: (session: Session, equipmentID: string): SharedSpace | undefined =>
      client && createSharedSpace(client, session, equipmentID),
    /** Simulated control boxes: the one of the simulated robot, and the live robot's while a twin replaces it. */
    boxes: [createBox(lines.simulated, false, log), createBox(lines.live, true, log)] as readonly SimulatedBox[],
    /** @throws while there is no runner, or its robot's position is unknown. */
    async getView(knownRevision: number | undefined): Promise<CellView> {
      if (!client) throw new Error('This cell has no robot');
      const robotKind = WireRobotKind.ROBOT_KIND_SIMULATED;
      const view = await client.getView({ robotKind, knownRevision }, { deadlineMs: setWithinMS });
      const scene = view.sceneJson.length === 0 ? undefined : planningSceneSchema.parse(readJson(view.sceneJson));
      return { arm: armViewSchema.parse(readJson(view.armJson)), scene };
    },
    /** @throws while there is no runner, or its robot's position is unknown. */
    async getPosition(session: Session): Promise<ArmPosition> {
      if (!client) throw new ProductError('unavailable', 'This cell has no robot');
      const request = { robotKind: robotKindOf(session) };
      const { positionJson } = await client.getPosition(request, { deadlineMs: setWithinMS });
      const { jointAngles, wristPose } = positionSchema.parse(readJson(positionJson));
      if (!jointAngles || !wristPose) throw new ProductError('unavailable', 'The position of the arm is unknown');
      return { jointAngles, flange: tool0PoseFromRest(wristPose) };
    },
    close(): void {
      for (const line of Object.values(lines)) line.close();
      client?.channel.close();
    },
  };
}

function robotKindOf(session: Session): WireRobotKind {
  return session === 'simulated' ? WireRobotKind.ROBOT_KIND_SIMULATED : WireRobotKind.ROBOT_KIND_LIVE;
}

function createBox(line: PortLine, isTwin: boolean, log: Logger): SimulatedBox {
  let turn: Promise<void> = Promise.resolve();
  return {
    levels: () => line.levelsFor(isTwin),
    onChange: (listener) => line.follow(listener),
    flangeWrench: () => line.wrenchFor(isTwin),
    force(name, level) {
      turn = turn.then(() =>
        line.force(isTwin, name, level).catch((error: unknown) => {
          log.debug('a simulated device did not reach its input', { name, error });
        }),
      );
    },
  };
}

/** Follows the ports of one robot while there is a listener. */
class PortLine {
  private readonly client: RunnerClient | undefined;
  private readonly robotKind: WireRobotKind;
  private readonly clock: Clock;
  private readonly listeners = new Set<() => void>();
  private heard:
    | { readonly isTwin: boolean; readonly levels: IOLevels; readonly flangeWrench: readonly number[] }
    | undefined;
  private ending: AbortController | undefined;

  constructor(client: RunnerClient | undefined, robotKind: WireRobotKind, clock: Clock) {
    this.client = client;
    this.robotKind = robotKind;
    this.clock = clock;
  }

  /** Returns the levels. Undefined also while the robot is real instead of its twin, or the reverse. */
  levelsFor(isTwin: boolean): IOLevels | undefined {
    return this.heard?.isTwin === isTwin ? this.heard.levels : undefined;
  }

  /** Returns the wrench on the flange; zero while the arm is unknown. */
  wrenchFor(isTwin: boolean): readonly number[] {
    return this.heard?.isTwin === isTwin ? this.heard.flangeWrench : [];
  }

  follow(listener: () => void): () => void {
    // The same function may listen twice.
    const own = () => listener();
    this.listeners.add(own);
    if (!this.ending && this.client) void this.hear(this.client);
    return () => {
      this.listeners.delete(own);
      if (this.listeners.size === 0) this.close();
    };
  }

  async set(
    isTwin: boolean,
    stopEpoch: number,
    outputs: readonly DeviceOutput[],
    signal: AbortSignal | undefined,
  ): Promise<PortsResult> {
    if (!this.client) return failed('unreachable', false, 'This cell has no robot for the wiring of the device');
    if (signal?.aborted) return failed('aborted', false, robotMessages.stopRequestedFirst);
    const { robotKind } = this;
    const wired = outputs.map((output) => ({
      name: ioPortName(output),
      isHigh: output.level === 'high',
      pulseSeconds: output.pulseSeconds ?? 0,
      held: output.hold !== undefined,
      renews: output.hold === 'renew',
    }));
    try {
      // Not cancelled by a stop: the runner drops it by its epoch, and its answer contains the outcome.
      const answer = await this.client.setPorts(
        { robotKind, isTwin, stopEpoch, outputs: wired },
        { deadlineMs: setWithinMS },
      );
      return readOutcome(answer.refusalKind, answer.message);
    } catch (error) {
      return failed(
        'unanswered',
        true,
        `The control box did not answer: ${error instanceof Error ? error.message : error}`,
      );
    }
  }

  async force(isTwin: boolean, name: string, level: IOLevel | 'released'): Promise<void> {
    const inputs = [{ name, isHigh: level === 'released' ? undefined : level === 'high' }];
    await this.client?.forcePorts({ robotKind: this.robotKind, isTwin, inputs }, { deadlineMs: setWithinMS });
  }

  close(): void {
    this.ending?.abort();
    this.ending = undefined;
    this.heard = undefined;
  }

  private async hear(client: RunnerClient): Promise<void> {
    const ending = new AbortController();
    const { signal } = ending;
    this.ending = ending;
    while (!signal.aborted) {
      try {
        const options = { signal, deadlineMs: longestLineMS, waitForReady: true };
        for await (const told of client.followPorts({ robotKind: this.robotKind }, options)) this.take(told, signal);
      } catch {
        // Devices report this: without levels they are not connected.
      }
      if (signal.aborted) return;
      this.take(undefined, signal);
      await rest(this.clock, retryMS, signal);
    }
  }

  private take(told: FollowPortsResponse | undefined, signal: AbortSignal): void {
    if (signal.aborted) return;
    const isGone = this.heard === undefined && !told?.isConnected;
    const { isTwin = false, high = [], flangeWrench = [] } = told ?? {};
    this.heard = told?.isConnected ? { isTwin, levels: levelsOf(high), flangeWrench } : undefined;
    if (isGone) return;
    for (const listener of [...this.listeners]) listener();
  }
}

function levelsOf(high: readonly string[]): IOLevels {
  const isHigh = new Set(high);
  return Object.fromEntries(allPorts.map(ioPortName).map((name) => [name, isHigh.has(name) ? 'high' : 'low']));
}

function readOutcome(refusalKind: string, message: string): PortsResult {
  if (refusalKind === '') return { ok: true };
  if (refusalKind === 'stale_epoch') return failed('stopped', false, message);
  if (refusalKind === 'hold_ended') return failed('ended', false, message);
  if (refusalKind === 'unanswered') return failed('unanswered', true, message);
  return failed(refusalKind === 'not_connected' ? 'unreachable' : 'refused', false, message);
}

function failed(
  kind: (PortsResult & { ok: false })['failure']['kind'],
  wasSent: boolean,
  message: string,
): PortsResult {
  return { ok: false, failure: { kind, wasSent, message } };
}

function readJson(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}
