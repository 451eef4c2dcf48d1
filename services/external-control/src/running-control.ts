import type { Clock } from '@cellwright/domain/basics';
import {
  type ExternalControlState,
  lineClient,
  outputParts,
  type RobotIdentity,
  readPart,
} from '@cellwright/domain/robot';
import { busSubjects, type EventBus, type Logger, type Subscription } from '@cellwright/service-kit';
import { createInputImage } from './domain/input-image.ts';
import { LineSession } from './domain/line-session.ts';
import { Ownership } from './domain/ownership.ts';
import { readRobot } from './domain/robot-readings.ts';
import type { People } from './domain/signed-in-users.ts';
import type { WantedControl } from './domain/wanted-control.ts';
import { RobotFollower } from './events/robot-follower.ts';
import { EtherNetIPPart, noAdapter } from './protocols/ethernet-ip-part.ts';
import { ModbusPart } from './protocols/modbus-part.ts';
import { OpcUAPart } from './protocols/opc-ua-part.ts';
import type { ProtocolPart, SharedControl } from './protocols/protocol-part.ts';
import type { RunnerClient } from './rpc/runner-client.ts';

export interface RunningControlDeps {
  readonly wanted: WantedControl;
  readonly runner: RunnerClient;
  readonly people: People;
  readonly readRobotIdentity: () => Promise<RobotIdentity>;
  readonly bus: EventBus;
  readonly folder: string;
  readonly buildID: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Interval of the published state, ms. */
const publishMS = 250;
/** Interval at which control is kept; the session forgets its holder after two seconds. */
const keepControlMS = 1000;
/** Interval at which an address is tried again that could not be opened. */
const retryMS = 5000;
/** Interval at which users are read again, for a change that was missed. */
const checkUsersMS = 5000;
const [commandPart, , heartbeatPart] = outputParts;

/** External control while the settings switch it on: its protocols, the robot's state, and the commands of the owner. */
export class RunningControl {
  private readonly deps: RunningControlDeps;
  private readonly robot: RobotFollower;
  private readonly session: LineSession;
  private readonly ownership: Ownership;
  private readonly etherNetIP: EtherNetIPPart | undefined;
  private readonly modbus: ModbusPart | undefined;
  private readonly opcUA: OpcUAPart | undefined;
  private readonly timers = new Set<() => void>();
  private subscription: Subscription | undefined;
  private isClosed = false;

  constructor(deps: RunningControlDeps) {
    this.deps = deps;
    const { wanted, runner, bus, clock, log } = deps;
    const { settings, protocols } = wanted;
    const { robotKind } = settings;
    this.robot = new RobotFollower({ robotKind, runner, bus, clock, log, hasFrames: protocols.opcUA });
    this.session = new LineSession({ robot: this.robot, settings, clock, onResult: () => undefined });
    this.ownership = new Ownership(clock);
    const { session, ownership } = this;
    const shared: SharedControl = { settings, session, ownership, clock, log, readInputs: () => this.readInputs() };
    if (protocols.etherNetIP) this.etherNetIP = new EtherNetIPPart(shared);
    if (protocols.modbus) this.modbus = new ModbusPart(shared);
    if (protocols.opcUA) this.opcUA = this.createOpcUA(shared);
  }

  async start(): Promise<void> {
    await this.robot.open();
    await this.open();
    this.repeat(publishMS, () => this.publish());
    this.repeat(keepControlMS, () => this.keepControl());
    this.repeat(retryMS, () => this.open());
    await this.followUsers();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const cancel of this.timers) cancel();
    await this.subscription?.close();
    await Promise.all(this.parts.map((part) => part.close()));
    if (this.hasControl) await this.robot.send('releaseControl', {}).catch(() => undefined);
    await this.robot.close();
  }

  private get parts(): readonly ProtocolPart[] {
    return [this.etherNetIP, this.modbus, this.opcUA].flatMap((part) => part ?? []);
  }

  private get hasControl(): boolean {
    return this.robot.state?.control?.holder?.clientID === lineClient.id;
  }

  private createOpcUA(shared: SharedControl): OpcUAPart {
    const { people, folder, buildID, readRobotIdentity } = this.deps;
    return new OpcUAPart({
      ...shared,
      ...{ people, folder },
      readRobot: () => readRobot(this.robot.state, this.robot.frame),
      identify: async () => {
        const { robotId: serialNumber, alias } = await readRobotIdentity();
        return { manufacturer: 'Cellwright', model: alias || 'Robot', serialNumber, softwareRevision: buildID };
      },
    });
  }

  /** Ends sessions of users that change. */
  private async followUsers(): Promise<void> {
    const { opcUA } = this;
    if (!opcUA) return;
    this.subscription = await this.deps.bus.subscribe(busSubjects.entity.of('users'), () => opcUA.checkUsers());
    this.repeat(checkUsersMS, () => opcUA.checkUsers());
  }

  private async open(): Promise<void> {
    await Promise.all(this.parts.map((part) => part.open()));
  }

  /** Data from the owner; without one, those that a scanner sent last. */
  private get outputs(): Uint8Array {
    const { etherNetIP, modbus, opcUA } = this;
    const part = { etherNetIP, modbus, opcUA }[this.ownership.owner?.protocol ?? 'etherNetIP'];
    return part?.outputs ?? new Uint8Array();
  }

  private readInputs(): Uint8Array {
    const { clock } = this.deps;
    const { outputs } = this;
    return createInputImage(this.robot.state, {
      commandEcho: readPart(outputs, commandPart),
      heartbeatEcho: readPart(outputs, heartbeatPart),
      heartbeat: Math.floor(clock.now() / 100) % 0x1_0000,
      result: this.session.result,
      now: clock.wallNow(),
    });
  }

  private async keepControl(): Promise<void> {
    await this.robot.refresh();
    if (this.hasControl && this.ownership.owner) await this.robot.send('controlHeartbeat', {});
  }

  private async publish(): Promise<void> {
    await this.deps.bus.publish(busSubjects.externalControlState.subject, this.describe());
  }

  private describe(): ExternalControlState {
    const { wanted, clock } = this.deps;
    return {
      at: clock.wallNow().toISOString(),
      owner: this.ownership.owner,
      ...(this.etherNetIP?.describe() ?? noAdapter),
      modbus: this.modbus?.describe() ?? null,
      opcUA: this.opcUA?.describe() ?? null,
      robotKind: wanted.settings.robotKind,
      lastCommand: this.session.lastCommand,
      inputs: [...this.readInputs()],
      outputs: [...(this.etherNetIP?.outputs ?? [])],
    };
  }

  private repeat(ms: number, task: () => Promise<void>): void {
    let cancel = () => {};
    const run = async () => {
      this.timers.delete(cancel);
      await task().catch((error: unknown) => this.deps.log.debug('a task of external control failed', { error }));
      if (this.isClosed) return;
      cancel = this.deps.clock.schedule(ms, () => void run());
      this.timers.add(cancel);
    };
    void run();
  }
}
