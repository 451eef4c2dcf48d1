import { maxProgramNumber } from '../../capabilities/machine.ts';
import type { CNCMachineConfig } from './contract.ts';
import { programName } from './contract-dispatcher.ts';
import type { Reading } from './reading.ts';

/** Returns why nothing of the machine may be opened now; undefined if it may. */
export function refuseToOpen({ machine }: Reading): string | undefined {
  if (machine.status === 'running') return 'The machine is running. Wait until its program has ended';
  if (machine.status === 'unknown') return 'The status of the machine is unknown. Check its control';
  return undefined;
}

/** Returns why no program can be started now; undefined if one can. */
export function refuseToStart(config: CNCMachineConfig, reading: Reading): string | undefined {
  return refuseByStatus(config, reading) ?? refuseByPositions(config, reading);
}

function refuseByStatus({ deviceInterface, cycle }: CNCMachineConfig, { machine }: Reading): string | undefined {
  const { status, program, detail } = machine;
  if (status === 'fault')
    return `The machine has a fault${detail === undefined ? '' : `: ${detail}`}. Clear it at its control`;
  if (status !== 'idle') return refuseToOpen({ machine, door: 'unknown', workholdings: new Map() });
  if (deviceInterface !== 'haasNGC') return undefined;
  return refuseSelection({ cycle }, program);
}

/** Returns what to select at the control; undefined if it has the program selected that takes requests. */
export function refuseSelection(
  { cycle }: Pick<CNCMachineConfig, 'cycle'>,
  program: string | undefined,
): string | undefined {
  const wanted = programName(cycle.dispatcherProgram);
  const isSelected = program !== undefined && Number(program.replace(/^O/i, '')) === cycle.dispatcherProgram;
  return isSelected ? undefined : `The control has ${program} selected. Select ${wanted} in MEM mode`;
}

function refuseByPositions({ autodoor, workholdings }: CNCMachineConfig, reading: Reading): string | undefined {
  if (autodoor.isFitted && reading.door !== 'closed') return 'The door of the machine is not closed. Close it first';
  const open = workholdings.find(({ id, clamped, unclamped }) => {
    const hasSensor = clamped.via !== 'none' || unclamped.via !== 'none';
    return hasSensor && reading.workholdings.get(id) !== 'clamped';
  });
  return open && `'${open.name}' is not clamped. Clamp the part first`;
}

export function refuseProgram(program: number): string | undefined {
  if (program >= 1 && program <= maxProgramNumber) return undefined;
  return `Program ${program} is not a number from 1 to ${maxProgramNumber}`;
}
