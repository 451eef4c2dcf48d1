import type { Clock } from '@cellwright/domain/basics';
import type { CapabilityName, SimulatedCapabilities } from '../capabilities/index.ts';
import type { LoopbackServer } from '../transport/loopback-server.ts';
import type { ModbusException, RegisterBank } from '../transport/modbus.ts';
import { createModbusTcpServer } from '../transport/modbus-tcp-server.ts';
import { answerModeOf, type EquipmentSim, noFaults, type SimFaults } from './sim.ts';

/** Maximum number of recorded commands, for tests. */
const maxCommands = 1000;

/**
 * A simulated device with Modbus registers, including its connection and the faults of that. A kind adds the behaviour
 * of its registers.
 */
export abstract class RegisterSim<Names extends CapabilityName> implements EquipmentSim<Names>, RegisterBank {
  readonly faults: SimFaults = { ...noFaults };
  readonly registers: RegisterBank = this;
  abstract readonly simulated: Pick<SimulatedCapabilities, Names>;
  protected readonly clock: Clock;
  readonly #server: LoopbackServer;

  constructor(unitID: number, clock: Clock) {
    this.clock = clock;
    this.#server = createModbusTcpServer(
      unitID,
      this,
      {
        answerMode: (isWrite) => answerModeOf(this.faults, isWrite),
        swapsBytes: () => this.faults.swappedBytes,
      },
      clock,
    );
  }

  abstract read(offset: number, count: number, table: 'holding' | 'input'): readonly number[] | ModbusException;
  abstract write(offset: number, values: readonly number[]): undefined | ModbusException;

  start(port: number): Promise<number> {
    return this.#server.listen(port);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  dropConnections(): void {
    this.#server.dropConnections();
  }

  protected record<Command>(commands: Command[], command: Command): void {
    commands.push(command);
    if (commands.length > maxCommands) commands.shift();
  }
}
