import { packagedKindPattern } from '@cellwright/domain/routine';
import * as z from 'zod';
import { sensorValueSchema } from '../capabilities/actions.ts';
import { catalogueGroups } from '../framework/contract.ts';
import { declaredLine, declaredName, declaredValueSchema, declaredVersions } from './declared.ts';

const maxItems = 40;

/** A device kind as the manifest of a package declares it. */
export const deviceSchema = z.strictObject({
  kind: z.string().regex(packagedKindPattern, 'must be a name such as SignalTower'),
  label: declaredLine(40),
  /** A sentence about the device and its connection. */
  description: declaredLine(300),
  /** Group in the catalogue of devices. */
  group: z.enum(catalogueGroups).default('signals'),
  maker: declaredLine(40).optional(),
  ...declaredVersions,
  /** Fields of its configuration beside its name and address. Each has a default. */
  settings: z.record(declaredName, declaredValueSchema).default({}),
  connection: z.strictObject({
    protocol: z.literal('tcp'),
    /** Default port of the device. */
    port: z.number().int().min(1).max(65_535),
  }),
  actions: z
    .array(
      z.strictObject({
        id: declaredName,
        name: declaredLine(60),
        timeLimitMS: z.number().int().min(10).max(9000).default(9000),
        /** Assumptions of a dry run, which never runs the package. */
        dryRun: z
          .strictObject({
            durationMS: z.number().int().min(0).max(9000).default(0),
            /** Values of sensors after the action. */
            sensors: z.record(declaredName, sensorValueSchema).default({}),
          })
          .prefault({}),
      }),
    )
    .max(maxItems)
    .default([]),
  sensors: z
    .array(
      z.strictObject({
        id: declaredName,
        name: declaredLine(60),
        unit: declaredLine(12).optional(),
        /** First value in a dry run. */
        dryRun: sensorValueSchema.default('low'),
      }),
    )
    .max(maxItems)
    .default([]),
  /** Interval of readings, ms. */
  pollMS: z.number().int().min(100).max(60_000).default(500),
  examples: z.array(z.strictObject({ title: declaredLine(80), config: z.record(declaredName, z.unknown()) })).min(1),
});
export type DeclaredDevice = z.output<typeof deviceSchema>;
