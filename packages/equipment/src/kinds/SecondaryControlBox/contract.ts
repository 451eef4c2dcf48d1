import * as z from 'zod';
import { type VariablesLiveState, variablesLiveStateSchema } from '../../capabilities/variables.ts';
import { defineContract } from '../../framework/contract.ts';
import { hostField, millisecondsField, nameField, portField, secretField } from '../../framework/fields.ts';

/** The default port is the one on which a cell serves its page and its interfaces. */
const configSchema = z.object({
  kind: z.literal('SecondaryControlBox'),
  name: nameField('Secondary control box'),
  host: hostField('192.168.1.11'),
  port: portField(3000),
  token: secretField('Token', 'An API token of the other control box', {
    pattern: /^[!-~]*$/,
    message: 'Enter the token exactly as shown, without spaces',
  }),
  connectTimeoutMS: millisecondsField('Time to connect', 2000),
  timeoutMS: millisecondsField('Time to answer', 2000),
});
export type SecondaryControlBoxConfig = z.infer<typeof configSchema>;

export type SecondaryControlBoxLiveState = VariablesLiveState;

export const secondaryControlBoxContract = defineContract({
  kind: 'SecondaryControlBox',
  label: 'Secondary control box',
  description: 'The control box of another robot with Cellwright. Provides the state of its robot and its variables.',
  catalogue: { group: 'signals' },
  config: configSchema,
  liveState: variablesLiveStateSchema,
  capabilities: { variables: () => ({}) },
  secrets: ['token'],
  address: ({ host, port }) => ({ host, port }),
  examples: [
    {
      title: 'The second arm of a two-arm cell',
      config: configSchema.parse({ kind: 'SecondaryControlBox', name: 'Left arm', host: '192.168.1.12' }),
    },
  ],
  sources: [
    'GET /api/v1/cell/variables and /api/v1/cell/robots/live/state of the other control box, with a token that may read.',
    'Nothing is encrypted: keep both control boxes in the network of the cell.',
    'Of more than 1000 variables the first 1000 by name are followed, and of a long text its first 200 characters.',
  ],
});
