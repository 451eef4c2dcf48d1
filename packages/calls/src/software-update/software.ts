import {
  buildIDSchema,
  buildManifestSchema,
  softwareUpdateSchema,
  updateSettingsSchema,
} from '@cellwright/domain/software';
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

/** Call that queries the registry or a USB stick. */
const asking = { ...common, access: 'controlPanel', effect: 'eachTime', deadlineMS: registryDeadlineMS } as const;
/** A call about an update, which it returns. */
const updating = { ...asking, output: softwareSchema } as const;

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
  ...updating,
  name: 'checkForBuilds',
  summary: 'Check the registry for builds and verify its signatures',
  http: { method: 'POST', path: '/software/check' },
  input: z.object({}),
});

export const requestSoftwareInstall = defineCall({
  ...updating,
  name: 'requestSoftwareInstall',
  summary: 'Install a build; while a run is active it is refused',
  access: 'controlPanelPIN',
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
    isExpiredConfirmed: z
      .boolean()
      .default(false)
      .describe('For a stick whose metadata has expired: install its build anyway. Older metadata is never accepted'),
    requestFirmwareInstallData: z
      .object({ joints: z.array(z.number().int().min(1).max(6)).max(6) })
      .optional()
      .describe('Joints whose firmware is to be installed'),
  }),
  audit: { action: 'software.install', target: 'software' },
});

export const getUpdateSettings = defineCall({
  ...common,
  name: 'getUpdateSettings',
  summary: 'Get when updates and backups are made, and how a new build is tested',
  http: { method: 'GET', path: '/software/settings' },
  input: z.object({}),
  output: updateSettingsSchema,
  access: 'controlPanel',
  effect: 'none',
});

export const setUpdateSettings = defineCall({
  ...common,
  name: 'setUpdateSettings',
  summary: 'Set when updates and backups are made, and how a new build is tested',
  http: { method: 'PUT', path: '/software/settings' },
  input: updateSettingsSchema,
  output: updateSettingsSchema,
  access: 'controlPanelPIN',
  effect: 'eachTime',
  audit: { action: 'software.settings', target: 'software' },
});

const stickSchema = z.object({
  builds: z.array(buildManifestSchema),
  isExpired: z.boolean().describe('True if its metadata has expired, and a person has to confirm that'),
  error: z.string().nullable().describe('Why its builds are not listed'),
});
export type StickBuilds = z.output<typeof stickSchema>;

export const listSticks = defineCall({
  ...common,
  name: 'listSticks',
  summary: 'List the folders of connected USB sticks that have builds',
  http: { method: 'GET', path: '/software/sticks' },
  input: z.object({}),
  output: z.object({ items: z.array(z.string()) }),
  access: 'controlPanel',
  effect: 'none',
});

export const listStickBuilds = defineCall({
  ...asking,
  name: 'listStickBuilds',
  summary: 'List the builds on a stick and verify their signatures',
  http: { method: 'POST', path: '/software/stick' },
  input: z.object({
    offlineUpdatePath: z.string().min(1).max(1000).describe('Folder of the registry'),
    isExpiredConfirmed: z.boolean().default(false).describe('List the builds although the metadata has expired'),
  }),
  output: stickSchema,
});

export const cancelSoftwareInstall = defineCall({
  ...updating,
  name: 'cancelSoftwareInstall',
  summary: 'Cancel an install that has not switched to the new build yet',
  http: { method: 'POST', path: '/software/cancel' },
  input: z.object({}),
  audit: { action: 'software.cancel', target: 'software' },
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
  audit: { action: 'software.acknowledgeWarning', target: 'software' },
});
