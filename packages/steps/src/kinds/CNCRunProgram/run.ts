import { runMachineProgram, type StepRuntime } from '../../framework/index.ts';
import type { CNCRunProgramArgs, CNCRunProgramVariables } from './contract.ts';

export const cncRunProgramRuntime: StepRuntime<CNCRunProgramArgs, CNCRunProgramVariables> = {
  run(context) {
    const { equipmentID, program = 0, waitForEnd } = context.args;
    return runMachineProgram(context, { equipmentID, program, waitForEnd });
  },
};
