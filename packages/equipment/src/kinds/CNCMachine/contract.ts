import { findPortByName, type IOPortRef } from '@cellwright/domain/robot';
import * as z from 'zod';
import { doorLiveStateSchema } from '../../capabilities/door.ts';
import { machineLiveStateSchema } from '../../capabilities/machine.ts';
import { workholdingLiveStateSchema } from '../../capabilities/workholding.ts';
import { defineContract, type WiredPort } from '../../framework/contract.ts';
import { nameField } from '../../framework/fields.ts';
import { networkFields } from '../../framework/network-fields.ts';
import { defaultPorts } from '../../framework/place-fields.ts';
import { checkMachine } from './contract-checks.ts';
import {
  autodoorField,
  cellSafeField,
  cycleField,
  type MachineOutput,
  type MachineSensor,
  machineInterfaces,
  machineStatusField,
  machineTypes,
  mtConnectField,
  takesRequests,
  workholdingsField,
} from './contract-fields.ts';

/** Port of the agent of a Haas control. */
const agentPort = 8082;

const configSchema = z
  .object({
    kind: z.literal('CNCMachine'),
    name: nameField('CNC machine'),
    machineType: z.enum(machineTypes).default('Mill').meta({ label: 'Machine type' }),
    deviceInterface: z.enum(machineInterfaces).default('haasNGC').meta({ label: 'Interface' }),
    ...networkFields,
    port: networkFields.port.meta({
      label: 'Port',
      help: `Default: 502 for modbusTCP, 5051 for haasNGC, ${agentPort} for mtConnect`,
    }),
    cycle: cycleField,
    machineStatus: machineStatusField,
    mtConnect: mtConnectField,
    autodoor: autodoorField,
    workholdings: workholdingsField,
    cellSafe: cellSafeField,
  })
  .superRefine((config, context) =>
    checkMachine(config, (path, message) => context.addIssue({ code: 'custom', path: [...path], message })),
  );
export type CNCMachineConfig = z.infer<typeof configSchema>;

const liveStateSchema = machineLiveStateSchema
  .extend(doorLiveStateSchema.shape)
  .extend(workholdingLiveStateSchema.shape);
export type CNCMachineLiveState = z.infer<typeof liveStateSchema>;

export const doorActions = [
  { id: 'open', name: 'open' },
  { id: 'close', name: 'close' },
] as const;

