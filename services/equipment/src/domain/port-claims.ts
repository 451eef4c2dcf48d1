import { type EquipmentRecord, ioPortName, messages, ProductError } from '@cellwright/domain';
import { wiredPortsOf } from '@cellwright/equipment/contracts';

/**
 * Two devices on one port would answer, or be moved, for each other. Only devices that are switched on hold their ports:
 * tools that take turns at the same wires are records side by side.
 * @throws ProductError conflict, naming the port and the device that holds it.
 */
export function refuseTakenPorts(record: EquipmentRecord, others: readonly EquipmentRecord[]): void {
  if (!record.isEnabled) return;
  for (const wanted of wiredPortsOf(record.config)) {
    const name = ioPortName(wanted);
    const holder = others.find(({ id, isEnabled, config }) => {
      return id !== record.id && isEnabled && wiredPortsOf(config).some((port) => ioPortName(port) === name);
    });
    if (!holder) continue;
    const { id: equipmentID, config } = holder;
    throw new ProductError('conflict', messages.portIsTaken(name, config.name), { port: name, equipmentID });
  }
}
