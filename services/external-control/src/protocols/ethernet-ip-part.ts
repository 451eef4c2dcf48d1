import type { ExternalControlState, LineConnection } from '@cellwright/domain/robot';
import type { Connection, OutputImage } from '@cellwright/ethernet-ip';
import { LineCommands } from '../domain/line-commands.ts';
import { type AdapterServer, openAdapter } from '../sockets/adapter-server.ts';
import { explainListenError, type ProtocolPart, type SharedControl } from './protocol-part.ts';

type AdapterState = Pick<
  ExternalControlState,
  'status' | 'failure' | 'host' | 'port' | 'ioPort' | 'connections' | 'lossCount' | 'isRun'
>;

/** State while the adapter is off. */
export const noAdapter: AdapterState = {
  ...{ status: 'off', failure: null, host: '', port: 0, ioPort: 0, connections: [], lossCount: 0, isRun: false },
};

/** The EtherNet/IP adapter with its sockets. */
export class EtherNetIPPart implements ProtocolPart {
  private readonly shared: SharedControl;
  private readonly commands = new LineCommands();
  private server: AdapterServer | undefined;
  private failure: string | null = null;
  private lossCount = 0;
  private isRun = false;
  private isClosed = false;

  constructor(shared: SharedControl) {
    this.shared = shared;
  }

  /** Data of the output assembly as a scanner sent them last. */
  get outputs(): Uint8Array {
    return this.server?.adapter.outputImage ?? new Uint8Array();
  }

  async open(): Promise<void> {
    if (this.server || this.isClosed) return;
    const { settings, clock, log, ownership, readInputs } = this.shared;
    const { host, port, ioPort } = settings.etherNetIPAdapter;
    const events = {
      onOutputs: (image: OutputImage) => this.handleOutputs(image),
      onOwnerLost: () => this.handleLoss(),
      onConnection: (connection: Connection, change: string) => this.handleConnection(connection, change),
    };
    try {
      const isTaken = () => ownership.isTakenFrom('etherNetIP');
      this.server = await openAdapter({ address: { host, port, ioPort }, readInputs, isTaken, events, clock, log });
      this.failure = null;
      log.info('the EtherNet/IP adapter listens', { ...this.server.address });
    } catch (error) {
      this.failure = explainListenError(error, { name: 'adapter', host, ports: [port, ioPort] });
      log.warn('the EtherNet/IP adapter cannot listen; it is tried again', { failure: this.failure });
    }
    // Closed meanwhile.
    if (this.isClosed) await this.server?.close();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.server?.close();
    this.shared.ownership.release('etherNetIP');
  }

  describe(): AdapterState {
    const { host, port, ioPort } = this.shared.settings.etherNetIPAdapter;
    const table = this.server?.adapter.table.all ?? [];
    return {
      status: this.server ? 'listening' : 'failed',
      failure: this.failure,
      ...{ host, port, ioPort, ...this.server?.address },
      connections: table.map(describeConnection),
      lossCount: this.lossCount,
      isRun: this.isRun,
    };
  }

  private handleOutputs(image: OutputImage): void {
    if (!image.isExplicit) this.isRun = image.isRun;
    for (const name of this.commands.read(image)) void this.shared.session.command(name);
  }

  private handleLoss(): void {
    this.lossCount += 1;
    const { uponConnectionLoss } = this.shared.settings.etherNetIPAdapter;
    this.shared.log.warn('the line was lost', { uponConnectionLoss });
    void this.shared.session.handleLoss(uponConnectionLoss);
  }

  private handleConnection({ kind, peer }: Connection, change: string): void {
    const { ownership, log } = this.shared;
    log.info('a connection of the line changed', { kind, peer, change });
    if (kind !== 'exclusiveOwner') return;
    if (change === 'opened') {
      ownership.take('etherNetIP', peer);
      return;
    }
    ownership.release('etherNetIP');
    this.isRun = false;
    this.commands.reset();
  }
}

function describeConnection(connection: Connection): LineConnection {
  const { consumedID: id, kind, peer, consumedMS: intervalMS, timeoutMS, counters } = connection;
  return { id, kind, peer, intervalMS, timeoutMS, ...counters };
}
