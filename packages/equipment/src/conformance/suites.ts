/** The suite of each capability: what every device of it must do with its commands. */
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
import { probeCases } from './probe.ts';
import { registersCases } from './registers.ts';
import type { DeviceCase } from './rig.ts';
import { screwdriverCases } from './screwdriver.ts';
import { vacuumCases } from './vacuum.ts';
import { variablesCases } from './variables.ts';

export interface ConformanceSuite {
  /** What a real device does meanwhile, and what somebody sees to before: for the person beside it. */
  readonly notice: string;
  cases(config: EquipmentConfig): readonly DeviceCase[];
  /** What this configuration lacks for it; undefined when it lacks nothing. */
  whatLacks?(config: EquipmentConfig): string | undefined;
}

/** One per capability. */
export const suites: { readonly [Name in CapabilityName]: ConformanceSuite } = {
  actions: {
    notice: 'Each of its actions is carried out twice: see that nothing is in their way.',
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
    notice: 'It is set to zero: let the arm stand still, and nothing touch what it carries.',
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
    notice: 'It moves over its whole stroke, with what it carries: see that nothing is in the way.',
    cases: () => liftCases,
  },
  probe: { notice: 'Its first registers are read.', cases: () => probeCases },
  registers: {
    notice: 'Each register that can be written is written what it holds already.',
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
  vacuum: { notice: 'It grips: lay an airtight part under all its cups, and hold it.', cases: () => vacuumCases },
  variables: { notice: 'Its variables are read.', cases: () => variablesCases },
};

export interface SuitedCase extends DeviceCase {
  readonly capability: CapabilityName;
}

/** All that a device of this configuration must do, capability by capability. */
export function casesOf(config: EquipmentConfig): readonly SuitedCase[] {
  return capabilitiesOfKind(config.kind).flatMap((capability) =>
    suites[capability].cases(config).map((one) => ({ ...one, capability })),
  );
}

/** Actions of the kind itself, which no configuration changes. */
export function hasOwnActions({ kind }: Pick<EquipmentConfig, 'kind'>): boolean {
  return (describeCapabilities({ kind }).actions?.actions.length ?? 0) > 0;
}
