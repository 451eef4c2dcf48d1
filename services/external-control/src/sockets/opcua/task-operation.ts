import {
  commandResults,
  inputParts,
  type LineCommandBit,
  lineCommandBits,
  readPart,
  statusBits,
} from '@cellwright/domain/robot';
import { type BaseNode, promoteToStateMachine, type UAMethod, type UAObject } from 'node-opcua-address-space';
import { NodeClass } from 'node-opcua-data-model';
import { ServerSession } from 'node-opcua-server';
import { type StatusCode, StatusCodes } from 'node-opcua-status-code';
import { DataType } from 'node-opcua-variant';
import type { CommandWrite } from '../../domain/written-commands.ts';
import { readSessionID } from './secured-server.ts';
import type { CellReadings, WriteAnswer } from './server-host.ts';

export interface TaskOperationDeps {
  readonly write: (sessionID: string, values: CommandWrite) => Promise<WriteAnswer>;
  readonly current: () => CellReadings | undefined;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Optional parts of a task that the operation consists of, for its creation. */
export const operationParts = ['Start', 'Stop'].map((name) => `TaskControlOperation.TaskControlStateMachine.${name}`);

/** States of the task by OPC 40010-1. */
const states = { idle: 'Idle', ready: 'Ready', executing: 'Executing' } as const;
/** Status of a method by OPC 40010-1. */
const done = 0;
const pollMS = 50;
/** Time until the cell has taken a command, ms. */
const commandMS = 20_000;

const refusals: Readonly<Record<Exclude<WriteAnswer, 'accepted'>, StatusCode>> = {
  forbidden: StatusCodes.BadUserAccessDenied,
  busy: StatusCodes.BadResourceUnavailable,
  illegalValue: StatusCodes.BadOutOfRange,
};

/**
 * Offers the state of the task, and its methods Start and Stop. They are the commands Play and Stop of the line, with
 * the same users and the same owner. Returns the function that shows the state.
 */
export function bindTaskOperation(task: UAObject, deps: TaskOperationDeps): (readings?: CellReadings) => void {
  const node = findChild(
    findChild(task, 'TaskControlOperation', NodeClass.Object),
    'TaskControlStateMachine',
    NodeClass.Object,
  );
  const machine = promoteToStateMachine(node);
  bind(findChild(node, 'Start', NodeClass.Method), (sessionID) => start(sessionID, deps));
  bind(findChild(node, 'Stop', NodeClass.Method), (sessionID) => stop(sessionID, deps));
  let shown = '';
  const show = (state: string) => {
    if (state === shown) return;
    shown = state;
    machine.setState(state);
  };
  show(states.idle);
  return (readings) => show(findState(readings));
}

function findChild<Class extends NodeClass.Object | NodeClass.Method>(
  parent: UAObject,
  name: string,
  nodeClass: Class,
): Class extends NodeClass.Method ? UAMethod : UAObject;
function findChild(parent: UAObject, name: string, nodeClass: NodeClass): BaseNode {
  const found = parent.getChildByName(name);
  if (found?.nodeClass === nodeClass) return found;
  throw new Error(`The nodesets have no ${name}`);
}

function findState(readings: CellReadings | undefined): string {
  if (!readings?.robot) return states.idle;
  const [status] = inputParts;
  const isRunning = Math.floor(readPart(readings.inputs, status) / 2 ** statusBits.indexOf('Running')) % 2 === 1;
  if (isRunning) return states.executing;
  return readings.robot.isProgramLoaded ? states.ready : states.idle;
}

type Carry = (sessionID: string) => Promise<StatusCode>;

function bind(method: UAMethod, carryOut: Carry): void {
  method.bindMethod((_inputs, { session }, callback) => {
    const isKnown = session instanceof ServerSession;
    const answer = isKnown ? carryOut(readSessionID(session)) : Promise.resolve(refusals.forbidden);
    answer.then(
      (statusCode) => callback(null, { statusCode, outputArguments: [{ dataType: DataType.Int32, value: done }] }),
      () => callback(null, { statusCode: StatusCodes.BadInternalError }),
    );
  });
}

/** Plays the default routine, or the loaded one if there is none, and waits until the cell has taken the command. */
async function start(sessionID: string, { write, current, sleep }: TaskOperationDeps): Promise<StatusCode> {
  const bit = bitOf('Play');
  for (const Command of [0, bit]) {
    const answer = await write(sessionID, { Command });
    if (answer !== 'accepted') return refusals[answer];
  }
  let waitedMS = 0;
  while (!isTaken(current(), bit) && waitedMS < commandMS) {
    await sleep(pollMS);
    waitedMS += pollMS;
  }
  const result = findResult(current());
  await write(sessionID, { Command: 0 });
  return result === 'accepted' ? StatusCodes.Good : StatusCodes.BadInvalidState;
}

/** A stop counts for every user, also beside the owner. */
async function stop(sessionID: string, { write }: TaskOperationDeps): Promise<StatusCode> {
  const answer = await write(sessionID, { Command: bitOf('Stop') });
  if (answer === 'accepted') await write(sessionID, { Command: 0 });
  return answer === 'accepted' || answer === 'busy' ? StatusCodes.Good : refusals[answer];
}

function bitOf(name: LineCommandBit): number {
  return 2 ** lineCommandBits.indexOf(name);
}

const [, , echoPart, resultPart] = inputParts;

function findResult(readings: CellReadings | undefined) {
  return readings && commandResults[readPart(readings.inputs, resultPart)];
}

function isTaken(readings: CellReadings | undefined, bit: number): boolean {
  const result = findResult(readings);
  const isEchoed = readings !== undefined && readPart(readings.inputs, echoPart) === bit;
  return isEchoed && (result === 'accepted' || result === 'refused');
}
