import { ProductError } from '../basics/errors.ts';
import { schemaMessages as messages } from '../messages/schema-messages.ts';

/** A device and the ports that it owns, by full name. */
export interface DevicePorts {
  readonly name: string;
  readonly drivenPorts?: readonly string[] | undefined;
}

/**
 * Checks that safety rules and external control use no port of a device.
 * @param ports by full name
 * @param devices enabled devices
 * @throws ProductError conflict, naming the port and the device that owns it.
 */
export function refusePortsOfDevices(ports: readonly string[], devices: readonly DevicePorts[]): void {
  for (const { name, drivenPorts = [] } of devices) {
    const port = ports.find((candidate) => drivenPorts.includes(candidate));
    if (port !== undefined) throw new ProductError('conflict', messages.portIsTaken(port, name), { port });
  }
}
