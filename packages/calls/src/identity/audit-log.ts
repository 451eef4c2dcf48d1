import { oneLine, wholeNumberText } from '@cellwright/domain/basics';
import { chainedEntrySchema } from '@cellwright/domain/cell';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

const common = {
  owner: 'identity',
  section: 'Audit',
  access: 'account',
  effect: 'none',
  deadlineMS: 15_000,
} as const;
const seq = wholeNumberText({ min: 0, max: Number.MAX_SAFE_INTEGER });
const searchText = z.string().max(128).regex(oneLine, 'must not contain control characters').default('');

export const listAudit = defineCall({
  ...common,
  name: 'listAudit',
  summary: 'List commands that were accepted or refused, newest first',
  http: { method: 'GET', path: '/audit' },
  input: z.object({
    subjectID: searchText.describe('Person or program; default all'),
    action: searchText.describe("An action; a prefix if it ends with a dot: 'runner.'"),
    since: z.iso.datetime().optional().describe('From this time on'),
    until: z.iso.datetime().optional().describe('Before this time'),
    before: seq.default(0).describe('Entries below this seq: the last one of the previous page'),
    limit: wholeNumberText({ min: 1, max: 1000 }).default(100),
  }),
  output: z.object({ items: z.array(chainedEntrySchema) }),
});

export const verifyAudit = defineCall({
  ...common,
  name: 'verifyAudit',
  summary: 'Check a part of the audit log: no entry is missing or was rewritten',
  http: { method: 'GET', path: '/audit/verify' },
  input: z.object({
    after: seq.default(0).describe('End of the previous part; 0 for the beginning'),
    hash: z
      .string()
      .regex(/^([0-9a-f]{64})?$/)
      .default('')
      .describe('Hash at that place'),
  }),
  output: z.object({
    seq: z.number().describe('The last intact entry'),
    hash: z.string(),
    checked: z.number(),
    isEnd: z.boolean().describe('False: continue with this seq and hash'),
    problem: z.string().describe('The first break; empty if there is none so far'),
    withoutKeyTo: z.number().describe('The last entry that was written before the log had a key; 0 for none'),
  }),
});
