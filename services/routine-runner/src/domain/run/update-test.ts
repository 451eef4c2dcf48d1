import { robotMessages } from '@cellwright/domain/messages';
import { type JointAngles, updateTestRoutineID } from '@cellwright/domain/robot';
import { findStepContract } from '@cellwright/steps/contracts';
import type { ProgramStep } from '@cellwright/steps/framework';
import * as z from 'zod';
import { accept, refuse } from '../answer.ts';
import type { LoadedProgram, ProgramSource } from '../cell.ts';

const argsSchema = z.record(z.string(), z.unknown());

/** Turn of the last joint, rad: enough to need a plan, a controller and a journal, and too little to reach anything. */
const turn = 0.02;

/** Adds the built-in test routine of software updates to a source of routines. @param readJoints where the arm is. */
export function withUpdateTest(programs: ProgramSource, readJoints: () => JointAngles | undefined): ProgramSource {
  return {
    ...programs,
    async load(routineID, version, signal) {
      if (routineID !== updateTestRoutineID) return programs.load(routineID, version, signal);
      const joints = readJoints();
      if (!joints) return refuse('unavailable', robotMessages.positionUnknown);
      return accept(createUpdateTest(joints));
    },
  };
}

/** Returns a routine that turns the last joint a little, waits, and turns it back. */
export function createUpdateTest(joints: JointAngles): LoadedProgram {
  const [a, b, c, d, e, last] = joints;
  const turned: JointAngles = [a, b, c, d, e, last > 0 ? last - turn : last + turn];
  const move = (jointAngles: JointAngles) => ({ motionKind: 'joint', target: { jointAngles }, isCacheable: false });
  const steps = [
    createStep(1, 'MoveArmTo', move(turned)),
    createStep(2, 'Wait', { milliseconds: 100 }),
    createStep(3, 'MoveArmTo', move(joints)),
  ];
  const program = { routineID: updateTestRoutineID, version: 1, name: 'Software update test', steps };
  return { program: { ...program, mainLoopStepID: undefined }, variables: [], spaceItems: [], problems: [] };
}

function createStep(place: number, stepKind: 'MoveArmTo' | 'Wait', args: Record<string, unknown>): ProgramStep {
  const id = `step_software_update_test_${place}`;
  const parsed = argsSchema.parse(findStepContract(stepKind)?.args.parse(args));
  return { id, stepKind, path: String(place), parentID: null, isDisabled: false, args: parsed };
}
