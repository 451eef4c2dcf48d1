/** For tests: dry runs in this process, in a cell with a gripper on the flange and further given equipment. */

import { readFileSync } from 'node:fs';
import { defaultArm } from '@cellwright/arm';
import { type EquipmentRecord, equipmentRecordSchema } from '@cellwright/domain/equipment';
import { isBlockingProblem, parseRoutineFile, type RoutineFile } from '@cellwright/domain/routine';
import { type ProofReport, proofOptionsSchema } from '@cellwright/domain/run';
import { emptyScene, resolveSpaceItems } from '@cellwright/domain/space';
import { equipmentContracts } from '@cellwright/equipment/contracts';
import {
  createCodeProcesses,
  createScripts,
  initialSpeedProfile,
  type LoadedProgram,
  type RobotFacts,
} from '@cellwright/routine-runner/simulation';
import { compileProgram, validateRoutine } from '@cellwright/steps/contracts';
import { prove } from '../prove/prove.ts';

export const examples = new URL('../../../../examples/routines/', import.meta.url);

export const gripperRecord = deviceOf('OnRobot2FG7', 'gripper_1');

export function deviceOf(kind: keyof typeof equipmentContracts, id: string, fields: object = {}): EquipmentRecord {
  const config = equipmentContracts[kind].config.parse({ kind, ...fields });
  return equipmentRecordSchema.parse({ id, config, isEnabled: true, simulatorPort: 20_001 });
}

export const usualFacts: RobotFacts = {
  joints: null,
  payloadMassKg: 0,
  speedRestriction: 1,
  io: {},
  tool: { equipmentID: gripperRecord.id, activeEnd: 1 },
  speed: { profile: initialSpeedProfile, jerkLimit: null },
  contactSurfaces: [],
  scene: emptyScene('simulated'),
};

export function readExample(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, examples), 'utf8'));
}

/** A routine file as the library compiles it. */
export function compileFile(json: unknown): LoadedProgram {
  const file = parseRoutineFile(json);
  const routine = file.ok ? file.value.routine : undefined;
  const globals: RoutineFile['globals'] = file.ok
    ? file.value.globals
    : { variables: [], spaceItems: [], codeBlocks: [] };
  if (!routine) throw new Error(JSON.stringify(file));
  const problems = validateRoutine(routine, {
    globalVariables: globals.variables,
    spaceItems: globals.spaceItems,
    equipment: undefined,
    codeBlocks: globals.codeBlocks,
  });
  const isPlayable = !problems.some(isBlockingProblem);
  return {
    program: {
      routineID: routine.id,
      version: 1,
      name: routine.name,
      mainLoopStepID: routine.mainLoopStepID,
      steps: isPlayable ? compileProgram(routine) : [],
    },
    variables: [...routine.environmentVariables, ...globals.variables],
    spaceItems: resolveSpaceItems([...globals.spaceItems, ...routine.space]),
    codeBlocks: globals.codeBlocks,
    safetyOutputs: [],
    problems,
  };
}

export interface ProofWishes {
  readonly options?: object;
  readonly facts?: Partial<RobotFacts>;
  /** Default true. */
  readonly isPythonOn?: boolean;
  readonly equipment?: readonly EquipmentRecord[];
}

/** Dry-runs a compiled routine, with scripts and code as in a cell. */
export async function proveHere(program: LoadedProgram, wishes: ProofWishes = {}): Promise<ProofReport> {
  const scripts = createScripts({ isPythonOn: async () => wishes.isPythonOn ?? true });
  // Code of examples gets more time on a busy machine than in the product.
  const codeRunner = createCodeProcesses({ graceMS: 10_000, killMS: 10_000 });
  try {
    return await prove({
      arm: defaultArm,
      facts: { ...usualFacts, ...wishes.facts },
      program,
      equipment: wishes.equipment ?? [gripperRecord],
      options: proofOptionsSchema.parse(wishes.options ?? {}),
      scripts: scripts.forRobot('simulated'),
      codeRunner,
      startedAt: new Date('2026-01-01T00:00:00Z'),
      measure: () => performance.now(),
    });
  } finally {
    await Promise.all([scripts.close(), codeRunner.close()]);
  }
}
