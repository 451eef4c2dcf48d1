/**
 * A command beyond the range of a device is refused before a run. The message names the device and has the unit of the
 * limit.
 */
import { isBlockingProblem } from '@cellwright/domain/routine';
import {
  type CapabilityName,
  type CommandedCapabilityName,
  isCommandedCapability,
} from '@cellwright/equipment/capabilities';
import {
  capabilitiesOfConfig,
  contractOf,
  describeCapabilities,
  type EquipmentConfig,
  equipmentKinds,
  parseEquipmentConfig,
} from '@cellwright/equipment/contracts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { CellEquipment } from './framework/index.ts';
import { findStepContract } from './step-contracts.ts';
import { provokeCheck } from './testing/provoke.fixture.ts';

/** A quantity of a device that a step commands. */
interface Commanded {
  readonly stepKind: string;
  /** Argument that the problem refers to. */
  readonly fieldId: string;
  /** Unit after the limits in the message. */
  readonly unit: string;
  /** Factor from a limit of the device to the limit in the message; default 1. */
  readonly scale?: number;
  /** Converts a value of the range to the argument; default the value itself. */
  readonly toArgument?: (value: number, range: Range) => number;
  readonly beside?: Readonly<Record<string, unknown>>;
}
interface Range {
  readonly minimum: number;
  readonly maximum: number;
}

const width = (direction: 'inward' | 'outward'): Commanded => {
  return { stepKind: 'ActuateGripper', fieldId: 'diameter', unit: 'mm', scale: 1000, beside: { direction } };
};
const suction = (channels: 'A' | 'B'): Commanded => {
  return {
    ...{ stepKind: 'ActuateVacuum', fieldId: `suction${channels}`, unit: 'of full vacuum' },
    beside: { channels },
  };
};
const millimeters = { unit: 'mm', scale: 1000, toArgument: (meters: number) => meters * 1000 };
const screw = { stepKind: 'ActuateScrewdriver' } as const;

/** For each capability, every range that its description may have, and how steps command it. */
const commanded: Partial<Record<CapabilityName, Readonly<Record<string, readonly Commanded[]>>>> = {
  gripper: {
    'widthRange.inward': [width('inward')],
    'widthRange.outward': [width('outward')],
    forceRange: [
      { stepKind: 'ActuateGripper', fieldId: 'force', unit: 'N' },
      {
        ...{ stepKind: 'ActuateGripper', fieldId: 'forcePercent', unit: 'N', beside: { forceKind: 'percent' } },
        toArgument: (newtons, { maximum }) => newtons / maximum,
      },
    ],
    forceFractionRange: [
      {
        ...{ stepKind: 'ActuateGripper', fieldId: 'forcePercent', unit: 'of the maximum' },
        beside: { forceKind: 'percent' },
      },
    ],
    speedFractionRange: [{ stepKind: 'ActuateGripper', fieldId: 'speed', unit: 'of the maximum' }],
  },
  vacuum: { suctionRange: [suction('A'), suction('B')] },
  screwdriver: {
    forceRange: [{ ...screw, fieldId: 'targetForce', unit: 'N' }],
    screwLengthRange: [{ ...screw, fieldId: 'screwLength', ...millimeters }],
    torqueRange: [{ ...screw, fieldId: 'targetTorque', unit: 'Nm' }],
    shankRange: [{ ...screw, fieldId: 'shankPosition', ...millimeters, beside: { command: 'MOVE_SHANK' } }],
  },
  lift: { heightRange: [{ stepKind: 'MoveVerticalLift', fieldId: 'target', unit: 'mm', scale: 1000 }] },
};

const rangeSchema = z.strictObject({ minimum: z.number(), maximum: z.number() });

/** Returns every range in a description of a capability, by path. */
function rangesIn(value: unknown, path = ''): [string, Range][] {
  const range = rangeSchema.safeParse(value);
  if (range.success) return [[path, range.data]];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => rangesIn(part, path === '' ? name : `${path}.${name}`));
}

/**
 * Returns every configuration that results from an example with another choice of one field: model, size or connection.
 */
function configsOf(kind: (typeof equipmentKinds)[number]): EquipmentConfig[] {
  const contract = contractOf(kind);
  const { properties = {} } = z.toJSONSchema(contract.config, { io: 'input', unrepresentable: 'any' });
  const choices = Object.entries(properties).flatMap(([name, property]) => {
    const values = typeof property === 'object' ? (property.enum ?? []) : [];
    return values.map((value) => ({ [name]: value }));
  });
  const read = contract.examples.flatMap(({ config }) => {
    return [{}, ...choices].map((choice) => parseEquipmentConfig({ ...config, ...choice }));
  });
  const configs = read.flatMap((each) => (each.isValid ? [each.config] : []));
  // Keeps one configuration per set of capabilities.
  return [...new Map(configs.map((config) => [JSON.stringify(describeCapabilities(config)), config])).values()];
}

interface Case extends Commanded {
  readonly config: EquipmentConfig;
  readonly title: string;
  readonly range: Range;
}

function casesOf(config: EquipmentConfig): Case[] {
  const described = Object.entries(describeCapabilities(config));
  return described.flatMap(([capability, description]) => {
    if (!isCommandedCapability(capability)) return [];
    return rangesIn(description).flatMap(([path, range]) => {
      const ways = commanded[capability]?.[path];
      if (!ways) throw new Error(`State how steps command ${path} of ${capability}, or that none does`);
      return ways.map((way) => ({ ...way, config, range, title: `${way.fieldId} over ${path}` }));
    });
  });
}

