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
    kind: z.literal('WeldMachineMiller'),
    name: nameField('Miller weld machine'),
    hostname: hostField('192.168.1.60'),
    ...assemblyConnectionFields,
    ...positionFields({
      weldStart: '0.0',
      gas: '0.1',
      errorReset: '0.2',
      wireStuckCheck: notThere,
      processWord: '2',
      wireSpeedWord: '4',
      voltageWord: '6',
      arcLengthWord: '8',
      arcControlWord: '10',
      arcEstablished: '0.0',
      powerSourceReady: '0.1',
      machineFault: '0.2',
      wireStuck: '0.3',
      touchDetected: notThere,
      voltageRead: '4',
      currentRead: '6',
      wireSpeedRead: '8',
    }),
    ...assemblyStepFields,
    ...weldTimeFields,
  })
  .superRefine((config, context) => {
    for (const { field, message } of findPositionProblems(config))
      context.addIssue({ code: 'custom', path: [field], message });
  });

export const weldMachineMillerContract = defineContract({
  kind: 'WeldMachineMiller',
  label: 'Miller weld machine',
  description:
    'A Miller weld machine over EtherNet/IP. Routines set voltage and wire speed, and the values of the arc are measured.',
  catalogue: { group: 'machine', maker: 'Miller' },
  config: configSchema,
  liveState: welderLiveStateSchema,
  capabilities: { welder: (config) => describeAssemblyWelder(config) },
  address: ({ hostname, port }) => ({ host: hostname, port }),
  wires: (config) => listPermit(config),
  sources: [
    'The signals are those of the robot interface of Miller AutoContinuum and DeltaWeld. Their positions in the assemblies are assumptions: compare them with the manual of the machine.',
    'The connection ends four packet intervals after the last packet, and the machine ends the arc with it. Not checked against a machine.',
    'The robot controller ends the arc permit at each stop, when it loses its commander, and half a second after its last renewal.',
  ],
  examples: [{ title: 'With the assumed positions', config: configSchema.parse({ kind: 'WeldMachineMiller' }) }],
});
