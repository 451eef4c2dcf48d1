/** Configuration of weld machines whose signals and values are in the assemblies of an EtherNet/IP connection. */
import { findPortByName, outputPortNames } from '@cellwright/domain/robot';
import * as z from 'zod';
import type { WelderDescription } from '../../capabilities/welder.ts';
import type { CyclicRegisters } from '../../transport/scanner.ts';
import type { WiredPort } from '../contract.ts';
import { portField } from '../fields.ts';
import { type AssemblyPositions, isThere } from './assembly-positions.ts';
import type { WeldTimes } from './weld-signals.ts';

/** Outputs of the control box; those of the flange are for tools. */
const permitNames = outputPortNames.filter((name) => !name.startsWith('Flange'));

/** Packet intervals without a packet after which both sides end the connection. */
export const timeoutIntervals = 4;

const instanceField = (label: string, fallback: number) =>
  z.number().int().min(1).max(65_535).default(fallback).meta({ label, help: 'In the EDS file of the machine' });
const sizeField = (label: string) =>
  z.number().int().min(2).max(500).default(32).meta({ label, help: 'Bytes, without headers' });
const stepField = (label: string, fallback: number, unit: string) =>
  z.number().min(0.001).max(100).default(fallback).meta({ label, unit, help: 'Of one count in the assemblies' });

/** Fields of the connection and of the output that the controller holds. */
export const assemblyConnectionFields = {
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
};

export const assemblyStepFields = {
  voltageStep: stepField('Voltage step', 0.1, 'V'),
  currentStep: stepField('Current step', 1, 'A'),
  wireSpeedStep: stepField('Wire speed step', 1, 'in/min'),
};

export interface AssemblyMachineConfig extends AssemblyPositions, WeldTimes {
  /** Absent for EtherNet/IP. */
  readonly registers?: CyclicRegisters | undefined;
  /** Number that the machine gets at `scheduleWord`; absent: 0. */
  readonly schedule?: number | undefined;
  readonly packetIntervalMS: number;
  readonly arcPermit: string;
  readonly inputInstance: number;
  readonly inputSize: number;
  readonly outputInstance: number;
  readonly outputSize: number;
  readonly configurationInstance: number;
  readonly voltageStep: number;
  readonly currentStep: number;
  readonly wireSpeedStep: number;
}

export function describeAssemblyWelder({ weldStart, arcEstablished }: AssemblyPositions): WelderDescription {
  return { hasArcSignals: isThere(weldStart) && isThere(arcEstablished), takesParameters: true };
}

/** Returns the output of the arc permit. */
export function listPermit({ arcPermit }: Pick<AssemblyMachineConfig, 'arcPermit'>): readonly WiredPort[] {
  const ref = findPortByName(arcPermit);
  const role = 'Output: arc permit';
  return ref ? [{ ...ref, role, words: { text: role }, use: 'driven' }] : [];
}
