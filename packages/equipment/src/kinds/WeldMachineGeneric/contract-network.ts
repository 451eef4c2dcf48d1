/** A generic weld machine on a network: its registers or assemblies, and the positions of its signals there. */
import * as z from 'zod';
import { hostField } from '../../framework/fields.ts';
import {
  type AssemblyMachineConfig,
  assemblyConnectionFields,
  assemblyStepFields,
} from '../../framework/weld-machine/assembly-fields.ts';
import {
  type AssemblyPositions,
  findPositionProblems,
  isThere,
  notThere,
  type PositionName,
  type PositionProblem,
  positions,
} from '../../framework/weld-machine/assembly-positions.ts';
import type { WeldTimes } from '../../framework/weld-machine/weld-signals.ts';
import { writeFunctionFields, writeFunctionsFrom } from '../../framework/write-functions.ts';

export const weldInterfaces = ['wired', 'modbus', 'ethernetIP'] as const;
type NetworkInterface = Exclude<(typeof weldInterfaces)[number], 'wired'>;

export const defaultPorts: Readonly<Record<NetworkInterface, number>> = { modbus: 502, ethernetIP: 44_818 };

const onNetwork = 'For modbus and ethernetIP';
/** Registers of one request. */
const maxRegisters = 120;

const entries = {
  bit: {
    pattern: /^(none|\d{1,3}\.\d{1,2})$/,
    message: `Enter two numbers, for example 0.3, or '${notThere}'`,
    help: `ethernetIP: byte and bit. modbus: register and bit, 0 to 15. Or '${notThere}'`,
  },
  word: {
    pattern: /^(none|\d{1,3})$/,
    message: `Enter a number, or '${notThere}'`,
    help: `ethernetIP: first of two bytes. modbus: register. Or '${notThere}'`,
  },
} as const;

const position = (name: PositionName, fallback: string) => {
  const { type, label } = positions[name];
  const { pattern, message, help } = entries[type];
  return z.string().regex(pattern, message).default(fallback).meta({ label, help });
};

const positionsShape = z.object({
  weldStart: position('weldStart', '0.0'),
  robotReady: position('robotReady', '0.1'),
  gas: position('gas', '0.2'),
  wireInch: position('wireInch', notThere),
  wireRetract: position('wireRetract', notThere),
  errorReset: position('errorReset', '0.3'),
  touchSense: position('touchSense', notThere),
  wireStuckCheck: position('wireStuckCheck', notThere),
  processWord: position('processWord', notThere),
  wireSpeedWord: position('wireSpeedWord', '2'),
  voltageWord: position('voltageWord', '4'),
  arcLengthWord: position('arcLengthWord', notThere),
  arcControlWord: position('arcControlWord', notThere),
  scheduleWord: position('scheduleWord', notThere),
  arcEstablished: position('arcEstablished', '0.0'),
  powerSourceReady: position('powerSourceReady', '0.1'),
  currentFlow: position('currentFlow', notThere),
  machineFault: position('machineFault', '0.2'),
  wireStuck: position('wireStuck', notThere),
  touchDetected: position('touchDetected', notThere),
  errorNumber: position('errorNumber', notThere),
  voltageRead: position('voltageRead', '2'),
  currentRead: position('currentRead', '4'),
  wireSpeedRead: position('wireSpeedRead', '6'),
});

const registerField = (label: string) =>
  z.number().int().min(0).max(65_534).default(0).meta({
    label,
    help: 'Zero-based, as on the wire',
  });

const modbusShape = z.object({
  unitID: z.number().int().min(0).max(255).default(1).meta({ label: 'Unit' }),
  registerFunction: writeFunctionFields().registerFunction,
  outputRegister: registerField('First register to the machine'),
  inputTable: z
    .enum(['inputRegister', 'holdingRegister'])
    .default('inputRegister')
    .meta({ label: 'Registers from the machine' }),
  inputRegister: registerField('First register from the machine'),
});

const { packetIntervalMS, arcPermit, inputInstance, inputSize, outputInstance, outputSize, configurationInstance } =
  assemblyConnectionFields;

