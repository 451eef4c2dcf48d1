/** The suite of each capability: requirements for commands of every such device. */
import type { CapabilityName } from '../capabilities/index.ts';
import { capabilitiesOfKind, describeCapabilities, describeCapability, type EquipmentConfig } from '../contracts.ts';
import { actionsCases, actionTrial } from './actions.ts';
import { cameraCases } from './camera.ts';
import { commandedCases } from './commanded.ts';
import { filesCases } from './files.ts';
import { forceSensorCases } from './force-sensor.ts';
import { gripperCases } from './gripper/index.ts';
import { twoPositionCases } from './gripper/two-position.ts';
import { liftCases } from './lift.ts';
import { doorCases, machineCases, workholdingCases } from './machine.ts';
import { probeCases } from './probe.ts';
import { readinessCases } from './readiness.ts';
import { registersCases } from './registers.ts';
import type { DeviceCase } from './rig.ts';
import { screwdriverCases } from './screwdriver.ts';
import { torchCases } from './torch.ts';
import { vacuumCases } from './vacuum.ts';
import { variablesCases } from './variables.ts';
import { welderCases } from './welder.ts';

export interface ConformanceSuite {
  /** Notice for the user beside a real device: what it does during the suite and what to prepare. */
  readonly notice: string;
  cases(config: EquipmentConfig): readonly DeviceCase[];
  /** Returns what this configuration lacks for the suite; undefined if nothing. */
  whatLacks?(config: EquipmentConfig): string | undefined;
}

/** One per capability. */
export const suites: { readonly [Name in CapabilityName]: ConformanceSuite } = {
  actions: {
    notice: 'Each of its actions is carried out twice: make sure that nothing is in their way.',
    cases: (config) => (hasOwnActions(config) ? [...commandedCases(actionTrial), ...actionsCases] : actionsCases),
    whatLacks: (config) =>
      describeCapability(config, 'actions')?.actions.length ? undefined : 'It has no actions: give them with --config',
  },
  camera: { notice: 'It takes pictures.', cases: () => cameraCases },
  files: {
    notice: 'Files named cellwright-conformance are written into its folder, read and deleted.',
    cases: () => filesCases,
  },
  forceSensor: {
    notice: 'It is zeroed: keep the arm still, and let nothing touch its tool.',
    cases: () => forceSensorCases,
  },
  gripper: {
    notice: 'Its fingers move over their whole range: keep hands and parts out.',
    cases: (config) => {
      const description = describeCapability(config, 'gripper');
      if (!description) return [];
      return description.positions ? twoPositionCases : gripperCases(description);
    },
  },
  lift: {
    notice: 'It moves over its whole stroke with its load: make sure that nothing is in the way.',
    cases: () => liftCases,
  },
  machine: {
    notice: 'It runs programs 7, 100 and 4321, or a cycle: see that they cut air.',
    cases: (config) => machineCases(describeCapability(config, 'machine')?.choosesProgram ?? false),
  },
  door: {
    notice: 'Its door opens and closes: keep clear of it.',
    cases: () => doorCases,
    whatLacks: (config) =>
      describeCapability(config, 'door')?.actions.length
        ? undefined
        : 'It has no automatic door: describe it with --config',
  },
  workholding: {
    notice: 'Each chuck and vise opens and closes: take the parts out.',
    cases: () => workholdingCases,
    whatLacks: (config) =>
      describeCapability(config, 'workholding')?.workholdings.length
        ? undefined
        : 'It has no workholdings: describe them with --config',
  },
  probe: { notice: 'Its first registers are read.', cases: () => probeCases },
  readiness: { notice: 'Its command variable is written with its current value.', cases: () => readinessCases },
  registers: {
    notice: 'Each writable register is written with its current value.',
    cases: () => registersCases,
    whatLacks: (config) =>
      describeCapability(config, 'registers')?.registers.length
        ? undefined
        : 'It has no registers: give them with --config',
  },
  screwdriver: {
    notice: 'Its shank moves over its whole reach, without a screw: keep hands away.',
    cases: () => screwdriverCases,
  },
  vacuum: { notice: 'It grips: place an airtight part under all its cups and hold it.', cases: () => vacuumCases },
  torch: { notice: 'Nothing happens: it has no signals.', cases: () => torchCases },
  welder: {
    notice: 'It strikes an arc several times: put scrap under the torch and wear a helmet.',
    cases: () => welderCases,
    whatLacks: (config) =>
      describeCapability(config, 'welder')?.hasArcSignals
        ? undefined
        : 'It has no outputs and inputs for an arc: give them with --config',
  },
  variables: { notice: 'Its variables are read.', cases: () => variablesCases },
};

export interface SuitedCase extends DeviceCase {
  readonly capability: CapabilityName;
}

/** Returns all cases for a device of this configuration, by capability. */
export function casesOf(config: EquipmentConfig): readonly SuitedCase[] {
  return capabilitiesOfKind(config.kind).flatMap((capability) =>
    suites[capability].cases(config).map((one) => ({ ...one, capability })),
  );
}

/** True if the kind itself defines actions that no configuration changes. */
export function hasOwnActions({ kind }: Pick<EquipmentConfig, 'kind'>): boolean {
  return (describeCapabilities({ kind }).actions?.actions.length ?? 0) > 0;
}
