import { defineMessages } from '../basics/message-sources.ts';

/** Messages of the specification about machine tools: apart from the others, because only routines with such steps load them. */
export const machineMessages = defineMessages('machine', {
  attachAMachine: 'Add a CNC machine to the equipment to tend it',
  setCellSafeFailed: 'Set cell safe failed',
  resetCellSafeFailed: 'Reset cell safe failed',
  machineReportedFault: 'CNC machine reported a fault',
  autodoorFailed: 'Autodoor action failed',
  workholdingFailed: 'Workholding action failed',
  runProgramFailed: 'Run program failed',
  haasEncounteredError: 'Haas encountered an error',
});
