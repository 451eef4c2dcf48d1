import {
  findPortByName,
  inputPortNames,
  ioLevelSchema,
  outputPortNames,
  pulseDefaultSeconds,
} from '@cellwright/domain/robot';
import * as z from 'zod';
import { type GripperDescription, gripperLiveStateSchema } from '../../capabilities/gripper.ts';
import type { ToolDescription } from '../../capabilities/tool.ts';
import { defineContract, type WiredAddress } from '../../framework/contract.ts';
import { metersField, millisecondsField, nameField } from '../../framework/fields.ts';
import { flangeSupplyFields } from '../../framework/flange-fields.ts';
import { findModbusProblems, modbusFields } from './contract-modbus.ts';

/** Value of a port that the gripper does not have. */
export const notWired = 'none';

const outputField = (label: string, fallback: string, help?: string) =>
  z
    .enum([notWired, ...outputPortNames])
    .default(fallback)
    .meta({ label, ...(help === undefined ? {} : { help }) });
const sensorField = (label: string, help: string) =>
  z
    .enum([notWired, ...inputPortNames])
    .default(notWired)
    .meta({ label, help });

const chooseAnOutput = 'Choose the output that opens the gripper, the one that closes it, or both';
const usedTwice = 'This port already has another meaning in this gripper';
const pulseNeedsBoth =
  'Pulses need an output for opening and one for closing. With only one, the gripper would move back';
const openIsWider = 'The open width must be above the closed width';

/** With one output the gripper returns by itself (a spring) when it is off; with two it stays at its position. */
const configSchema = z
  .object({
    kind: z.literal('CustomGripper'),
    name: nameField('Custom gripper'),
    interface: z.enum(['wired', 'modbus']).default('wired').meta({
      label: 'Interface',
      help: 'Ports of the control box or the flange, or registers and coils over Modbus TCP',
    }),
    closeOutput: outputField('Output that closes', 'Output 1'),
    openOutput: outputField('Output that opens', notWired, 'None: it opens when the closing output is off'),
    outputLevel: ioLevelSchema.default('high').meta({ label: 'Level of an output that is on' }),
    isPulsed: z.boolean().default(false).meta({ label: 'Pulses', help: 'The outputs are on for a pulse only' }),
    pulseSeconds: z
      .number()
      .min(0.01)
      .max(60)
      .default(pulseDefaultSeconds)
      .meta({ label: 'Length of a pulse', unit: 's' }),
    openSensor: sensorField('Sensor: open', 'On when the fingers are fully open'),
    closedSensor: sensorField('Sensor: closed', 'On when the fingers are fully closed without a part'),
    partSensor: sensorField('Sensor: part held', 'On when the fingers hold a part'),
    sensorLevel: ioLevelSchema.default('high').meta({ label: 'Level of a sensor that is on' }),
    ...flangeSupplyFields('ports of the flange'),
    ...modbusFields,
    motionTimeMS: millisecondsField(
      'Time to open or close',
      500,
      'Without a sensor, the motion is complete after this time',
    ),
    timeLimitMS: millisecondsField('Time limit', 9000, 'A motion without a sensor signal by then has failed'),
    openWidth: metersField('Open width', 0.08, 'Between the fingertips'),
    closedWidth: metersField('Closed width', 0, 'Between the fingertips, without a part'),
    mass: z.number().min(0).max(30).default(1).meta({ label: 'Mass', unit: 'kg' }),
    tcpDistance: metersField('Flange to fingertips', 0.15, 'Along the flange axis, to the grip point'),
    bodyWidth: metersField('Width of its box', 0.1, 'Of the box that holds the gripper, fingers included'),
    simulatedPart: z
      .boolean()
      .default(false)
      .meta({ label: 'Part in the simulator', help: 'A part is between the simulated fingers' }),
  })
  .superRefine((config, context) => {
    const say = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    const { openOutput, closeOutput } = config;
    if (config.openWidth <= config.closedWidth) say('openWidth', openIsWider);
    if (config.interface === 'modbus') {
      for (const { field, message } of findModbusProblems(config)) say(field, message);
      return;
    }
    if (openOutput === notWired && closeOutput === notWired) say('closeOutput', chooseAnOutput);
    if (config.isPulsed && (openOutput === notWired || closeOutput === notWired)) say('isPulsed', pulseNeedsBoth);
    const seen = new Set<string>();
    for (const { field } of portFields) {
      const name = config[field];
      if (name !== notWired && seen.has(name)) say(field, usedTwice);
      seen.add(name);
    }
  });
export type CustomGripperConfig = z.infer<typeof configSchema>;

const portFields = [
  { field: 'closeOutput', role: 'Output that closes' },
  { field: 'openOutput', role: 'Output that opens' },
  { field: 'openSensor', role: 'Sensor: open' },
  { field: 'closedSensor', role: 'Sensor: closed' },
  { field: 'partSensor', role: 'Sensor: part held' },
] as const;

