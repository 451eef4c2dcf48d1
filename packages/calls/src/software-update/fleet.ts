import { fleetMembershipSchema } from '@cellwright/domain/fleet';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

const common = { owner: 'software-update', section: 'Fleet', output: fleetMembershipSchema } as const;

export const getFleetMembership = defineCall({
  ...common,
  name: 'getFleetMembership',
  summary: 'Get the serial number of this box and its connection to the hub of its fleet',
  http: { method: 'GET', path: '/fleet/membership' },
  input: z.object({}),
  access: 'signedIn',
  effect: 'none',
});

export const joinFleet = defineCall({
  ...common,
  name: 'joinFleet',
  summary: 'Join a fleet with a one-time code of its hub',
  http: { method: 'POST', path: '/fleet/membership' },
  input: z.object({
    hubURL: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .describe('Address of the hub, as in a browser'),
    code: z.string().trim().min(1).max(64),
  }),
  access: 'controlPanelPIN',
  effect: 'eachTime',
  audit: { action: 'fleet.join', target: 'fleet/membership' },
  deadlineMS: 20_000,
});

export const leaveFleet = defineCall({
  ...common,
  name: 'leaveFleet',
  summary: 'Leave the fleet: this box forgets its keys and reports nothing',
  http: { method: 'DELETE', path: '/fleet/membership' },
  input: z.object({}),
  access: 'controlPanelPIN',
  effect: 'eachTime',
  audit: { action: 'fleet.leave', target: 'fleet/membership' },
});
