import * as z from 'zod';

/** Maximum size of a file that is sent to a device or fetched from one, bytes. */
export const maxFileBytes = 1024 * 1024;
/** Maximum number of names in a folder listing. */
export const maxListedFiles = 1000;

/** Characters that a shell, a listing or a server's file system may interpret, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const unsafeInPath = /[\u0000-\u001f\u007f-\u009f|;&$`<>*?"'\\{}!]/;

/**
 * Returns the reason why a path below a device's folder is not sent; undefined if it is allowed. It has parts separated
 * by single slashes, none of which leads up.
 */
export function refuseFilePath(path: string): string | undefined {
  const unsafe = unsafeInPath.exec(path)?.[0];
  if (unsafe !== undefined) {
    const named = /[\u0020-\u007e]/.test(unsafe) ? `'${unsafe}'` : 'control character';
    return `A file's path has no ${named} in it; rename the file`;
  }
  const parts = path.split('/');
  if (parts.some((part) => part === '..' || part === '.'))
    return 'The path must stay in the folder of the device. Remove the dots';
  if (parts.some((part) => part === '')) return 'Enter a path below the folder of the device, like programs/O1234.nc';
  if (parts.some((part) => part.startsWith('-')))
    return "No part of a path may begin with '-': a server may read it as an option";
  return undefined;
}

const pathSchema = z
  .string()
  .min(1)
  .max(500)
  .superRefine((path, context) => {
    const refusal = refuseFilePath(path);
    if (refusal !== undefined) context.addIssue(refusal);
  });
const encodingSchema = z.enum(['utf8', 'base64']);
const contentSchema = z.string().max(Math.ceil(maxFileBytes / 3) * 4);

/** Command for a device with files. Paths are relative to the folder of its configuration; '' is that folder itself. */
export const filesCommandSchema = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('list'), folder: z.union([z.literal(''), pathSchema]).default('') }),
  z.object({ operation: z.literal('download'), path: pathSchema }),
  z.object({
    operation: z.literal('upload'),
    path: pathSchema,
    content: contentSchema,
    encoding: encodingSchema.default('utf8').describe('Encoding of the content here; the decoded bytes are sent'),
  }),
  z.object({ operation: z.literal('delete'), path: pathSchema }),
]);
export type FilesCommand = z.infer<typeof filesCommandSchema>;

export const listedFileSchema = z.object({
  name: z.string(),
  isFolder: z.boolean(),
  sizeBytes: z.number().min(0),
  /** ISO 8601; absent if the server does not report it exactly. */
  modifiedAt: z.iso.datetime().optional(),
});
export type ListedFile = z.infer<typeof listedFileSchema>;

export const filesOutcomeSchema = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('list'), files: z.array(listedFileSchema) }),
  z.object({
    operation: z.literal('download'),
    content: z.string(),
    encoding: encodingSchema.describe('utf8 where the file is text, else base64'),
    sizeBytes: z.number(),
  }),
  z.object({ operation: z.literal('upload'), sizeBytes: z.number() }),
  z.object({ operation: z.literal('delete') }),
]);
export type FilesOutcome = z.infer<typeof filesOutcomeSchema>;
