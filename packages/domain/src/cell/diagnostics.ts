import * as z from 'zod';
import { equipmentLiveStateSchema } from '../equipment/equipment.ts';
import { robotKindSchema } from '../robot/robot.ts';

const byteCount = z.number().int().nonnegative();

/** Result of a check of a dependency: its database, its event bus, its robot controller. */
export const dependencyCheckSchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  critical: z.boolean().describe('True if the service is not ready without it'),
  durationMs: z.number(),
  error: z.string().optional(),
});
export type DependencyCheck = z.infer<typeof dependencyCheckSchema>;

/** Delays of the event loop since they were last read, ms. */
export const eventLoopLagSchema = z.object({ p50MS: z.number(), p99MS: z.number(), maxMS: z.number() });

/** State of the process of a service. Services of one process report the same process. */
export const processReportSchema = z.object({
  process: z.string().describe('Host and process id: services that share it are one process'),
  build: z.string().describe('Id of the build; development outside of a release'),
  nodeVersion: z.string(),
  uptimeSeconds: z.number(),
  wallTime: z.iso.datetime().describe('Clock of its machine'),
  ready: z.boolean(),
  reason: z.string().optional().describe('Why it is not ready'),
  dependencies: z.array(dependencyCheckSchema),
  eventLoopLag: eventLoopLagSchema.nullable().describe('Null if it is not measured'),
  memoryBytes: byteCount,
  cpuSeconds: z.number(),
  logs: z.array(z.string()).describe('Newest log lines of the process as JSON, without secrets'),
});
export type ProcessReport = z.infer<typeof processReportSchema>;

export const serviceDiagnosisSchema = z.object({
  name: z.string(),
  isOnline: z.boolean(),
  problem: z.string().nullable().describe('Why it is offline'),
  roundTripMS: z.number().nullable(),
  clockOffsetMS: z.number().nullable().describe('Its clock minus that of the gateway, within half the round trip'),
  report: processReportSchema.omit({ logs: true }).nullable(),
});
export type ServiceDiagnosis = z.infer<typeof serviceDiagnosisSchema>;

export const machineDiagnosisSchema = z.object({
  hostname: z.string(),
  system: z.string(),
  cpuCount: z.number().int(),
  loadAverage: z.array(z.number()).describe('Over 1, 5 and 15 minutes'),
  memory: z.object({ freeBytes: byteCount, totalBytes: byteCount }),
  disk: z.object({ freeBytes: byteCount, totalBytes: byteCount }).nullable().describe('Of the folder of the program'),
  uptimeSeconds: z.number(),
  wallTime: z.iso.datetime(),
  timeZone: z.string(),
  isClockEarly: z.boolean().describe('True if the clock is before the build of the program: it was never set'),
  addresses: z.array(z.object({ name: z.string(), address: z.string() })),
});
export type MachineDiagnosis = z.infer<typeof machineDiagnosisSchema>;

export const robotDiagnosisSchema = z.object({
  robotKind: robotKindSchema,
  kind: z.string().nullable().describe('State of its session; null while it starts'),
  isControllerConnected: z.boolean(),
  isTwin: z.boolean(),
  failure: z.object({ kind: z.string(), reason: z.string() }).nullable(),
});
export type RobotDiagnosis = z.infer<typeof robotDiagnosisSchema>;

export const deviceDiagnosisSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  isEnabled: z.boolean(),
  robotKind: robotKindSchema,
  state: equipmentLiveStateSchema.nullable().describe('Null if it could not be read'),
  problem: z.string().nullable().describe('Why its state could not be read'),
});
export type DeviceDiagnosis = z.infer<typeof deviceDiagnosisSchema>;

/** Result of a connection that was opened for the check, or of the last one of the service that uses it. */
export const networkCheckSchema = z.object({
  name: z.string(),
  address: z.string(),
  ok: z.boolean(),
  durationMs: z.number().nullable().describe('Null if the service that uses it reported the result'),
  error: z.string().optional(),
});
export type NetworkCheck = z.infer<typeof networkCheckSchema>;

/** State of a whole cell. It contains no secrets. */
export const diagnosticsSchema = z.object({
  takenAt: z.iso.datetime(),
  build: z.string(),
  machine: machineDiagnosisSchema,
  services: z.array(serviceDiagnosisSchema),
  robots: z.array(robotDiagnosisSchema),
  devices: z.array(deviceDiagnosisSchema),
  devicesProblem: z.string().nullable().describe('Why the devices could not be listed'),
  network: z.array(networkCheckSchema),
});
export type Diagnostics = z.infer<typeof diagnosticsSchema>;
