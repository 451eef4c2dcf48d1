import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { describeCapabilities } from '@cellwright/equipment/contracts';
import { capabilityUIs } from '../../../kinds/device-ui.ts';

/** Reads registers of a device on demand; nothing for a device without registers. */
export default function RegistersPart({ device }: { readonly device: EquipmentRecord }) {
  const { probe } = describeCapabilities(device.config);
  const Trial = capabilityUIs.get('probe')?.Trial;
  return probe && Trial ? <Trial device={device} description={probe} /> : null;
}
