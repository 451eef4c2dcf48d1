/** For tests: the driver of a device that is simulated on this machine, in real time. */
import type { EquipmentConfig } from '@cellwright/equipment/contracts';
import {
  type AnyDriver,
  BoxInMemory,
  createDriver,
  createFtp,
  createHttp,
  createLineTcp,
  createModbusTcp,
  createScanner,
} from '@cellwright/equipment/drivers';
import { systemClock as clock } from '@cellwright/service-kit';

/** Opens a driver. Resolves once the device has answered, or failed to. */
export async function openDriver(config: EquipmentConfig, port: number, host = '127.0.0.1'): Promise<AnyDriver> {
  const driver = createDriver(config, {
    address: { host, port },
    clock,
    openModbus: createModbusTcp(clock),
    openLines: createLineTcp(clock),
    openFtp: createFtp(clock),
    openHttp: createHttp(clock),
    openScanner: createScanner(clock),
    openPorts: () => new BoxInMemory(clock).open(),
  });
  driver.start();
  await driver.whenKnown();
  return driver;
}
