import { ProductError } from '@cellwright/domain/basics';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { messages } from '@cellwright/domain/messages';
import { type FlangeSupply, type IOPortOwner, ioPortName } from '@cellwright/domain/robot';
import { flangeSupplyOf, wiredPortsOf } from '@cellwright/equipment/contracts';

/**
 * Refuses a port that another device uses: readings and outputs would be mixed up. Only enabled devices occupy their
 * ports: tools that alternate on the same wires have a record each. @throws ProductError conflict, naming the port and
 * the device that uses it.
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

/**
 * Refuses another supply of the flange, which has one voltage and one circuit for all enabled devices. @throws
 * ProductError conflict, naming the device with the other supply.
 */
export function refuseOtherSupply(record: EquipmentRecord, others: readonly EquipmentRecord[]): void {
  const needed = record.isEnabled ? flangeSupplyOf(record.config) : undefined;
  if (!needed) return;
  for (const { id, isEnabled, config } of others) {
    const other = id !== record.id && isEnabled ? flangeSupplyOf(config) : undefined;
    if (!other || describeSupply(other) === describeSupply(needed)) continue;
    const message = messages.flangeSupplyDiffers(describeSupply(needed), config.name, describeSupply(other));
    throw new ProductError('conflict', message, { equipmentID: id });
  }
}

function describeSupply({ voltage, circuit }: FlangeSupply): string {
  return `${voltage} ${circuit}`;
}

/**
 * Refuses ports of safety rules and external control. @param owners owners of ports of the control box, by full name
 * @throws ProductError conflict, naming the port and its owner.
 */
export function refuseOwnedPorts(record: EquipmentRecord, owners: ReadonlyMap<string, IOPortOwner>): void {
  if (!record.isEnabled) return;
  for (const port of wiredPortsOf(record.config).map(ioPortName)) {
    const owner = owners.get(port);
    if (owner === undefined || owner === 'equipment') continue;
    const message = owner === 'safetyIO' ? messages.portIsOfSafety(port) : messages.portIsOfExternalControl(port);
    throw new ProductError('conflict', message, { port, assignedTo: owner });
  }
}
