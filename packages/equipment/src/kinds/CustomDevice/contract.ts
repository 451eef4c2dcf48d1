import { findPortByName } from '@cellwright/domain/robot';
import * as z from 'zod';
import { type ActionsDescription, actionsLiveStateSchema, type NamedAction } from '../../capabilities/actions.ts';
import { type DeviceAddress, defineContract, type WiredPort } from '../../framework/contract.ts';
import { nameField } from '../../framework/fields.ts';
import { flangeSupplyFields } from '../../framework/flange-fields.ts';
import { networkFields } from '../../framework/network-fields.ts';
import { defaultPorts, deviceInterfaces, isWired } from '../../framework/place-fields.ts';
import { checkCustomDevice } from './contract-checks.ts';
import { actionSchema, type CustomAction, nameOfAction, sensorSchema } from './contract-fields.ts';

const configSchema = z
  .object({
    kind: z.literal('CustomDevice'),
    name: nameField('Custom device'),
    deviceInterface: z.enum(deviceInterfaces).default('controlBoxIO').meta({ label: 'Interface' }),
    ...flangeSupplyFields('flangeIO'),
    ...networkFields,
    sensors: z.array(sensorSchema).max(40).default([]).meta({ label: 'Sensors' }),
    actions: z.array(actionSchema).max(40).default([]).meta({ label: 'Actions' }),
  })
  .superRefine((config, context) =>
    checkCustomDevice(config, (path, message) => context.addIssue({ code: 'custom', path: [...path], message })),
  );
export type CustomDeviceConfig = z.infer<typeof configSchema>;
export type CustomDeviceLiveState = z.infer<typeof actionsLiveStateSchema>;

export const customDeviceContract = defineContract({
  kind: 'CustomDevice',
  label: 'Custom device',
  description:
    'A clamp, a door, a feeder: named actions that set outputs, and sensors, over the ports of the control box or the flange, Modbus TCP, or the macro variables of a Haas control.',
  catalogue: { group: 'machine' },
  config: configSchema,
  liveState: actionsLiveStateSchema,
  capabilities: { actions: describeActions },
  address: addressOfDevice,
  flangeSupply: ({ deviceInterface, voltage, circuit }) =>
    deviceInterface === 'flangeIO' ? { voltage, circuit } : undefined,
  sources: [
    'Macro variables of a Haas control are read with ?Q600 and written with ?E, from notes on its machine data collection; not checked against a machine.',
    'The voltage and the circuit of the flange are noted and not set: they are those of the robot. Devices that are switched on agree on them.',
  ],
  examples: [
    { title: 'Nothing yet', config: configSchema.parse({ kind: 'CustomDevice' }) },
    {
      title: 'A clamp on a valve with a sensor for closed',
      config: configSchema.parse({
        kind: 'CustomDevice',
        name: 'Clamp',
        sensors: [{ id: 'sensor_closed', name: 'Closed', ioPort: 'Input 5' }],
        actions: [
          { id: 'action_clamp', kind: 'clamp', actionOutputs: [{ ioPort: 'Output 5' }], waitForSensor: 'Closed' },
          { id: 'action_unclamp', kind: 'unclamp', actionOutputs: [{ ioPort: 'Output 5', level: 'low' }] },
        ],
      }),
    },
    {
      title: 'A machine that starts by a macro variable',
      config: configSchema.parse({
        kind: 'CustomDevice',
        name: 'Mill',
        deviceInterface: 'haasNGC',
        sensors: [{ id: 'sensor_ready', name: 'Ready', macroVariable: 10_901 }],
        actions: [{ id: 'action_start', kind: 'start', actionOutputs: [{ macroVariable: 10_900 }] }],
      }),
    },
  ],
});

function describeActions({ deviceInterface, actions, sensors }: CustomDeviceConfig): ActionsDescription {
  return {
    sensorKind: deviceInterface,
    actions: actions.map(nameAction),
    sensors: sensors.map(({ id, name }) => ({ id, name })),
  };
}

function addressOfDevice(config: CustomDeviceConfig): DeviceAddress {
  const { deviceInterface, hostname: host, port } = config;
  if (deviceInterface === 'modbusTCP' || deviceInterface === 'haasNGC')
    return { host, port: port ?? defaultPorts[deviceInterface] };
  return { ports: isWired(deviceInterface) ? wiredPortsOf(config) : [] };
}

type Role = Pick<WiredPort, 'role' | 'words'>;

/** Returns each port once, with the name of the first action or sensor that uses it. */
function wiredPortsOf({ actions, sensors }: CustomDeviceConfig): WiredPort[] {
  const roles = new Map<string, Role>();
  for (const { ioPort, name } of sensors) roles.set(ioPort, { role: name });
  for (const action of actions)
    for (const { ioPort } of action.actionOutputs) if (!roles.has(ioPort)) roles.set(ioPort, roleOfOutput(action));
  return [...roles].flatMap(([name, role]) => {
    const ref = findPortByName(name);
    return ref ? [{ ...ref, ...role, use: 'driven' as const }] : [];
  });
}

function roleOfOutput(action: CustomAction): Role {
  return {
    role: `Output of ${nameOfAction(action)}`,
    words: { text: 'Output of {action}', action: nameAction(action) },
  };
}

function nameAction(action: CustomAction): NamedAction {
  return { id: action.id, name: nameOfAction(action), isWord: action.kind !== 'custom' };
}
