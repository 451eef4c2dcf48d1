import * as z from 'zod';
import { welderLiveStateSchema } from '../../capabilities/welder.ts';
import { defineContract } from '../../framework/contract.ts';
import { hostField, nameField } from '../../framework/fields.ts';
import {
  assemblyConnectionFields,
  assemblyStepFields,
  describeAssemblyWelder,
  listPermit,
} from '../../framework/weld-machine/assembly-fields.ts';
import { findPositionProblems, notThere, positionFields } from '../../framework/weld-machine/assembly-positions.ts';
import { weldTimeFields } from '../../framework/weld-machine/weld-signals.ts';

const configSchema = z
  .object({
    kind: z.literal('WeldMachineEsab'),
    name: nameField('ESAB weld machine'),
    hostname: hostField('192.168.1.61'),
    ...assemblyConnectionFields,
    ...positionFields({
      weldStart: '0.0',
      gas: '0.1',
      wireInch: '0.2',
      wireRetract: '0.3',
      errorReset: '0.4',
      touchSense: notThere,
      wireStuckCheck: notThere,
      processWord: '2',
      wireSpeedWord: '4',
      voltageWord: '6',
      arcLengthWord: '8',
      arcControlWord: '10',
      arcEstablished: '0.0',
      powerSourceReady: '0.1',
      currentFlow: '0.2',
      machineFault: '0.3',
      wireStuck: '0.4',
      touchDetected: notThere,
      voltageRead: '2',
      currentRead: '4',
      wireSpeedRead: '6',
    }),
    ...assemblyStepFields,
    ...weldTimeFields,
  })
  .superRefine((config, context) => {
    for (const { field, message } of findPositionProblems(config))
      context.addIssue({ code: 'custom', path: [field], message });
  });

export const weldMachineEsabContract = defineContract({
  kind: 'WeldMachineEsab',
  label: 'ESAB weld machine',
  description:
    'An ESAB weld machine over EtherNet/IP. Routines set voltage and wire speed, and the values of the arc are measured.',
  catalogue: { group: 'machine', maker: 'ESAB' },
  config: configSchema,
  liveState: welderLiveStateSchema,
  capabilities: { welder: (config) => ({ ...describeAssemblyWelder(config), maker: 'ESAB' }) },
  address: ({ hostname, port }) => ({ host: hostname, port }),
  wires: (config) => listPermit(config),
  sources: [
    'The signals are those of common robot interfaces of weld machines. The layout of the assemblies of ESAB machines is unknown to us: instances, sizes, positions, steps and codes of the process are assumptions. Compare each with the manual and the EDS file of the machine. Not checked against a machine.',
    'The connection ends four packet intervals after the last packet, and the machine ends the arc with it. Not checked against a machine.',
    'The robot controller ends the arc permit at each stop, when it loses its commander, and half a second after its last renewal.',
  ],
  examples: [
    { title: 'With the assumed positions', config: configSchema.parse({ kind: 'WeldMachineEsab' }) },
    {
      title: 'With touch sensing and a wire-stuck check',
      config: configSchema.parse({
        kind: 'WeldMachineEsab',
        name: 'Welder',
        touchSense: '0.5',
        wireStuckCheck: '0.6',
        touchDetected: '0.5',
      }),
    },
  ],
});
