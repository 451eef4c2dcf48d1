import * as z from 'zod';
import { equipmentLiveStateSchema } from './equipment.ts';

/** Protocols of the connections to devices. A stream has a protocol that only the package of its device knows. */
export const trafficProtocols = ['modbus', 'lines', 'ftp', 'http', 'etherNetIP', 'stream'] as const;
export const trafficProtocolSchema = z.enum(trafficProtocols);
export type TrafficProtocol = z.infer<typeof trafficProtocolSchema>;

/** Bytes that were sent or received at once. */
export const trafficFrameSchema = z.object({
  sequence: z.number().int().describe('Order of all frames of the cell'),
  at: z.iso.datetime(),
  direction: z.enum(['sent', 'received']),
  size: z.number().int().describe('Bytes on the network'),
  hex: z.string().describe('First bytes, with secrets replaced by 2a'),
});
export type TrafficFrame = z.infer<typeof trafficFrameSchema>;

/** A connection to a device, with its newest frames, oldest first. */
export const trafficConnectionSchema = z.object({
  number: z.number().int(),
  protocol: trafficProtocolSchema,
  address: z.string(),
  openedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  problem: z.string().nullable().describe('Why it failed'),
  frameCount: z.number().int().describe('All frames, also those that are no longer stored'),
  frames: z.array(trafficFrameSchema),
});
export type TrafficConnection = z.infer<typeof trafficConnectionSchema>;

export const deviceErrorSchema = z.object({ at: z.iso.datetime(), message: z.string() });
export type DeviceError = z.infer<typeof deviceErrorSchema>;

/** A device as its driver sees it. */
export const inspectedDeviceSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  isEnabled: z.boolean(),
  state: equipmentLiveStateSchema,
  errors: z.array(deviceErrorSchema).describe('Newest first: of its state, and of commands that failed'),
  connections: z.array(trafficConnectionSchema).describe('Empty for a device without a network connection'),
});
export type InspectedDevice = z.infer<typeof inspectedDeviceSchema>;

export const equipmentInspectionSchema = z.object({
  takenAt: z.iso.datetime(),
  devices: z.array(inspectedDeviceSchema),
});
export type EquipmentInspection = z.infer<typeof equipmentInspectionSchema>;
