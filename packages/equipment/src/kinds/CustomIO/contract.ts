import { findRepeatedName } from '@cellwright/domain/basics';
import { equipmentLiveStateSchema } from '@cellwright/domain/equipment';
import { ioLevelSchema, ioPortRefSchema, isValidPort } from '@cellwright/domain/robot';
import * as z from 'zod';
import { defineContract, type WiredAddress } from '../../framework/contract.ts';
import { nameField, nameText } from '../../framework/fields.ts';

const noSuchPort = 'There is no such port';
const namedTwice = 'This port already has a name in this device';
const sameName = 'Another port has the same name. Change one';
const maxPorts = 40;

const signalField = (label: string, fallback: string) => nameText(100).default(fallback).meta({ label });

const portSchema = z
  .object({
    name: nameText(100).meta({ label: 'Name' }),
    kind: z.enum(['Input', 'Output', 'Relay']).meta({ label: 'Kind' }),
    port: z.number().int().min(1).meta({ label: 'Port', help: 'Numbered from 1' }),
    highSignalName: signalField('Name of the high level', 'High'),
    lowSignalName: signalField('Name of the low level', 'Low'),
  })
  .refine(isValidPort, { path: ['port'], message: noSuchPort });

const configSchema = z.object({
  kind: z.literal('CustomIO'),
  name: nameField('Custom I/O'),
  ports: z
    .array(portSchema)
    .max(maxPorts)
    .refine((ports) => new Set(ports.map(({ kind, port }) => `${kind} ${port}`)).size === ports.length, namedTwice)
    .superRefine((ports, context) => {
      const repeated = findRepeatedName(ports.map(({ name }) => name));
      if (repeated !== undefined) context.addIssue({ code: 'custom', path: [repeated, 'name'], message: sameName });
    })
    .default([])
    .meta({ label: 'Ports', help: 'Wiring of the ports and the meaning of their levels' }),
});
export type CustomIOConfig = z.infer<typeof configSchema>;

const liveStateSchema = equipmentLiveStateSchema.extend({
  /** Levels by the names of the ports in this device. */
  levels: z.record(z.string(), ioLevelSchema).default({}),
});
export type CustomIOLiveState = z.infer<typeof liveStateSchema>;

/**
 * Lamps, buttons and doors without a driver of their own: named ports. They are set as before, manually and by steps.
 */
export const customIOContract = defineContract({
  kind: 'CustomIO',
  label: 'Custom I/O',
  description: 'Names for ports of the control box and their levels, for wired devices without a kind.',
  catalogue: { group: 'signals' },
  config: configSchema,
  liveState: liveStateSchema,
  capabilities: {},
  address: describePorts,
  examples: [
    { title: 'Nothing wired yet', config: configSchema.parse({ kind: 'CustomIO' }) },
    {
      title: 'A lamp and a button',
      config: configSchema.parse({
        kind: 'CustomIO',
        name: 'Panel',
        ports: [
          { name: 'Lamp', kind: 'Relay', port: 1, highSignalName: 'On', lowSignalName: 'Off' },
          { name: 'Button', kind: 'Input', port: 7, highSignalName: 'Pressed', lowSignalName: 'Released' },
        ],
      }),
    },
  ],
});

function describePorts({ ports }: CustomIOConfig): WiredAddress {
  return {
    ports: ports.map(({ name, kind, port }) => ({
      ...ioPortRefSchema.parse({ kind, port }),
      role: name,
      use: 'named',
    })),
  };
}