export const networkFields = {
  hostname: hostField('192.168.1.62'),
  port: z
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .meta({
      label: 'Port',
      help: `Default: ${defaultPorts.modbus} for modbus, ${defaultPorts.ethernetIP} for ethernetIP`,
    }),
  arcPermit,
  packetIntervalMS,
  modbus: modbusShape.prefault({}).meta({
    label: 'Registers',
    help: 'For modbus. Set the connection time-out of the machine to four packet intervals',
  }),
  assemblies: z
    .object({ inputInstance, inputSize, outputInstance, outputSize, configurationInstance })
    .prefault({})
    .meta({ label: 'Assemblies', help: 'For ethernetIP' }),
  positions: positionsShape.prefault({}).meta({
    label: 'Positions of the signals',
    help: `${onNetwork}, counted from the first byte or register`,
  }),
  schedule: z.number().int().min(0).max(65_535).default(0).meta({
    label: 'Schedule',
    help: 'Number of the program or job on the machine, if it has a position',
  }),
  ...assemblyStepFields,
};

/** Configuration of a machine on a network, without its name. */
export interface NetworkWelder extends WeldTimes {
  readonly interface: NetworkInterface;
  readonly arcPermit: string;
  readonly packetIntervalMS: number;
  readonly modbus: z.infer<typeof modbusShape>;
  readonly assemblies: Pick<
    AssemblyMachineConfig,
    'inputInstance' | 'inputSize' | 'outputInstance' | 'outputSize' | 'configurationInstance'
  >;
  readonly positions: z.infer<typeof positionsShape>;
  readonly schedule: number;
  readonly voltageStep: number;
  readonly currentStep: number;
  readonly wireSpeedStep: number;
}

/** Returns the machine as one with assemblies: those of Modbus are its registers, two bytes each. */
export function describeAssemblies(config: NetworkWelder): AssemblyMachineConfig {
  if (config.interface === 'ethernetIP') return { ...config, ...config.assemblies, ...config.positions };
  const { unitID, registerFunction, outputRegister, inputTable, inputRegister } = config.modbus;
  const placed = placeInBytes(config.positions);
  return {
    ...config,
    ...placed,
    registers: {
      unitID,
      writeFunctions: writeFunctionsFrom({ registerFunction, coilFunction: '5' }),
      outputOffset: outputRegister,
      inputTable,
      inputOffset: inputRegister,
    },
    ...{ inputInstance: 0, outputInstance: 0, configurationInstance: 0 },
    inputSize: sizeOf(inputNames, placed),
    outputSize: sizeOf(outputNames, placed),
  };
}

const inputNames = [
  ...(['arcEstablished', 'powerSourceReady', 'currentFlow', 'machineFault', 'wireStuck', 'touchDetected'] as const),
  ...(['errorNumber', 'voltageRead', 'currentRead', 'wireSpeedRead'] as const),
];
const names = positionsShape.keyof().options;
const outputNames = names.filter((name) => !inputNames.some((input) => input === name));

/** Returns the positions in bytes of registers of which the low byte comes first. */
function placeInBytes(inRegisters: NetworkWelder['positions']): AssemblyPositions {
  return Object.fromEntries(names.map((name) => [name, placeInByte(inRegisters[name])]));
}

function placeInByte(inRegister: string): string {
  if (!isThere(inRegister)) return notThere;
  const [register = 0, bit] = inRegister.split('.').map(Number);
  return bit === undefined ? String(2 * register) : `${2 * register + (bit >> 3)}.${bit & 7}`;
}

/** Returns the bytes of the registers from the first to the last that is used, at least one register. */
function sizeOf(used: readonly PositionName[], placed: AssemblyPositions): number {
  const bytes = used.map((name) => placed[name]).filter(isThere);
  return Math.max(2, ...bytes.map((byte) => 2 * (Math.trunc(Number.parseInt(byte ?? '0', 10) / 2) + 1)));
}

const bitLimits = {
  ethernetIP: { max: 7, message: `Enter byte and bit, for example 0.3, or '${notThere}'` },
  modbus: { max: 15, message: `Enter register and bit, for example 0.11, or '${notThere}'` },
} as const;
const tooFar = `Beyond the ${maxRegisters} registers of one request`;

/** Returns the problems of the positions, by the name of their field. */
export function findNetworkProblems(config: NetworkWelder): readonly PositionProblem[] {
  const { max, message } = bitLimits[config.interface];
  const wrong = names.filter((name) => Number(config.positions[name].split('.')[1] ?? 0) > max);
  if (wrong.length > 0) return wrong.map((field) => ({ field, message }));
  const described = describeAssemblies(config);
  if (!described.registers) return findPositionProblems(described);
  const far = names.filter((name) => Number.parseInt(config.positions[name], 10) >= maxRegisters);
  return far.length > 0 ? far.map((field) => ({ field, message: tooFar })) : findPositionProblems(described);
}
