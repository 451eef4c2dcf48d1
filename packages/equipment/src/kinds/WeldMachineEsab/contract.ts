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
import { findPositionProblems, notThere, positionField } from '../../framework/weld-machine/assembly-positions.ts';
import { weldTimeFields } from '../../framework/weld-machine/weld-signals.ts';

const configSchema = z
  .object({
    kind: z.literal('WeldMachineEsab'),
    name: nameField('ESAB weld machine'),
    hostname: hostField('192.168.1.61'),
    ...assemblyConnectionFields,
    weldStart: positionField('weldStart', '0.0'),
    gas: positionField('gas', '0.1'),
    wireInch: positionField('wireInch', '0.2'),
    wireRetract: positionField('wireRetract', '0.3'),
    errorReset: positionField('errorReset', '0.4'),
    touchSense: positionField('touchSense', notThere),
    wireStuckCheck: positionField('wireStuckCheck', notThere),
    processWord: positionField('processWord', '2'),
    wireSpeedWord: positionField('wireSpeedWord', '4'),
    voltageWord: positionField('voltageWord', '6'),
    arcLengthWord: positionField('arcLengthWord', '8'),
    arcControlWord: positionField('arcControlWord', '10'),
    arcEstablished: positionField('arcEstablished', '0.0'),
    powerSourceReady: positionField('powerSourceReady', '0.1'),
    currentFlow: positionField('currentFlow', '0.2'),
    machineFault: positionField('machineFault', '0.3'),
    wireStuck: positionField('wireStuck', '0.4'),
    touchDetected: positionField('touchDetected', notThere),
    voltageRead: positionField('voltageRead', '2'),
    currentRead: positionField('currentRead', '4'),
    wireSpeedRead: positionField('wireSpeedRead', '6'),
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
