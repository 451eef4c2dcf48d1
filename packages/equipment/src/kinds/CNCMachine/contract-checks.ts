import { isSameName } from '@cellwright/domain/basics';
import { checkPlace, checkWritten, placeMessages } from '../../framework/place-checks.ts';
import { notWired } from '../../framework/place-fields.ts';
import {
  type AutodoorConfig,
  type CycleConfig,
  type MachineInterface,
  type MachineOutput,
  type MachineSensor,
  takesRequests,
  type WorkholdingConfig,
} from './contract-fields.ts';

type Path = readonly (string | number)[];
type Say = (path: Path, message: string) => void;

interface Checked {
  readonly deviceInterface: MachineInterface;
  readonly cycle: CycleConfig;
  readonly machineStatus: { readonly running: MachineSensor; readonly fault: MachineSensor };
  readonly autodoor: AutodoorConfig;
  readonly workholdings: readonly WorkholdingConfig[];
  readonly cellSafe: MachineOutput;
}

export const machineMessages = {
  noNetwork: 'A machine on the control box has ports only. Choose a port',
  onlyReads: 'MTConnect only reads. Choose a port',
  doorNeedsOutputs: 'Choose the outputs for opening and closing the door',
  doorNeedsSensor: 'Choose the sensor of the closed door: a cycle starts only with the door closed',
  holdingNeedsOutputs: 'Choose the outputs for clamping and unclamping',
  namedTwice: 'Another workholding has the same name. Change one',
  sameVariable: 'Command and parameter need different places',
} as const;

/** Checks that each signal is on the interface, and that the door and the workholdings have the required signals. */
export function checkMachine(config: Checked, say: Say): void {
  const { autodoor, workholdings, machineStatus, cellSafe, cycle } = config;
  checkSignal(config, machineStatus.running, ['machineStatus', 'running'], say);
  checkSignal(config, machineStatus.fault, ['machineStatus', 'fault'], say);
  checkOutput(config, cellSafe, ['cellSafe'], say);
  if (cycle.commandMacro === cycle.parameterMacro) say(['cycle', 'parameterMacro'], machineMessages.sameVariable);
  if (cycle.commandRegister === cycle.parameterRegister)
    say(['cycle', 'parameterRegister'], machineMessages.sameVariable);
  if (autodoor.isFitted) checkDoor(config, say);
  for (const [index, holding] of workholdings.entries()) checkWorkholding(config, holding, index, say);
}

function checkDoor(config: Checked, say: Say): void {
  const { open, close, opened, closed } = config.autodoor;
  if (open.via === 'none' || close.via === 'none') say(['autodoor', 'open', 'via'], machineMessages.doorNeedsOutputs);
  if (closed.via === 'none') say(['autodoor', 'closed', 'via'], machineMessages.doorNeedsSensor);
  checkOutput(config, open, ['autodoor', 'open'], say);
  checkOutput(config, close, ['autodoor', 'close'], say);
  checkSignal(config, opened, ['autodoor', 'opened'], say);
  checkSignal(config, closed, ['autodoor', 'closed'], say);
}

function checkWorkholding(config: Checked, holding: WorkholdingConfig, index: number, say: Say): void {
  const at = (...path: Path) => ['workholdings', index, ...path];
  const { clamp, unclamp, clamped, unclamped, id, name } = holding;
  if (config.workholdings.slice(0, index).some((other) => other.id === id || isSameName(other.name, name)))
    say(at('name'), machineMessages.namedTwice);
  if (clamp.via === 'none' || unclamp.via === 'none') say(at('clamp', 'via'), machineMessages.holdingNeedsOutputs);
  checkOutput(config, clamp, at('clamp'), say);
  checkOutput(config, unclamp, at('unclamp'), say);
  checkSignal(config, clamped, at('clamped'), say);
  checkSignal(config, unclamped, at('unclamped'), say);
}

function checkSignal({ deviceInterface }: Checked, signal: MachineSensor | MachineOutput, path: Path, say: Say): void {
  const sayHere = (field: string, message: string) => say([...path, field], message);
  if (signal.via === 'port' && signal.ioPort === notWired) sayHere('ioPort', placeMessages.chooseSignal);
  if (signal.via !== 'network') return;
  if (deviceInterface === 'mtConnect') sayHere('via', machineMessages.onlyReads);
  else if (!takesRequests(deviceInterface)) sayHere('via', machineMessages.noNetwork);
  else checkPlace(deviceInterface, signal, sayHere);
}

function checkOutput(config: Checked, output: MachineOutput, path: Path, say: Say): void {
  checkSignal(config, output, path, say);
  if (output.via === 'network' && config.deviceInterface === 'modbusTCP')
    checkWritten(output, (field, message) => say([...path, field], message));
}
