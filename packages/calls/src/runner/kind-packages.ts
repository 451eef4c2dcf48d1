import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

export const listKindPackages = defineCall({
  owner: 'routine-runner',
  section: 'Packages of kinds',
  access: 'signedIn',
  name: 'listKindPackages',
  summary: 'List the packages of kinds in the data folder of the cell, with their versions, states and errors',
  http: { method: 'GET', path: '/kind-packages' },
  input: z.object({}),
  output: z.object({
    packages: z.array(
      z.object({
        folder: z.string(),
        name: z.string().nullable().describe('Null if the manifest cannot be read'),
        version: z.string().nullable(),
        state: z.enum(['starting', 'ready', 'failed']),
        problem: z.string().nullable().describe('Reason why its steps are refused; else null'),
        restarts: z.number().int().describe('Count of its processes that were lost since the start'),
        manifest: z.string().nullable().describe('Text of its cellwright.json; null if it cannot be used'),
      }),
    ),
  }),
  effect: 'none',
});
export type KindPackageView = z.output<typeof listKindPackages.output>['packages'][number];
