import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ArmModel,
  defaultArm,
  findShippedArm,
  loadUrdf,
  maximumUrdfCharacters,
  shippedArmNames,
} from '@cellwright/arm';
import { createSelfCollisionChecker, describeUnchecked, fitMeshes, type MeshData } from '@cellwright/collision';
import { readMeshFile } from '@cellwright/geometry/mesh';
import * as z from 'zod';

/** Arm of the robot, the same for live and simulated: every service reads it from the same setting. */
export interface RobotArm {
  readonly model: ArmModel;
  /** Sentences about skipped or guessed parts of the file, and about links that no check includes. */
  readonly warnings: readonly string[];
}

export const defaultRobotArm: RobotArm = { model: defaultArm, warnings: describeUnchecked(defaultArm) };

/** Maximum size of a mesh. */
const meshLimits = { bytes: 64 * 1024 * 1024, triangles: 1_000_000 } as const;

/**
 * Setting that chooses the arm: the name of one of the family, or the path of a URDF with its meshes in the same
 * folder, followed by # and the name of its tip if the file does not determine it. Meshes (STL, OBJ, glTF) are fitted
 * with capsules. Spread into a service's own schema.
 */
export const robotArmConfig = {
  ROBOT_ARM: z
    .string()
    .default(defaultArm.name)
    .transform((setting, context): RobotArm => {
      const chosen = chooseArm(setting);
      if (typeof chosen !== 'string') return chosen;
      context.addIssue({ code: 'custom', message: chosen });
      return z.NEVER;
    }),
} as const;

/** Returns the arm, or the reason why there is none. */
function chooseArm(setting: string): RobotArm | string {
  const shipped = findShippedArm(setting);
  if (shipped) return { model: shipped, warnings: describeUnchecked(shipped) };
  const { path, tip } = splitSetting(setting);
  if (!path.endsWith('.urdf')) {
    return `must be one of ${shippedArmNames.join(', ')}, or the path of a .urdf file, not '${setting}'`;
  }
  const xml = readDescription(path);
  if (typeof xml !== 'string') return xml.problem;
  const result = loadUrdf(xml, tip === undefined ? {} : { tip });
  if (!result.ok) return `${path} describes no arm: ${result.error.message}`;
  const model = fitMeshes(result.value.model, (uri) => readMesh(uri, dirname(path)));
  const unusable = findUnusableShape(model);
  if (unusable !== undefined) return `${path} describes no arm: ${unusable}`;
  return { model, warnings: [...result.value.warnings, ...describeUnchecked(model)] };
}

/** Splits a setting into the file and, after #, the link that is its tip. */
function splitSetting(setting: string): { readonly path: string; readonly tip?: string } {
  const [, path, tip] = /^(.+\.urdf)#(.+)$/.exec(setting) ?? [];
  return path === undefined || tip === undefined ? { path: setting } : { path, tip };
}

/** Returns the reason why collisions of this arm cannot be checked; undefined when they can. */
function findUnusableShape(model: ArmModel): string | undefined {
  try {
    createSelfCollisionChecker(model);
    return undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return error.message;
  }
}

function readDescription(path: string): string | { readonly problem: string } {
  try {
    // A character has at most four bytes: a larger file would be refused after reading.
    if (statSync(path).size > 4 * maximumUrdfCharacters) return { problem: `${path} is too large for a URDF` };
    return readFileSync(path, 'utf8');
  } catch (error) {
    return { problem: `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function readMesh(uri: string, folder: string): MeshData | undefined {
  for (const path of placesOf(uri, folder)) {
    const isThere = statSync(path, { throwIfNoEntry: false });
    if (!isThere?.isFile() || isThere.size > meshLimits.bytes) continue;
    const reading = readMeshFile(basename(path), readFileSync(path), meshLimits);
    return reading.ok ? { vertices: reading.value.mesh.corners } : undefined;
  }
  return undefined;
}

/** Returns the possible paths of a mesh: its own path or, for a package, one in a folder above the description. */
function placesOf(uri: string, folder: string): string[] {
  if (uri.startsWith('file://')) return [fileURLToPath(uri)];
  const [, packageName, inPackage] = /^package:\/\/([^/]+)\/(.+)$/.exec(uri) ?? [];
  if (packageName === undefined || inPackage === undefined) return [isAbsolute(uri) ? uri : join(folder, uri)];
  const above = [folder, join(folder, '..'), join(folder, '../..'), join(folder, '../../..')];
  return above.flatMap((each) => [join(each, packageName, inPackage), join(each, inPackage)]);
}
