import { boxLabelsSchema, fleetBoxSchema, serialSchema, timelineEntrySchema } from '@cellwright/domain/fleet';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

const common = { owner: 'hub', section: 'Fleet' } as const;
const oneBox = z.object({ id: z.string() });

export const listFleetBoxes = defineCall({
  ...common,
  name: 'listFleetBoxes',
  summary: 'List the boxes of the fleet with their last reported state',
  http: { method: 'GET', path: '/fleet/boxes' },
  input: z.object({}),
  output: z.object({
    items: z.array(fleetBoxSchema),
    isReachable: z.boolean().describe('False while the hub has no connection to its NATS, so that no box can report'),
  }),
  access: 'signedIn',
  effect: 'none',
});

const codeSchema = z.object({
  box: fleetBoxSchema,
  code: z.string().describe('One-time code for the box; it is not shown again'),
  expiresAt: z.iso.datetime(),
});

export const enrolBox = defineCall({
  ...common,
  name: 'enrolBox',
  summary: 'Create a one-time code with which the box of a serial number joins the fleet',
  description:
    'A new code replaces the former one. A box that joins again gets new keys, and its former keys are revoked.',
  http: { method: 'POST', path: '/fleet/boxes' },
  input: z.object({ serial: serialSchema, alias: boxLabelsSchema.shape.alias.default('') }),
  output: codeSchema,
  access: 'account',
  effect: 'eachTime',
  audit: { action: 'fleet.enrolBox', target: 'fleet/boxes' },
});

export const labelBox = defineCall({
  ...common,
  name: 'labelBox',
  summary: 'Change the alias, the notes, the tags and the update hold of a box',
  http: { method: 'PATCH', path: '/fleet/boxes/:id' },
  input: oneBox.extend(boxLabelsSchema.partial().shape),
  output: fleetBoxSchema,
  access: 'account',
  effect: 'eachTime',
  audit: { action: 'fleet.labelBox', target: 'fleet/boxes/:id' },
});

export const revokeBox = defineCall({
  ...common,
  name: 'revokeBox',
  summary: 'Revoke the keys of a box; its connection is closed',
  http: { method: 'POST', path: '/fleet/boxes/:id/revoke' },
  input: oneBox,
  output: fleetBoxSchema,
  access: 'account',
  effect: 'eachTime',
  audit: { action: 'fleet.revokeBox', target: 'fleet/boxes/:id' },
});

export const getBoxTimeline = defineCall({
  ...common,
  name: 'getBoxTimeline',
  summary: 'List what happened on a box, newest first',
  http: { method: 'GET', path: '/fleet/boxes/:id/timeline' },
  input: oneBox,
  output: z.object({ items: z.array(timelineEntrySchema) }),
  access: 'signedIn',
  effect: 'none',
});

export const redeemEnrolmentCode = defineCall({
  ...common,
  name: 'redeemEnrolmentCode',
  summary: 'Exchange a one-time code for the credentials of a box; made by the box',
  http: { method: 'POST', path: '/fleet/enrolment' },
  input: z.object({
    serial: serialSchema,
    code: z.string().min(1).max(64),
    userKey: z.string().max(64).describe('Public NATS key of the box; its seed stays on the box'),
  }),
  output: z.object({
    account: z.string().describe('Account of the box on the NATS of the hub'),
    userJWT: z.string(),
    natsURL: z.string().nullable().describe('Null for the host of the hub and the port below'),
    natsPort: z.number().int(),
    at: z.iso.datetime().describe('Time of the hub'),
  }),
  access: 'public',
  effect: 'eachTime',
  audit: { action: 'fleet.join', target: 'fleet/boxes' },
});
