import { ProductError, startOfText } from '@cellwright/domain/basics';
import {
  type LineCommandBit,
  type OpcUARefusal,
  type OpcUARefusalReason,
  type OpcUAState,
  outputParts,
  readPart,
} from '@cellwright/domain/robot';
import type { RobotReadings } from '../domain/robot-readings.ts';
import { type Attempt, type People, SignedInUsers } from '../domain/signed-in-users.ts';
import { type CommandWrite, WrittenCommands } from '../domain/written-commands.ts';
import { type OpcUAProcess, type ProcessHost, startOpcUAProcess } from '../sockets/opcua/opcua-in-process.ts';
import type {
  CellReadings,
  ClientRefusal,
  OpenedSession,
  RobotIdentification,
  WriteAnswer,
} from '../sockets/opcua/server-host.ts';
import { explainListenError, type ProtocolPart, type SharedControl } from './protocol-part.ts';

export interface OpcUAPartDeps extends SharedControl {
  readonly people: People;
  readonly readRobot: () => RobotReadings | undefined;
  readonly identify: () => Promise<RobotIdentification>;
  /** Folder of the certificate. */
  readonly folder: string;
  /** Default: a process of its own. */
  readonly startServer?: typeof startOpcUAProcess;
}

interface Session extends OpenedSession {
  readonly user: string;
  writes: number;
  refused: number;
}

/** Interval of new values, ms. */
const showMS = 100;
const maxRefusals = 10;
const [commandPart, , heartbeatPart] = outputParts;

/** The OPC UA server, in a process of its own. A client owns the cell by its session. */
export class OpcUAPart implements ProtocolPart {
  private readonly deps: OpcUAPartDeps;
  private readonly commands: WrittenCommands;
  private readonly users: SignedInUsers;
  private readonly sessions = new Map<string, Session>();
  private refusals: readonly OpcUARefusal[] = [];
  private refusedCount = 0;
  private server: OpcUAProcess | undefined;
  private opening: Promise<void> | undefined;
  private failure: string | null = null;
  private readonly ending = new AbortController();
  private cancelShow = () => {};
  private isClosed = false;

  constructor(deps: OpcUAPartDeps) {
    this.deps = deps;
    this.users = new SignedInUsers(deps.people);
    const { ownership, clock, session } = deps;
    this.commands = new WrittenCommands({
      ...{ protocol: 'opcUA', ownership, clock, watchdogMS: undefined },
      onCommand: (name: LineCommandBit) => void session.command(name),
      onOwnerLost: (peer) => this.handleLoss(peer),
    });
  }

  /** Values that the owner wrote, as the output assembly. */
  get outputs(): Uint8Array {
    return this.commands.image;
  }

