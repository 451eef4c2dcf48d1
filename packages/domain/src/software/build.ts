import * as z from 'zod';

/** Id of a build: part of file names, so it has no separators. */
export const buildIDSchema = z
  .string()
  .min(1, 'Name the build')
  .max(32, 'A build id has at most 32 characters')
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'A build id has letters, digits, dots, dashes and underscores only');

export const updateStrategies = ['EMERGENCY_IMMEDIATE_SKIP_STOPPING', 'ON_CLIENT_REQUEST'] as const;
export const updateStrategySchema = z.enum(updateStrategies);

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal');

/** A file of the repository of builds. */
const repositoryPath = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/, 'must be a path of letters, digits, dots, dashes and slashes');

export const buildImageSchema = z.object({
  name: z.string().min(1).max(64),
  /** Paths in the repository, for each processor architecture. */
  armUrl: repositoryPath.optional(),
  x86Url: repositoryPath.optional(),
});

export const jointCount = 6;

export const jointFirmwareSchema = z.object({
  jointNumber: z.number().int().min(1).max(jointCount),
  binaryInfo: z.object({
    path: repositoryPath,
    /** SHA-256 of the file. */
    checksum: sha256Schema,
    /** In bytes. */
    size: z.number().int().min(1),
  }),
});

/** Description of a build, part of the signed metadata. */
export const buildManifestSchema = z.object({
  buildId: buildIDSchema,
  variant: z.string().max(16).default(''),
  name: z.string().min(1).max(200),
  strategy: updateStrategySchema.default('ON_CLIENT_REQUEST'),
  imagesToPull: z.array(buildImageSchema).min(1, 'A build has at least one image').max(32),
  firmwareInfo: z
    .array(jointFirmwareSchema)
    .max(jointCount)
    .refine((firmware) => new Set(firmware.map(({ jointNumber }) => jointNumber)).size === firmware.length, {
      error: 'A joint has one firmware',
    })
    .default([]),
});
export type BuildManifest = z.infer<typeof buildManifestSchema>;

/** Path of a build's own description among the signed files. */
export function buildPathFor(buildID: string): string {
  return `builds/${buildID}.json`;
}

/** Paths of all files that a build needs on a processor architecture. */
export function listBuildFiles(build: BuildManifest, architecture: 'arm' | 'x86'): string[] {
  const images = build.imagesToPull.flatMap(({ armUrl, x86Url }) => (architecture === 'arm' ? armUrl : x86Url) ?? []);
  return [...new Set([...images, ...build.firmwareInfo.map(({ binaryInfo }) => binaryInfo.path)])];
}