const liveStateSchema = gripperLiveStateSchema.extend({
  /** Position of the fingers, as far as sensors and the last command show it. */
  place: z.enum(['open', 'closed', 'between', 'unknown']).default('unknown'),
  /** Width between the fingertips; absent while it is unknown. */
  externalWidthMeters: z.number().optional(),
});
export type CustomGripperLiveState = z.infer<typeof liveStateSchema>;

/** Force and speed are set at the gripper itself: a command may contain any value, without effect. */
const anyForce = { minimum: 0, maximum: 10_000 };

export const customGripperContract = defineContract({
  kind: 'CustomGripper',
  label: 'Custom gripper',
  description:
    'A gripper that opens and closes by outputs of the control box or the flange, or by registers over Modbus TCP, and may report its position.',
  catalogue: { group: 'gripper' },
  config: configSchema,
  liveState: liveStateSchema,
  capabilities: { gripper: describeGripper },
  tool: describeTool,
  address: (config) =>
    config.interface === 'modbus' ? { host: config.host, port: config.port } : describePorts(config),
  flangeSupply: (config) => (isOnFlange(config) ? { voltage: config.voltage, circuit: config.circuit } : undefined),
  examples: [
    { title: 'A valve with a spring', config: configSchema.parse({ kind: 'CustomGripper' }) },
    {
      title: 'A valve with two pulsed coils, and sensors',
      config: configSchema.parse({
        kind: 'CustomGripper',
        name: 'Jaw',
        closeOutput: 'Flange Output 1',
        openOutput: 'Flange Output 2',
        isPulsed: true,
        openSensor: 'Flange Input 1',
        partSensor: 'Flange Input 2',
      }),
    },
    {
      title: 'A gripper with one command register and one status register, low word first',
      config: configSchema.parse({
        kind: 'CustomGripper',
        name: 'Servo jaw',
        interface: 'modbus',
        modbusOutputs: [
          { when: 'closing', type: 'holdingRegister', offset: 10, format: 'uint32', order: 'CDAB', value: 2 },
          { when: 'opening', type: 'holdingRegister', offset: 10, format: 'uint32', order: 'CDAB', value: 1 },
        ],
        modbusSensors: [
          { tells: 'open', type: 'inputRegister', offset: 20, onWhen: 'equals', onValue: 1 },
          { tells: 'part', type: 'inputRegister', offset: 20, onWhen: 'equals', onValue: 3 },
        ],
      }),
    },
  ],
});

function describeGripper({ closedWidth, openWidth }: CustomGripperConfig): GripperDescription {
  const widths = { minimum: closedWidth, maximum: openWidth };
  return {
    widthRange: { inward: widths, outward: widths },
    positions: { closedMeters: closedWidth, openMeters: openWidth },
    forceRange: anyForce,
  };
}

/** Share of the length that is drawn as fingers, and the longest that they are, m. */
const fingers = { share: 0.4, maxLength: 0.08 };

/** The box that holds the gripper is in two: around its housing, and around its fingers. */
function describeTool({ mass, tcpDistance, bodyWidth, openWidth }: CustomGripperConfig): ToolDescription {
  const fingerLength = Math.min(tcpDistance * fingers.share, fingers.maxLength);
  const housingLength = tcpDistance - fingerLength;
  const ahead = (z: number) => ({ x: 0, y: 0, z, i: 0, j: 0, k: 0, w: 1 });
  const isSolid = bodyWidth > 0 && tcpDistance > 0;
  return {
    tcp: ahead(tcpDistance),
    massKg: mass,
    centreOfGravity: [0, 0, tcpDistance / 2],
    collisionBoxes: isSolid
      ? [
          { pose: ahead(housingLength / 2), size: [bodyWidth, bodyWidth, housingLength] },
          {
            pose: ahead(housingLength + fingerLength / 2),
            size: [bodyWidth, bodyWidth, fingerLength],
            finger: { widest: openWidth, closing: [0, 0.5, 0], isPair: true },
          },
        ]
      : [],
  };
}

/** One port of the flange is enough: the valve behind it is made for the flange supply. */
function isOnFlange(config: CustomGripperConfig): boolean {
  return (
    config.interface === 'wired' &&
    describePorts(config).ports.some(({ kind }) => kind === 'FlangeInput' || kind === 'FlangeOutput')
  );
}

function describePorts(config: CustomGripperConfig): WiredAddress {
  return {
    ports: portFields.flatMap(({ field, role }) => {
      const ref = findPortByName(config[field]);
      return ref ? [{ ...ref, role, words: { text: role }, use: 'driven' as const }] : [];
    }),
  };
}
