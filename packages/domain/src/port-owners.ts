import { ProductError } from './errors.ts';
import { schemaMessages as messages } from './schema-messages.ts';

/** A device with the ports that it has for itself, by full name. */
export interface DevicePorts {
  readonly name: string;
  readonly drivenPorts?: readonly string[] | undefined;
}

/**
 * Safety rules and external control take no port that a device has.
 * @param ports by full name
 * @param devices those that are switched on
 * @throws ProductError conflict, naming the port and the device that has it.
 */
export function refusePortsOfDevices(ports: readonly string[], devices: readonly DevicePorts[]): void {
  for (const { name, drivenPorts = [] } of devices) {
    const port = ports.find((candidate) => drivenPorts.includes(candidate));
    if (port !== undefined) throw new ProductError('conflict', messages.portIsTaken(port, name), { port });
  }
}
