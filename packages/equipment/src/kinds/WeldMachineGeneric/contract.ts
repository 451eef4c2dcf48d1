import { findPortByName, inputPortNames, outputPortNames } from '@cellwright/domain/robot';
import * as z from 'zod';
import { type WelderDescription, welderLiveStateSchema } from '../../capabilities/welder.ts';
import { defineContract, type WiredAddress } from '../../framework/contract.ts';
import { nameField } from '../../framework/fields.ts';
import { describeAssemblyWelder, listPermit } from '../../framework/weld-machine/assembly-fields.ts';
import { isThere } from '../../framework/weld-machine/assembly-positions.ts';
import { weldTimeFields } from '../../framework/weld-machine/weld-signals.ts';
import { defaultPorts, findNetworkProblems, networkFields, weldInterfaces } from './contract-network.ts';

/** Value of a signal that the machine does not have. */
export const notWired = 'none';

/** Ports of the control box; those of the flange are for tools. */
const isOnBox = (name: string) => !name.startsWith('Flange');
const outputNames = outputPortNames.filter(isOnBox);
const inputNames = inputPortNames.filter(isOnBox);

const outputField = (label: string, fallback: string, help?: string) =>
  z
    .enum([notWired, ...outputNames])
    .default(fallback)
    .meta({ label, ...(help === undefined ? {} : { help }) });
const inputField = (label: string, fallback: string, help?: string) =>
  z
    .enum([notWired, ...inputNames])
    .default(fallback)
    .meta({ label, ...(help === undefined ? {} : { help }) });

const usedTwice = 'This port already has another meaning for this machine';

const configSchema = z
  .object({
    kind: z.literal('WeldMachineGeneric'),
    name: nameField('Weld machine'),
    interface: z.enum(weldInterfaces).default('wired').meta({
      label: 'Interface',
      help: 'wired: outputs and inputs of the control box; modbus: registers over Modbus TCP; ethernetIP: assemblies over EtherNet/IP',
    }),
    weldStart: outputField('Output: weld start', 'Output 1', 'On while the arc should burn'),
    robotReady: outputField('Output: robot ready', 'Output 2'),
    gas: outputField('Output: gas', 'Output 3'),
    wireInch: outputField('Output: wire inch', notWired, 'Not used by the Weld step'),
    wireRetract: outputField('Output: wire retract', notWired, 'Not used by the Weld step'),
    errorReset: outputField('Output: error reset', notWired, 'Pulsed before an arc if the machine reports a fault'),
    touchSense: outputField('Output: touch sensing', notWired, 'Kept off during a weld'),
    wireStuckCheck: outputField('Output: wire-stuck check', notWired, 'On for a moment after the arc'),
    arcEstablished: inputField('Input: arc established', 'Input 1'),
    powerSourceReady: inputField('Input: power source ready', 'Input 2'),
    currentFlow: inputField('Input: current flow', notWired),
    wireStuck: inputField('Input: wire stuck', notWired),
    touchDetected: inputField('Input: touch detected', notWired),
    machineFault: inputField('Input: machine fault', notWired),
    ...networkFields,
    ...weldTimeFields,
  })
  .superRefine((config, context) => {
    if (isNetworked(config)) {
      for (const { field, message } of findNetworkProblems(config))
        context.addIssue({ code: 'custom', path: ['positions', field], message });
      return;
    }
    const seen = new Set<string>();
    for (const { field } of weldSignals) {
      const name = config[field];
      if (name !== notWired && seen.has(name)) context.addIssue({ code: 'custom', path: [field], message: usedTwice });
      seen.add(name);
    }
  });
export type WeldMachineGenericConfig = z.infer<typeof configSchema>;

/** True for a machine on a network. */
export function isNetworked<Config extends { readonly interface: (typeof weldInterfaces)[number] }>(
  config: Config,
): config is Config & { readonly interface: 'modbus' | 'ethernetIP' } {
  return config.interface !== 'wired';
}

/** Signals of the machine, each a field of its configuration. */
export const weldSignals = [
  { field: 'weldStart', direction: 'output', role: 'Output: weld start' },
  { field: 'robotReady', direction: 'output', role: 'Output: robot ready' },
  { field: 'gas', direction: 'output', role: 'Output: gas' },
  { field: 'wireInch', direction: 'output', role: 'Output: wire inch' },
  { field: 'wireRetract', direction: 'output', role: 'Output: wire retract' },
  { field: 'errorReset', direction: 'output', role: 'Output: error reset' },
  { field: 'touchSense', direction: 'output', role: 'Output: touch sensing' },
  { field: 'wireStuckCheck', direction: 'output', role: 'Output: wire-stuck check' },
  { field: 'arcEstablished', direction: 'input', role: 'Input: arc established' },
  { field: 'powerSourceReady', direction: 'input', role: 'Input: power source ready' },
  { field: 'currentFlow', direction: 'input', role: 'Input: current flow' },
  { field: 'wireStuck', direction: 'input', role: 'Input: wire stuck' },
  { field: 'touchDetected', direction: 'input', role: 'Input: touch detected' },
  { field: 'machineFault', direction: 'input', role: 'Input: machine fault' },
] as const;

