import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { ioPortName } from '@cellwright/domain/robot';
import { type AnyEquipmentKind, addressOf, noAddress, parseEquipmentConfig } from '@cellwright/equipment/contracts';

/** Address at which a session reaches a device. */
export type DevicePlace =
  | { readonly kind: 'simulator'; readonly port: number }
  | { readonly kind: 'network'; readonly address: string }
  | { readonly kind: 'ports'; readonly names: readonly string[] };

/**
 * Returns undefined for a device without a connection, and for one whose configuration cannot be read.
 * @param isCalculated true if the robot of the session is simulated, or a twin: it reaches simulators only
 */
export function placeOf({ config, simulatorPort }: EquipmentRecord, isCalculated: boolean): DevicePlace | undefined {
  const parsed = parseEquipmentConfig(config);
  if (!parsed.isValid) return undefined;
  const address = addressOf(parsed.config);
  if (address === noAddress) return undefined;
  if ('ports' in address) {
    const names = address.ports.map(ioPortName);
    return names.length === 0 ? undefined : { kind: 'ports', names };
  }
  if (!isCalculated) return { kind: 'network', address: `${address.host}:${address.port}` };
  return simulatorPort === undefined ? undefined : { kind: 'simulator', port: simulatorPort };
}

/** True if the simulated robot and a twin reach a simulator in place of a device of this kind, with its default configuration. */
export function hasSimulator(kind: AnyEquipmentKind): boolean {
  const parsed = parseEquipmentConfig({ kind });
  if (!parsed.isValid) return false;
  const address = addressOf(parsed.config);
  return address !== noAddress && !('ports' in address);
}
