import ModbusRTU from 'modbus-serial';
import type { DeviceBench } from './device-bench.fixture.ts';

/** A Modbus client independent of this package: for tests with the numbers of a manufacturer. */
export interface PlainModbus {
  read(offset: number, count: number): Promise<number[]>;
  write(offset: number, values: number[]): Promise<void>;
  writeOne(offset: number, value: number): Promise<void>;
  close(): Promise<void>;
}

export async function connectPlainModbus(bench: DeviceBench, unit: number): Promise<PlainModbus> {
  const client = new ModbusRTU();
  client.setID(unit);
  await client.connectTCP('127.0.0.1', { port: bench.port });
  return {
    read: async (offset, count) => (await bench.settle(client.readHoldingRegisters(offset, count))).data,
    write: async (offset, values) => void (await bench.settle(client.writeRegisters(offset, values))),
    writeOne: async (offset, value) => void (await bench.settle(client.writeRegister(offset, value))),
    close: () => new Promise((resolve) => void client.destroy(() => resolve())),
  };
}
