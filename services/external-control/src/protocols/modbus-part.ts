import { type LineCommandBit, type ModbusState, outputParts, readPart } from '@cellwright/domain/robot';
import { createModbusBank } from '../domain/modbus-bank.ts';
import { type WritingClient, WrittenCommands } from '../domain/written-commands.ts';
import { type ModbusServer, openModbusServer } from '../sockets/modbus-server.ts';
import { explainListenError, type ProtocolPart, type SharedControl } from './protocol-part.ts';

const [commandPart, , heartbeatPart] = outputParts;

/** The Modbus TCP server. */
export class ModbusPart implements ProtocolPart {
  private readonly shared: SharedControl;
  private readonly commands: WrittenCommands;
  private server: ModbusServer | undefined;
  private failure: string | null = null;
  private isClosed = false;

  constructor(shared: SharedControl) {
    this.shared = shared;
    const { ownership, clock, settings, session } = shared;
    this.commands = new WrittenCommands({
      ...{ protocol: 'modbus', ownership, clock, watchdogMS: settings.modbus.watchdogMS },
      onCommand: (name: LineCommandBit) => void session.command(name),
      onOwnerLost: (peer) => this.handleLoss(peer),
    });
  }

  /** Values that the owner wrote, as the output assembly. */
  get outputs(): Uint8Array {
    return this.commands.image;
  }

  async open(): Promise<void> {
    if (this.server || this.isClosed) return;
    const { settings, clock, log, readInputs } = this.shared;
    const { host, port, allowedClients } = settings.modbus;
    const { commands } = this;
    try {
      this.server = await openModbusServer({
        ...{ host, port, allowedClients, clock, log },
        createBank: (client: WritingClient) => createModbusBank({ client, commands, readInputs }),
        onEnd: (client) => commands.endConnection(client),
      });
      this.failure = null;
      log.info('the Modbus server listens', { host, port: this.server.port });
    } catch (error) {
      this.failure = explainListenError(error, { name: 'Modbus server', host, ports: [port] });
      log.warn('the Modbus server cannot listen; it is tried again', { failure: this.failure });
    }
    // Closed meanwhile.
    if (this.isClosed) await this.server?.close();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.commands.release();
    await this.server?.close();
  }

  describe(): ModbusState {
    const { settings, clock } = this.shared;
    const { host, port } = settings.modbus;
    const { server, commands } = this;
    return {
      status: server ? 'listening' : 'failed',
      failure: this.failure,
      ...{ host, port: server?.port ?? port },
      connections: [...(server?.clients ?? [])].map(({ lastRequestAt, ...client }) => ({
        ...client,
        isOwner: commands.isOwner(client),
        idleMS: Math.round(clock.now() - lastRequestAt),
      })),
      ...{ rejected: 0, malformed: 0, ...server?.counters },
      lossCount: commands.lossCount,
      words: [readPart(commands.image, commandPart), readPart(commands.image, heartbeatPart)],
    };
  }

  private handleLoss(peer: string): void {
    const { uponConnectionLoss } = this.shared.settings.modbus;
    this.shared.log.warn('the Modbus client that owned the cell was lost', { peer, uponConnectionLoss });
    void this.shared.session.handleLoss(uponConnectionLoss);
  }
}
