import type { Clock } from '@cellwright/domain/basics';
import {
  type ExternalControlSettings,
  type ExternalControlState,
  type LineConnection,
  lineClient,
  outputParts,
  readPart,
} from '@cellwright/domain/robot';
import type { Connection, OutputImage } from '@cellwright/ethernet-ip';
import { busSubjects, type EventBus, type Logger } from '@cellwright/service-kit';
import { createInputImage } from './domain/input-image.ts';
import { LineCommands } from './domain/line-commands.ts';
import { LineSession } from './domain/line-session.ts';
import { RobotFollower } from './events/robot-follower.ts';
import type { RunnerClient } from './rpc/runner-client.ts';
import { type AdapterServer, openAdapter } from './sockets/adapter-server.ts';

export interface RunningAdapterDeps {
  readonly settings: ExternalControlSettings;
  readonly runner: RunnerClient;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Interval of the published state, ms. */
const publishMS = 250;
/** Interval at which control is kept; the session forgets its holder after two seconds. */
const keepControlMS = 1000;
/** Interval at which an address is tried again that could not be opened. */
const retryMS = 5000;
const [commandPart, , heartbeatPart] = outputParts;

/** The adapter while the settings switch it on: sockets, the robot's state, and the commands of the line. */
export class RunningAdapter {
  private readonly deps: RunningAdapterDeps;
  private readonly robot: RobotFollower;
  private readonly commands = new LineCommands();
  private readonly session: LineSession;
  private readonly timers = new Set<() => void>();
  private server: AdapterServer | undefined;
  private failure: string | null = null;
  private lossCount = 0;
  private isRun = false;
  private isClosed = false;

  constructor(deps: RunningAdapterDeps) {
    this.deps = deps;
    const { settings, runner, bus, clock, log } = deps;
    this.robot = new RobotFollower({ robotKind: settings.robotKind, runner, bus, log });
    this.session = new LineSession({ robot: this.robot, settings, clock, onResult: () => undefined });
  }

  async start(): Promise<void> {
    await this.robot.open();
    await this.openSockets();
    this.repeat(publishMS, () => this.publish());
    this.repeat(keepControlMS, () => this.keepControl());
    this.repeat(retryMS, () => this.openSockets());
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const cancel of this.timers) cancel();
    await this.server?.close();
    if (this.hasControl) await this.robot.send('releaseControl', {}).catch(() => undefined);
    await this.robot.close();
  }

  private get hasControl(): boolean {
    return this.robot.state?.control?.holder?.clientID === lineClient.id;
  }

  private async openSockets(): Promise<void> {
    if (this.server || this.isClosed) return;
    const { settings, clock, log } = this.deps;
    const { host, port, ioPort } = settings.etherNetIPAdapter;
    const events = {
      onOutputs: (image: OutputImage) => this.handleOutputs(image),
      onOwnerLost: () => this.handleLoss(),
      onConnection: ({ kind, peer }: Connection, change: string) => {
        if (kind === 'exclusiveOwner' && change !== 'opened') this.endOwner();
        log.info('a connection of the line changed', { kind, peer, change });
      },
    };
    try {
      const address = { host, port, ioPort };
      this.server = await openAdapter({ address, readInputs: () => this.readInputs(), events, clock, log });
      this.failure = null;
      log.info('the EtherNet/IP adapter listens', { ...this.server.address });
    } catch (error) {
      this.failure = explain(error, settings);
      log.warn('the EtherNet/IP adapter cannot listen; it is tried again', { failure: this.failure });
    }
    // Closed meanwhile.
    if (this.isClosed) await this.server?.close();
  }

  private handleOutputs(image: OutputImage): void {
    if (!image.isExplicit) this.isRun = image.isRun;
    for (const name of this.commands.read(image)) void this.session.command(name);
  }

  private handleLoss(): void {
    this.lossCount += 1;
    const { uponConnectionLoss } = this.deps.settings.etherNetIPAdapter;
    this.deps.log.warn('the line was lost', { uponConnectionLoss });
    void this.session.handleLoss();
  }

  private endOwner(): void {
    this.isRun = false;
    this.commands.reset();
  }

  private readInputs(): Uint8Array {
    const { clock } = this.deps;
    const outputs = this.server?.adapter.outputImage ?? new Uint8Array();
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
    if (this.hasControl && this.server?.adapter.table.owner) await this.robot.send('controlHeartbeat', {});
  }

  private async publish(): Promise<void> {
    await this.deps.bus.publish(busSubjects.externalControlState.subject, this.describe());
  }

  private describe(): ExternalControlState {
    const { settings, clock } = this.deps;
    const { host, port, ioPort } = settings.etherNetIPAdapter;
    const table = this.server?.adapter.table.all ?? [];
    return {
      at: clock.wallNow().toISOString(),
      status: this.server ? 'listening' : 'failed',
      failure: this.failure,
      ...{ host, port, ioPort, ...this.server?.address },
      robotKind: settings.robotKind,
      connections: table.map(describeConnection),
      lossCount: this.lossCount,
      isRun: this.isRun,
      lastCommand: this.session.lastCommand,
      inputs: [...this.readInputs()],
      outputs: [...(this.server?.adapter.outputImage ?? [])],
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

function describeConnection(connection: Connection): LineConnection {
  const { consumedID: id, kind, peer, consumedMS: intervalMS, timeoutMS, counters } = connection;
  return { id, kind, peer, intervalMS, timeoutMS, ...counters };
}

function explain(error: unknown, { etherNetIPAdapter: { host, port, ioPort } }: ExternalControlSettings): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} or ${ioPort} of ${host} is used by another program. Choose another address or stop that program`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is not an address of this machine. Choose an address of one of its network ports`;
  if (code === 'EACCES') return `Port ${port} or ${ioPort} may not be opened. Choose ports above 1023`;
  return `The adapter cannot listen on ${host}: ${error instanceof Error ? error.message : String(error)}`;
}