function problemsOf(wanted: Pick<Case, 'config' | 'stepKind' | 'beside'>, args: object) {
  const contract = findStepContract(wanted.stepKind);
  if (!contract) throw new Error(`no step kind ${wanted.stepKind}`);
  const device: CellEquipment = {
    ...{ id: 'equipment_1', kind: wanted.config.kind, name: wanted.config.name },
    capabilities: capabilitiesOfConfig(wanted.config),
    descriptions: describeCapabilities(wanted.config),
  };
  const provocation = { args: { ...wanted.beside, ...args }, equipment: [device] };
  return provokeCheck(contract, provocation).filter(isBlockingProblem);
}

/** Returns the problem that the check reports for a value of the argument. */
function problemOf(wanted: Case, value: number) {
  const { fieldId, range, toArgument = (same: number) => same } = wanted;
  const argument = toArgument(value, range);
  return { argument, problem: problemsOf(wanted, { [fieldId]: argument }).find((each) => each.fieldId === fieldId) };
}

/** Distance beyond a limit: a hundredth of the range, but enough to show in the message. */
const step = ({ minimum, maximum }: Range, { scale = 1 }: Commanded) =>
  Math.max((maximum - minimum) / 100, 0.005 / scale);
const shown = (value: number, { scale = 1 }: Commanded) => Math.round(value * scale * 100) / 100;

/** Narrower limits of the argument itself are reported first; they have a unit, too. */
const ofTheArgument = /^This must be (more than|at least|at most) [\d.-]+ (m|mm|N|Nm|of the maximum|of full vacuum)$/;

const devices = equipmentKinds.flatMap((kind) => {
  const cases = configsOf(kind).map((config) => casesOf(config));
  return cases.flat().length > 0 ? [[kind, cases.flat()] as const] : [];
});

describe.each(devices)('A step that commands a %s', (_kind, cases) => {
  it.each(cases.map((each) => [each.title, each] as const))('accepts both ends of %s', (_title, wanted) => {
    for (const value of [wanted.range.minimum, wanted.range.maximum]) {
      const { argument, problem } = problemOf(wanted, value);
      // A gripper without force control has a minimum force of 0, which is not a valid force.
      if (argument === 0 && wanted.fieldId === 'force') continue;
      if (argument === 0 && wanted.stepKind === 'ActuateVacuum') continue;
      expect(problem).toBeUndefined();
    }
  });

  it.each(cases.map((each) => [each.title, each] as const))('rejects values on either side of %s', (_title, wanted) => {
    const { minimum, maximum } = wanted.range;
    const limits = `${shown(minimum, wanted)} to ${shown(maximum, wanted)} ${wanted.unit}`;
    for (const value of [minimum - step(wanted.range, wanted), maximum + step(wanted.range, wanted)]) {
      const { problem } = problemOf(wanted, value);
      expect(problem, `${wanted.config.name}: ${wanted.fieldId} for ${value}`).toBeDefined();
      const message = problem?.message ?? '';
      if (!ofTheArgument.test(message)) expect(message).toContain(` is outside the range of this `);
      if (!ofTheArgument.test(message)) expect(message).toContain(`, ${limits}.`);
    }
  });
});

describe('A step that commands a gripper', () => {
  const grippers = equipmentKinds.flatMap((kind) =>
    configsOf(kind).flatMap((config) => {
      const { gripper } = describeCapabilities(config);
      return gripper ? [{ config, gripper, stepKind: 'ActuateGripper' }] : [];
    }),
  );

  it('calls the width a diameter for a round gripper', () => {
    for (const { gripper, ...wanted } of grippers) {
      const [problem] = problemsOf(wanted, { diameter: gripper.widthRange.inward.maximum + 0.01 });
      expect(problem?.message).toMatch(gripper.opening === 'diameter' ? /^Diameter / : /^Width /);
    }
  });

  it('sends no newtons to a gripper that takes its force as a fraction', () => {
    const byFraction = grippers.filter(({ gripper }) => !gripper.forceRange);
    expect(byFraction.length).toBeGreaterThan(1);
    for (const { gripper, ...wanted } of byFraction) {
      const diameter = gripper.widthRange.inward.maximum;
      expect(problemsOf(wanted, { diameter, forceKind: 'newtons' })).toMatchObject([{ fieldId: 'forceKind' }]);
    }
  });

  it('rejects widths in between for a gripper that only opens and closes', () => {
    const twoPositions = grippers.flatMap(({ gripper: { positions }, ...wanted }) =>
      positions ? [{ positions, ...wanted }] : [],
    );
    expect(twoPositions.length).toBeGreaterThan(0);
    for (const { positions, ...wanted } of twoPositions) {
      const { closedMeters, openMeters } = positions;
      const diameter = (closedMeters + openMeters) / 2;
      expect(problemsOf(wanted, { control: 'move', diameter })).toMatchObject([
        {
          fieldId: 'diameter',
          message: expect.stringContaining(`${closedMeters * 1000} or ${openMeters * 1000} mm`),
        },
      ]);
    }
  });
});

it('Every capability with a range has a step that commands it', () => {
  const withRanges = new Set<CommandedCapabilityName>();
  for (const [, cases] of devices) {
    for (const { config } of cases) {
      for (const [name, description] of Object.entries(describeCapabilities(config))) {
        if (isCommandedCapability(name) && rangesIn(description).length > 0) withRanges.add(name);
      }
    }
  }
  expect([...withRanges].sort()).toEqual(Object.keys(commanded).sort());
});
