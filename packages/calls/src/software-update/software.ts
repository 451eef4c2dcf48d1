import { buildIDSchema, buildManifestSchema, softwareUpdateSchema } from '@cellwright/domain/software';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

const common = { owner: 'software-update', section: 'Software' } as const;
/** Checking a registry over a slow network takes longer than other calls. */
const registryDeadlineMS = 30_000;

const softwareSchema = z.object({
  update: softwareUpdateSchema,
  builds: z.array(buildManifestSchema).describe('Builds that the registry offers, as of the last check'),
  checkedAt: z.iso.datetime().nullable().describe('Time of the last successful check'),
  checkError: z.string().nullable().describe('Why the last check failed'),
  unavailable: z.string().nullable().describe('Why this cell cannot update itself; null if it can'),
});

export const getSoftware = defineCall({
  ...common,
  name: 'getSoftware',
  summary: 'Get the running build, the offered builds and the state of an update',
  http: { method: 'GET', path: '/software' },
  input: z.object({}),
  output: softwareSchema,
  access: 'signedIn',
  effect: 'none',
});
export type Software = z.output<typeof softwareSchema>;

export const checkForBuilds = defineCall({
  ...common,
  name: 'checkForBuilds',
  summary: 'Check the registry for builds and verify its signatures',
  http: { method: 'POST', path: '/software/check' },
  input: z.object({}),
  output: softwareSchema,
  access: 'controlPanel',
  effect: 'eachTime',
  deadlineMS: registryDeadlineMS,
});

export const requestSoftwareInstall = defineCall({
  ...common,
  name: 'requestSoftwareInstall',
  summary: 'Install a build; while a run is active it is refused',
  description:
    'The build is downloaded, verified, unpacked, backed up, switched to and tested. If the new build does not work, the former one is started again.',
  http: { method: 'POST', path: '/software/install' },
  input: z.object({
    isSoftwareInstallRequested: z.literal(true).default(true),
    targetBuildID: buildIDSchema,
    targetBuildName: z.string().max(200).optional(),
    offlineUpdatePath: z.string().min(1).max(1000).optional().describe('Folder of a registry on a stick'),
    isStopConfirmed: z
      .boolean()
      .default(false)
      .describe('For an emergency build: install it as soon as the robot has stopped'),
    requestFirmwareInstallData: z
      .object({ joints: z.array(z.number().int().min(1).max(6)).max(6) })
      .optional()
      .describe('Joints whose firmware is to be installed'),
  }),
  output: softwareSchema,
  access: 'controlPanel',
  effect: 'eachTime',
  audit: { action: 'software.install', target: 'software' },
  deadlineMS: registryDeadlineMS,
});

export const cancelSoftwareInstall = defineCall({
  ...common,
  name: 'cancelSoftwareInstall',
  summary: 'Cancel an install that has not switched to the new build yet',
  http: { method: 'POST', path: '/software/cancel' },
  input: z.object({}),
  output: softwareSchema,
  access: 'controlPanel',
  effect: 'eachTime',
  audit: { action: 'software.cancel', target: 'software' },
  deadlineMS: registryDeadlineMS,
});

export const acknowledgeSoftwareWarning = defineCall({
  ...common,
  name: 'acknowledgeSoftwareWarning',
  summary: 'Mark the last warning about updates as seen',
  http: { method: 'POST', path: '/software/warning' },
  input: z.object({ lastWarningNotified: z.literal(true).default(true) }),
  output: softwareSchema,
  access: 'signedIn',
  effect: 'eachTime',
});
