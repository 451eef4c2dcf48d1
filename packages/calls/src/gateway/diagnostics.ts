import { diagnosticsSchema } from '@cellwright/domain/cell';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

const common = {
  owner: 'gateway',
  section: 'Diagnostics',
  input: z.object({}),
  access: 'controlPanel',
  effect: 'none',
  // Services and devices that do not answer are waited for.
  deadlineMS: 15_000,
} as const;

export const getDiagnostics = defineCall({
  ...common,
  name: 'getDiagnostics',
  summary: 'Check the services, the machine, the robots, the devices and the network of the cell',
  http: { method: 'GET', path: '/diagnostics' },
  output: diagnosticsSchema,
});

export const diagnosticsBundleSchema = z.object({
  fileName: z.string(),
  content: z.base64().describe('ZIP archive: the diagnostics as JSON, and the newest log lines of each process'),
});
export type DiagnosticsBundle = z.infer<typeof diagnosticsBundleSchema>;

export const getDiagnosticsBundle = defineCall({
  ...common,
  name: 'getDiagnosticsBundle',
  summary: 'Get the diagnostics with the logs as an archive, without secrets',
  description: 'Passwords, tokens, PINs and keys are removed by each service before its state leaves the process.',
  http: { method: 'GET', path: '/diagnostics/bundle' },
  output: diagnosticsBundleSchema,
});