export const weldMachineGenericContract = defineContract({
  kind: 'WeldMachineGeneric',
  label: 'Weld machine',
  description:
    'A weld machine wired to outputs and inputs of the control box, or reached over Modbus TCP or EtherNet/IP. Values of the arc are set on a wired machine itself.',
  catalogue: { group: 'machine' },
  config: configSchema,
  liveState: welderLiveStateSchema,
  capabilities: {
    welder: (config) => (isNetworked(config) ? describeNetworkWelder(config) : describeWiredWelder(config)),
  },
  address: (config) =>
    isNetworked(config)
      ? { host: config.hostname, port: config.port ?? defaultPorts[config.interface] }
      : describePorts(config),
  wires: (config) => (isNetworked(config) ? listPermit(config) : describePorts(config).ports),
  sources: [
    'Signals and their order are those of common robot interfaces of weld machines; times are estimates. Not checked against a machine.',
    'The robot controller ends weld start and robot ready at each stop, when it loses its commander, and half a second after their last renewal. For a machine on a network it ends the arc permit.',
    'A machine on a network must end the arc four packet intervals after the last packet. Over EtherNet/IP this belongs to the connection. Over Modbus TCP, set the connection time-out of the machine.',
  ],
  examples: [
    { title: 'Arc and gas', config: configSchema.parse({ kind: 'WeldMachineGeneric' }) },
    {
      title: 'With every signal',
      config: configSchema.parse({
        kind: 'WeldMachineGeneric',
        name: 'Welder',
        errorReset: 'Output 4',
        wireStuckCheck: 'Output 5',
        touchSense: 'Output 6',
        wireInch: 'Output 7',
        wireRetract: 'Output 8',
        currentFlow: 'Input 3',
        wireStuck: 'Input 4',
        touchDetected: 'Input 5',
        machineFault: 'Input 6',
      }),
    },
    {
      title: 'Over Modbus TCP, with the error number and all signals in one register',
      config: configSchema.parse({
        kind: 'WeldMachineGeneric',
        name: 'Welder',
        interface: 'modbus',
        packetIntervalMS: 12,
        modbus: { outputRegister: 0xf100, inputRegister: 0xf000 },
        positions: { wireInch: '0.4', wireRetract: '0.5', currentFlow: '0.8', wireStuck: '0.12', errorNumber: '1' },
      }),
    },
    {
      title: 'Over EtherNet/IP',
      config: configSchema.parse({
        kind: 'WeldMachineGeneric',
        name: 'Welder',
        interface: 'ethernetIP',
        assemblies: { inputSize: 12, outputSize: 12 },
      }),
    },
  ],
});

const onlyModbus: ReadonlySet<string> = new Set(['modbus']);
const onlyEtherNetIP: ReadonlySet<string> = new Set(['assemblies']);
const wiredFields: ReadonlySet<string> = new Set(weldSignals.map(({ field }) => field));

/** True if the field has a meaning for the interface: a form hides the others. */
export function isWeldFieldUsed(field: string, weldInterface: string): boolean {
  if (wiredFields.has(field)) return weldInterface === 'wired';
  if (onlyModbus.has(field)) return weldInterface === 'modbus';
  if (onlyEtherNetIP.has(field)) return weldInterface === 'ethernetIP';
  return !Object.hasOwn(networkFields, field) || weldInterface !== 'wired';
}

const isWired = (name: string) => name !== notWired;

function describeWiredWelder({ weldStart, arcEstablished }: WeldMachineGenericConfig): WelderDescription {
  return { hasArcSignals: isWired(weldStart) && isWired(arcEstablished), takesParameters: false };
}

/** The Weld step sets the values that have a position. */
function describeNetworkWelder({ positions }: WeldMachineGenericConfig): WelderDescription {
  const takesParameters = isThere(positions.voltageWord) || isThere(positions.wireSpeedWord);
  return { ...describeAssemblyWelder(positions), takesParameters };
}

function describePorts(config: WeldMachineGenericConfig): WiredAddress {
  return {
    ports: weldSignals.flatMap(({ field, role }) => {
      const ref = findPortByName(config[field]);
      return ref ? [{ ...ref, role, words: { text: role }, use: 'driven' as const }] : [];
    }),
  };
}
