import { broughtItemSchema, exampleNameSchema, keptItemSchema, listedExampleSchema } from '@cellwright/domain/cell';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

const common = { owner: 'gateway', section: 'Examples' } as const;
const named = z.object({ name: exampleNameSchema });

export const listExamples = defineCall({
  ...common,
  name: 'listExamples',
  summary: 'List the example routines, and what the cell lacks to play each',
  http: { method: 'GET', path: '/examples' },
  input: z.object({}),
  output: z.object({ items: z.array(listedExampleSchema) }),
  access: 'signedIn',
  effect: 'none',
  deadlineMS: 15_000,
});

export const setUpExample = defineCall({
  ...common,
  name: 'setUpExample',
  summary: 'Set up an example: its routine and what the cell lacks to play it',
  description:
    'Devices are added as simulators. Existing routines and items do not change. Items set up before a refusal stay, and can be removed. Features need the control-panel PIN.',
  http: { method: 'POST', path: '/examples/:name/set-up' },
  input: named,
  output: z.object({ routineID: z.string(), brought: z.array(broughtItemSchema) }),
  access: 'author',
  effect: 'eachTime',
  deadlineMS: 60_000,
});

export const removeExample = defineCall({
  ...common,
  name: 'removeExample',
  summary: 'Remove the items of an example that are unchanged and unused',
  http: { method: 'POST', path: '/examples/:name/remove' },
  input: named,
  output: z.object({ removed: z.array(broughtItemSchema), kept: z.array(keptItemSchema) }),
  access: 'author',
  effect: 'eachTime',
  deadlineMS: 60_000,
});
