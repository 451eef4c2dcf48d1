import { newWaveSchema, waveSchema } from '@cellwright/domain/fleet';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

const common = { owner: 'hub', section: 'Fleet' } as const;
const oneWave = z.object({ id: z.string() });

export const listWaves = defineCall({
  ...common,
  name: 'listWaves',
  summary: 'List the update waves, newest first',
  http: { method: 'GET', path: '/fleet/waves' },
  input: z.object({}),
  output: z.object({ items: z.array(waveSchema) }),
  access: 'signedIn',
  effect: 'none',
});

export const createWave = defineCall({
  ...common,
  name: 'createWave',
  summary: 'Update the boxes of the fleet to a build, group after group',
  description:
    'The next group begins once the boxes of the current one have ended their installs; boxes that are offline join later. The wave halts when too many boxes of a group fail to install, or produce worse than before.',
  http: { method: 'POST', path: '/fleet/waves' },
  input: newWaveSchema,
  output: waveSchema,
  access: 'account',
  effect: 'eachTime',
  audit: { action: 'fleet.createWave', target: 'fleet/waves' },
});

const change = { ...common, input: oneWave, output: waveSchema, access: 'account', effect: 'eachTime' } as const;

export const holdWave = defineCall({
  ...change,
  name: 'holdWave',
  summary: 'Hold a wave; installs that have begun continue',
  http: { method: 'POST', path: '/fleet/waves/:id/hold' },
  input: oneWave.extend({ reason: z.string().trim().min(1).max(300) }),
  audit: { action: 'fleet.holdWave', target: 'fleet/waves/:id' },
});

export const resumeWave = defineCall({
  ...change,
  name: 'resumeWave',
  summary: 'Continue a wave that was held or has halted; its failures so far are accepted',
  http: { method: 'POST', path: '/fleet/waves/:id/resume' },
  audit: { action: 'fleet.resumeWave', target: 'fleet/waves/:id' },
});

export const cancelWave = defineCall({
  ...change,
  name: 'cancelWave',
  summary: 'End a wave; boxes keep the build that they run',
  http: { method: 'POST', path: '/fleet/waves/:id/cancel' },
  audit: { action: 'fleet.cancelWave', target: 'fleet/waves/:id' },
});
