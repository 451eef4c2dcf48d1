import { findPortByName, outputPortNames } from '@cellwright/domain/robot';
import * as z from 'zod';
import { welderLiveStateSchema } from '../../capabilities/welder.ts';
import { defineContract, type WiredPort } from '../../framework/contract.ts';
import { hostField, nameField, portField } from '../../framework/fields.ts';
import { weldTimeFields } from '../../framework/weld-machine/weld-signals.ts';
import { bitField, bitsOf, inputPositions, notThere, outputPositions, wordField } from './contract-positions.ts';

/** Outputs of the control box; those of the flange are for tools. */
const permitNames = outputPortNames.filter((name) => !name.startsWith('Flange'));

const instanceField = (label: string, fallback: number) =>
  z.number().int().min(1).max(65_535).default(fallback).meta({ label, help: 'In the EDS file of the machine' });
const sizeField = (label: string) =>
  z.number().int().min(2).max(500).default(32).meta({ label, help: 'Bytes, without headers' });
const stepField = (label: string, fallback: number, unit: string) =>
  z.number().min(0.001).max(100).default(fallback).meta({ label, unit, help: 'Of one count in the assemblies' });

const overlaps = 'This position already has another meaning';
const isBeyond = 'This position is beyond the end of the assembly';

const configSchema = z
  .object({
    kind: z.literal('WeldMachineMiller'),
    name: nameField('Miller weld machine'),
    hostname: hostField('192.168.1.60'),
    port: portField(44_818),
    packetIntervalMS: z.number().int().min(8).max(100).default(8).meta({
      label: 'Packet interval',
      unit: 'ms',
      help: 'The machine ends the arc by itself four intervals after the last packet',
    }),
    arcPermit: z.enum(permitNames).default('Output 1').meta({
      label: 'Output: arc permit',
      help: 'The robot controller holds it while an arc may burn, and ends it at each stop. Wire it to an enable input of the machine',
    }),
    inputInstance: instanceField('Assembly from the machine', 100),
    inputSize: sizeField('Its size'),
    outputInstance: instanceField('Assembly to the machine', 150),
    outputSize: sizeField('Size of the assembly to the machine'),
    configurationInstance: instanceField('Configuration assembly', 151),
    weldStart: bitField('To the machine: weld start', '0.0'),
    gas: bitField('To the machine: gas', '0.1'),
    errorReset: bitField('To the machine: error reset', '0.2'),
    wireStuckCheck: bitField('To the machine: wire-stuck check', notThere),
    processWord: wordField('To the machine: process', '2'),
    wireSpeedWord: wordField('To the machine: wire speed', '4'),
    voltageWord: wordField('To the machine: voltage', '6'),
    arcLengthWord: wordField('To the machine: arc length', '8'),
    arcControlWord: wordField('To the machine: arc control', '10'),
    arcEstablished: bitField('From the machine: arc established', '0.0'),
    powerSourceReady: bitField('From the machine: power source ready', '0.1'),
    machineFault: bitField('From the machine: machine fault', '0.2'),
    wireStuck: bitField('From the machine: wire stuck', '0.3'),
    touchDetected: bitField('From the machine: touch detected', notThere),
    voltageRead: wordField('From the machine: voltage', '4'),
    currentRead: wordField('From the machine: current', '6'),
    wireSpeedRead: wordField('From the machine: wire speed', '8'),
    voltageStep: stepField('Voltage step', 0.1, 'V'),
    currentStep: stepField('Current step', 1, 'A'),
    wireSpeedStep: stepField('Wire speed step', 1, 'in/min'),
    ...weldTimeFields,
  })
  .superRefine((config, context) => {
    const findOverlaps = (positions: Readonly<Record<string, 'bit' | 'word'>>, values: Positions, size: number) => {
      const seen = new Set<number>();
      for (const [field, type] of Object.entries(positions)) {
        const bits = bitsOf(values[field] ?? notThere, type);
        const message = bits.some((bit) => bit >= size * 8) ? isBeyond : bits.some((bit) => seen.has(bit)) && overlaps;
        if (message) context.addIssue({ code: 'custom', path: [field], message });
        for (const bit of bits) seen.add(bit);
      }
    };
    const { weldStart, gas, errorReset, wireStuckCheck } = config;
    const { processWord, wireSpeedWord, voltageWord, arcLengthWord, arcControlWord } = config;
    const words = { processWord, wireSpeedWord, voltageWord, arcLengthWord, arcControlWord };
    findOverlaps(outputPositions, { weldStart, gas, errorReset, wireStuckCheck, ...words }, config.outputSize);
    const { arcEstablished, powerSourceReady, machineFault, wireStuck, touchDetected } = config;
    const { voltageRead, currentRead, wireSpeedRead } = config;
    const bits = { arcEstablished, powerSourceReady, machineFault, wireStuck, touchDetected };
    findOverlaps(inputPositions, { ...bits, voltageRead, currentRead, wireSpeedRead }, config.inputSize);
  });
type Positions = Readonly<Record<string, string>>;
export type WeldMachineMillerConfig = z.infer<typeof configSchema>;

export const weldMachineMillerContract = defineContract({
  kind: 'WeldMachineMiller',
  label: 'Miller weld machine',
  description:
    'A Miller weld machine over EtherNet/IP. Routines set voltage and wire speed, and the values of the arc are measured.',
  catalogue: { group: 'machine', maker: 'Miller' },
  config: configSchema,
  liveState: welderLiveStateSchema,
  capabilities: {
    welder: ({ weldStart, arcEstablished }) => ({
      hasArcSignals: weldStart !== notThere && arcEstablished !== notThere,
      takesParameters: true,
    }),
  },
  address: ({ hostname, port }) => ({ host: hostname, port }),
  wires: listWires,
  sources: [
    'The signals are those of the robot interface of Miller AutoContinuum and DeltaWeld. Their positions in the assemblies are assumptions: compare them with the manual of the machine.',
    'The connection ends four packet intervals after the last packet, and the machine ends the arc with it. Not checked against a machine.',
    'The robot controller ends the arc permit at each stop, when it loses its commander, and half a second after its last renewal.',
  ],
  examples: [{ title: 'With the assumed positions', config: configSchema.parse({ kind: 'WeldMachineMiller' }) }],
});

function listWires({ arcPermit }: WeldMachineMillerConfig): readonly WiredPort[] {
  const ref = findPortByName(arcPermit);
  const role = 'Output: arc permit';
  return ref ? [{ ...ref, role, words: { text: role }, use: 'driven' }] : [];
}
