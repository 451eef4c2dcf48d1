import { jsonDepthOf, maxJsonDepth, type Result } from '@cellwright/domain/basics';
import {
  packagedKindPattern,
  packageNamePattern,
  stepKinds,
  stepSections,
  storedValueSchema,
} from '@cellwright/domain/routine';
import { isEquipmentKind } from '@cellwright/equipment/contracts';
import { declaredLine, declaredName, declaredVersions, deviceSchema } from '@cellwright/equipment/packaged';
import * as z from 'zod';
import { argumentsSchema } from './arguments.ts';

/** Version of the contract between a cell and its packages. A package names the one it was written for. */
export const packageContractVersion = 1;
/** Name of the file that describes a package. */
export const manifestFile = 'cellwright.json';
const maxKinds = 50;

/** Effects that a package declares and then may have. Reading, waiting and its own variables need no declaration. */
export const packageUses = ['variables', 'outputs', 'devices'] as const;
export type PackageUse = (typeof packageUses)[number];

const valuesSchema = z.record(declaredName, storedValueSchema);

const stepSchema = z.strictObject({
  kind: z.string().regex(packagedKindPattern, 'must be a name such as BlinkLamp'),
  label: declaredLine(40),
  description: declaredLine(300),
  section: z.enum(stepSections).exclude(['Hidden']).default('Interface with other devices'),
  /** Versions of the stored arguments. */
  ...declaredVersions,
  arguments: argumentsSchema,
  /** The sentence on the card of a step, with its arguments in braces: 'Blink {output} {count} times'. */
  summary: declaredLine(200),
  /** The step's own variables with their initial values. */
  variables: valuesSchema.default({}),
  /** Arguments that name a variable which the step sets. */
  setsVariables: z.array(declaredName).default([]),
  /** False only if a second execution changes nothing more. */
  hasOutsideEffect: z.boolean().default(true),
  /** Time limit of the step without pauses, ms; null for none. */
  timeLimitMS: z.number().int().min(250).max(86_400_000).nullable().default(10_000),
  requires: z.array(declaredLine(40)).default([]),
  /** Assumptions of a dry run, which never runs the package. */
  dryRun: z
    .strictObject({
      durationMS: z.number().int().min(0).max(86_400_000).default(0),
      variables: valuesSchema.default({}),
    })
    .prefault({}),
  examples: z.array(z.strictObject({ title: declaredLine(80), args: z.record(declaredName, z.unknown()) })).min(1),
});
export type DeclaredStep = z.output<typeof stepSchema>;

export const manifestSchema = z.strictObject({
  name: z.string().regex(packageNamePattern, 'must be a name such as acme-lamp'),
  version: declaredLine(40),
  contract: z.number().int().min(1),
  /** The module, one file without imports, relative to the folder of the package. */
  main: z
    .string()
    .regex(/^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*\.m?js$/, 'must be a file of the package such as dist/index.js'),
  uses: z.array(z.enum(packageUses)).default([]),
  steps: z.array(stepSchema).max(maxKinds).default([]),
  devices: z.array(deviceSchema).max(maxKinds).default([]),
});
export type PackageManifest = z.output<typeof manifestSchema>;

/** Reads the text of a manifest. The error says what is wrong with it, and where. */
export function readManifest(text: string): Result<PackageManifest, string> {
  // Writing it as JSON again would fail.
  if (jsonDepthOf(text) > maxJsonDepth) return { ok: false, error: `${manifestFile} is nested too deeply` };
  const json = parseJSON(text);
  if (!json.ok) return { ok: false, error: `${manifestFile} is not valid JSON: ${json.error}` };
  const contract = z.object({ contract: z.number() }).safeParse(json.value).data?.contract;
  if (contract !== undefined && contract > packageContractVersion) {
    return {
      ok: false,
      error: `It needs contract ${contract}, and this cell has contract ${packageContractVersion}. Update the cell`,
    };
  }
  const parsed = manifestSchema.safeParse(json.value);
  if (!parsed.success)
    return { ok: false, error: `${manifestFile} is wrong: ${describeIssue(parsed.error.issues[0])}` };
  const error = findContradiction(parsed.data);
  return error === undefined ? { ok: true, value: parsed.data } : { ok: false, error };
}

function findContradiction({ steps, devices }: PackageManifest): string | undefined {
  if (steps.length + devices.length === 0) return 'It declares neither steps nor devices';
  return (
    findTaken('step kind', steps, (kind) => stepKinds.some((built) => built === kind)) ??
    findTaken('device kind', devices, isEquipmentKind)
  );
}

function findTaken(
  what: string,
  kinds: readonly { readonly kind: string }[],
  isBuilt: (kind: string) => boolean,
): string | undefined {
  for (const [index, { kind }] of kinds.entries()) {
    if (isBuilt(kind)) return `${kind} is a ${what} of the product. Choose another name`;
    if (kinds.slice(0, index).some((other) => other.kind === kind))
      return `It declares the ${what} ${kind} twice. Remove one`;
  }
  return undefined;
}

function parseJSON(text: string): Result<unknown, string> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'unknown';
  const place = issue.path.join('.');
  return place === '' ? issue.message : `${place}: ${issue.message}`;
}