  /** Starts the server without waiting for it: it takes seconds, in which the other protocols open. */
  async open(): Promise<void> {
    if (this.server || this.opening || this.isClosed) return;
    this.opening = this.start().finally(() => {
      this.opening = undefined;
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.ending.abort();
    this.cancelShow();
    this.commands.release();
    await this.opening;
    await this.server?.close();
  }

  /** Ends the sessions of users who were changed, disabled or removed. */
  async checkUsers(): Promise<void> {
    for (const id of await this.users.signOutChanged()) {
      this.deps.log.info('a session of OPC UA ends: its user changed', { peer: this.sessions.get(id)?.peer });
      this.endSession(id, true);
      this.server?.endSession(id);
    }
  }

  describe(): OpcUAState {
    const { host, port } = this.deps.settings.opcUA;
    const { server, failure, commands } = this;
    return {
      status: server ? 'listening' : failure === null ? 'starting' : 'failed',
      ...{ failure, host, port },
      ...{ endpoint: server?.endpoint ?? '', thumbprint: server?.thumbprint ?? '' },
      sessions: [...this.sessions.values()].map((session) => ({ ...session, isOwner: commands.isOwner(session) })),
      ...{ refusals: [...this.refusals], refusedCount: this.refusedCount, lossCount: commands.lossCount },
      words: [readPart(commands.image, commandPart), readPart(commands.image, heartbeatPart)],
    };
  }

  private async start(): Promise<void> {
    const { settings, log, folder, identify, startServer = startOpcUAProcess } = this.deps;
    const { host, port } = settings.opcUA;
    try {
      const robot = await identify();
      const server = await startServer({ ...settings.opcUA, folder, robot }, this.createHost(), this.ending.signal);
      // Closed meanwhile.
      if (this.isClosed) return await server.close();
      this.server = server;
      this.failure = null;
      log.info('the OPC UA server listens', { endpoint: server.endpoint });
      this.showSoon();
    } catch (error) {
      if (this.isClosed) return;
      this.failure = explainListenError(error, { name: 'OPC UA server', host, ports: [port] });
      log.warn('the OPC UA server cannot listen; it is tried again', { failure: this.failure });
    }
  }

  private createHost(): ProcessHost {
    return {
      signIn: (sessionID, attempt) => this.signIn(sessionID, attempt),
      write: async (sessionID, values) => this.write(sessionID, values),
      onSession: (session, isAnonymous) => this.keepSession(session, isAnonymous),
      onEnd: (sessionID, isLost) => this.endSession(sessionID, isLost),
      onRefusal: (refusal) => this.recordRefusal(refusal),
      onExit: () => this.handleExit(),
    };
  }

  private async signIn(sessionID: string, attempt: Attempt): Promise<boolean> {
    try {
      await this.users.signIn(sessionID, attempt);
      return true;
    } catch (error) {
      const isWrong = error instanceof ProductError && error.code === 'authorization_required';
      const reason: OpcUARefusalReason = isWrong ? 'password' : 'waiting';
      this.recordRefusal({ peer: attempt.address, reason, name: startOfText(attempt.username, 64), thumbprint: '' });
      return false;
    }
  }

  private write(sessionID: string, values: CommandWrite): WriteAnswer {
    const session = this.sessions.get(sessionID);
    const user = this.users.find(sessionID);
    if (!session || !user) return 'forbidden';
    const answer = this.carryOut(session, user.mayCommand, values);
    session.writes += 1;
    if (answer !== 'accepted') {
      session.refused += 1;
      this.recordRefusal({ peer: session.peer, reason: refusalReasons[answer], name: user.name, thumbprint: '' });
    }
    // Before the answer, so that a client that reads then sees what it wrote.
    this.show();
    return answer;
  }

  private carryOut({ id, peer, user }: Session, mayCommand: boolean, values: CommandWrite): WriteAnswer {
    if (mayCommand) return this.commands.write({ id, peer: `${user}, ${peer}` }, values) ?? 'accepted';
    this.commands.obeyStop(values);
    return 'forbidden';
  }

  private keepSession(opened: OpenedSession, isAnonymous: boolean): void {
    const { id } = opened;
    // The session gave its user up.
    if (isAnonymous) this.endSession(id, false);
    const { writes = 0, refused = 0 } = this.sessions.get(id) ?? {};
    this.sessions.set(id, { ...opened, user: this.users.find(id)?.name ?? '', writes, refused });
    this.show();
  }

  private endSession(id: string, isLost: boolean): void {
    this.users.signOut(id);
    this.commands.endSession({ id }, isLost);
    this.sessions.delete(id);
  }

  private recordRefusal(refusal: ClientRefusal): void {
    this.refusedCount += 1;
    const at = this.deps.clock.wallNow().toISOString();
    this.refusals = [{ at, ...refusal }, ...this.refusals].slice(0, maxRefusals);
  }

  private handleLoss(peer: string): void {
    const { uponConnectionLoss } = this.deps.settings.opcUA;
    this.deps.log.warn('the OPC UA client that owned the cell was lost', { peer, uponConnectionLoss });
    void this.deps.session.handleLoss(uponConnectionLoss);
  }

  /** Its sessions ended with it; the server is started again. */
  private handleExit(): void {
    this.server = undefined;
    this.failure = 'The process of the OPC UA server ended. It is started again';
    this.deps.log.warn('the process of the OPC UA server ended; it is started again');
    this.cancelShow();
    for (const id of [...this.sessions.keys()]) this.endSession(id, true);
  }

  private show(): void {
    this.server?.show(this.read());
  }

  private read(): CellReadings {
    const { readInputs, readRobot } = this.deps;
    const { image: commands, ownerValue: owner } = this.commands;
    return { inputs: readInputs(), commands, owner, robot: readRobot() };
  }

  private showSoon(): void {
    this.show();
    this.cancelShow = this.deps.clock.schedule(showMS, () => this.showSoon());
  }
}

const refusalReasons = { forbidden: 'permission', busy: 'owner', illegalValue: 'value' } as const;
