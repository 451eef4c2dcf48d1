import * as z from 'zod';
import { buildIDSchema, buildManifestSchema } from './build.ts';

/** States of a requested install. */
export const installStatuses = ['requested', 'installing', 'installed'] as const;

export const targetBuildStatuses = ['pending', 'downloading', 'downloaded', 'installing', 'installed'] as const;
export type TargetBuildStatus = (typeof targetBuildStatuses)[number];

export const firmwareStatuses = ['installing', 'installed', 'failed'] as const;

export const shutdownStatuses = ['none', 'pendingShutdown', 'shutdown'] as const;

export const operationModes = ['live', 'simulated', 'assembly', 'echo', 'gpu', 'unknown'] as const;

/** Stages of an install, in order. Each is recorded when it is complete. */
export const installStages = [
  'requested',
  'downloaded',
  'verified',
  'imported',
  'backedUp',
  'migrated',
  'switched',
  'healthy',
  'committed',
] as const;
export const installStageSchema = z.enum(installStages);
export type InstallStage = z.infer<typeof installStageSchema>;

/** Reasons for which an install waits. */
export const waitReasons = ['running', 'disk', 'clock', 'person', 'restart', 'window'] as const;
export const waitReasonSchema = z.enum(waitReasons);

/** An obstacle to an install, and what to do about it. */
export const installHoldSchema = z.object({ reason: waitReasonSchema, message: z.string() });
export type InstallHold = z.infer<typeof installHoldSchema>;

const time = z.iso.datetime();

export const targetBuildSchema = buildManifestSchema.extend({
  status: z.enum(targetBuildStatuses),
  lastErrorAt: time.nullable(),
  lastErrorMessage: z.string().nullable(),
  updatedAt: time,
  offlineUpdatePath: z.string().nullable(),
});
export type TargetBuild = z.infer<typeof targetBuildSchema>;

export const jointFirmwareStateSchema = z.object({
  jointNumber: z.number().int(),
  status: z.enum(firmwareStatuses),
  message: z.string().nullable(),
});

/** State of the software of a control box. */
export const softwareUpdateSchema = z.object({
  status: z.enum(installStatuses).nullable(),
  activeBuildID: z.string(),
  targetBuildID: buildIDSchema.nullable(),
  targetBuildName: z.string().nullable(),
  offlineUpdatePath: z.string().nullable(),
  targetOperationMode: z.enum(operationModes),
  activeOperationMode: z.enum(operationModes),
  isSoftwareInstallRequested: z.boolean(),
  lastErrorMessage: z.string().nullable(),
  lastErrorAt: time.nullable(),
  lastWarningMessage: z.string().nullable(),
  lastWarningNotified: z.boolean(),
  shutdownStatus: z.enum(shutdownStatuses),
  targetBuild: targetBuildSchema.nullable(),
  firmware: z.array(jointFirmwareStateSchema),
  stage: installStageSchema.nullable(),
  hold: installHoldSchema.nullable(),
});
export type SoftwareUpdate = z.infer<typeof softwareUpdateSchema>;
