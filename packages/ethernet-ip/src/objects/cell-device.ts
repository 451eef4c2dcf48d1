import type { DeviceIdentity } from './device.ts';

/** Identity of the cell. The vendor number is one that no member of ODVA has. */
export const cellDevice: DeviceIdentity = {
  vendorID: 65_000,
  deviceType: 0x0c,
  productCode: 1,
  majorRevision: 1,
  minorRevision: 1,
  serialNumber: 1,
  productName: 'Cellwright cell',
};