export const cncMachineContract = defineContract({
  kind: 'CNCMachine',
  label: 'CNC machine',
  description: 'A lathe or mill tended by the robot: its status, program, automatic door, chucks and vises.',
  catalogue: { group: 'machine' },
  config: configSchema,
  liveState: liveStateSchema,
  capabilities: {
    machine: ({ deviceInterface, cellSafe, hostname, port = defaultPorts.haasNGC }) => ({
      choosesProgram: takesRequests(deviceInterface),
      hasCellSafe: cellSafe.via !== 'none',
      ...(deviceInterface === 'haasNGC' && { endpoint: `${hostname}:${port}` }),
    }),
    door: ({ autodoor }) => ({ actions: autodoor.isFitted ? doorActions : [] }),
    workholding: ({ workholdings }) => ({ workholdings: workholdings.map(({ id, name }) => ({ id, name })) }),
    readiness: () => ({}),
  },
  address(config) {
    const { deviceInterface, hostname: host, port } = config;
    if (deviceInterface === 'controlBoxIO') return { ports: wiresOf(config) };
    return { host, port: port ?? (deviceInterface === 'mtConnect' ? agentPort : defaultPorts[deviceInterface]) };
  },
  wires: wiresOf,
  interior: ({ autodoor }) => (autodoor.isFitted && autodoor.interiorID !== '' ? autodoor.interiorID : undefined),
  sources: [
    'Questions and answers of a Haas control are those of its machine data collection (NGC); not checked against a machine.',
    'The request of a program by two macro variables, and the dispatcher program, follow public Haas programs of robot integrators.',
    'A wired machine cannot tell whether it has run while the cell was off.',
    'Data items and their values are those of the MTConnect standard, part 3 (Streams); not checked against a machine.',
  ],
  examples: [
    { title: 'Status only', config: configSchema.parse({ kind: 'CNCMachine' }) },
    {
      title: 'A lathe with an automatic door and a chuck on wires, and programs over the network',
      config: configSchema.parse({
        kind: 'CNCMachine',
        name: 'Lathe',
        machineType: 'Lathe',
        cycle: { startOutput: 'Output 1' },
        autodoor: {
          isFitted: true,
          open: { via: 'port', ioPort: 'Output 2' },
          close: { via: 'port', ioPort: 'Output 3' },
          opened: { via: 'port', ioPort: 'Input 2' },
          closed: { via: 'port', ioPort: 'Input 3' },
        },
        workholdings: [
          {
            id: 'workholding_chuck',
            name: 'Chuck',
            clamp: { via: 'port', ioPort: 'Output 4' },
            unclamp: { via: 'port', ioPort: 'Output 5' },
            clamped: { via: 'port', ioPort: 'Input 4' },
            unclamped: { via: 'port', ioPort: 'Input 5' },
          },
        ],
        cellSafe: { via: 'network', macroVariable: 10_002 },
      }),
    },
    {
      title: 'A mill that an MTConnect agent reports on, with its cycle start and its door on wires',
      config: configSchema.parse({
        kind: 'CNCMachine',
        name: 'Mill',
        deviceInterface: 'mtConnect',
        cycle: { startOutput: 'Output 1' },
        autodoor: {
          isFitted: true,
          open: { via: 'port', ioPort: 'Output 2' },
          close: { via: 'port', ioPort: 'Output 3' },
          closed: { via: 'port', ioPort: 'Input 3' },
        },
        cellSafe: { via: 'port', ioPort: 'Output 6' },
      }),
    },
    {
      title: 'A lathe whose control moves the door and the chuck, and takes macro variables for that',
      config: configSchema.parse({
        kind: 'CNCMachine',
        name: 'Lathe',
        machineType: 'Lathe',
        autodoor: {
          isFitted: true,
          open: { via: 'network', macroVariable: 10_100 },
          close: { via: 'network', macroVariable: 10_100, value: 2 },
          opened: { via: 'network', macroVariable: 10_101 },
          closed: { via: 'network', macroVariable: 10_102 },
        },
        workholdings: [
          {
            id: 'workholding_chuck',
            name: 'Chuck',
            clamp: { via: 'network', macroVariable: 10_103 },
            unclamp: { via: 'network', macroVariable: 10_103, value: 2 },
            clamped: { via: 'network', macroVariable: 10_104 },
            unclamped: { via: 'network', macroVariable: 10_105 },
          },
        ],
        cellSafe: { via: 'network', macroVariable: 10_002 },
      }),
    },
  ],
});

interface Wire {
  readonly text: string;
  readonly ioPort: string;
}

/** Each port once, under the name of the first signal that uses it. */
function wiresOf(config: CNCMachineConfig): WiredPort[] {
  const ports = new Map<string, WiredPort>();
  for (const { text, ioPort } of listWires(config)) {
    const ref: IOPortRef | undefined = findPortByName(ioPort);
    if (ref && !ports.has(ioPort)) ports.set(ioPort, { ...ref, role: text, words: { text }, use: 'driven' });
  }
  return [...ports.values()];
}

function listWires({ cycle, machineStatus, autodoor, workholdings, cellSafe }: CNCMachineConfig): Wire[] {
  const wire = (text: string, signal: MachineOutput | MachineSensor): Wire[] =>
    signal.via === 'port' ? [{ text, ioPort: signal.ioPort }] : [];
  const door = autodoor.isFitted
    ? [
        ...wire('Door: output that opens', autodoor.open),
        ...wire('Door: output that closes', autodoor.close),
        ...wire('Door: sensor of the open position', autodoor.opened),
        ...wire('Door: sensor of the closed position', autodoor.closed),
      ]
    : [];
  return [
    { text: 'Cycle start', ioPort: cycle.startOutput },
    ...wire('Machine is running', machineStatus.running),
    ...wire('Machine has a fault', machineStatus.fault),
    ...door,
    ...workholdings.flatMap(({ clamp, unclamp, clamped, unclamped }) => [
      ...wire('Workholding: output that clamps', clamp),
      ...wire('Workholding: output that unclamps', unclamp),
      ...wire('Workholding: sensor of the clamped position', clamped),
      ...wire('Workholding: sensor of the unclamped position', unclamped),
    ]),
    ...wire('Robot is clear of the machine', cellSafe),
  ];
}
