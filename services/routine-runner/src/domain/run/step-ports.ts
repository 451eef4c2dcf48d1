import { createId } from '@cellwright/domain/basics';
import { spaceMessages } from '@cellwright/domain/messages';
import type { PlanCause } from '@cellwright/domain/motion';
import {
  type IOLevel,
  type IOPortRef,
  ioPortName,
  isValidPort,
  type OutputAction,
  type Position,
} from '@cellwright/domain/robot';
import type { CodeBlock } from '@cellwright/domain/routine';
import type { AccuracyCorrection, SpaceItem, VisualizationChange } from '@cellwright/domain/space';
import { commandedCapabilities } from '@cellwright/equipment/capabilities';
import {
  createExpressionPort,
  type DevicesPort,
  type ExpressionSources,
  type FaultsPort,
  type LeavePorts,
  type NetworkPort,
  type OperatorPort,
  type PackagesPort,
  type PortResult,
  type ProgramStep,
  type RobotPort,
  type SpacePort,
  type StepPorts,
  type ToolsPort,
  type VariablesPort,
  type VisionPort,
  type VisualizationPort,
} from '@cellwright/steps/framework';
import type { Mover } from '../arm/mover.ts';
import type { PauseGate } from '../arm/pause-gate.ts';
import type { CellEquipment } from '../cell.ts';
import { findMountedTool, refuseWithoutTool } from '../core/mounted-tool.ts';
import { moveBase, movesBase } from '../core/moving-base.ts';
import type { PortClaims } from '../core/port-claims.ts';
import type { SessionCore } from '../core/session-core.ts';
import type { Effects } from '../journal/effects.ts';
import { type CodeRunner, createCodeBlockPort } from './code-blocks.ts';
import { ContactForce } from './contact-force.ts';
import { createMotionPort } from './motion-port.ts';
import type { RoutineVariables } from './routine-variables.ts';
import type { StepStates } from './step-states.ts';
import type { Visualization } from './visualization.ts';

/** Inputs of the ports of a run's steps. */
export interface StepPortParts {
  readonly core: SessionCore;
  readonly mover: Mover;
  readonly effects: Effects;
  readonly equipment: CellEquipment;
  readonly portClaims: PortClaims;
  readonly visualization: Visualization;
  readonly variables: RoutineVariables;
  readonly saveGlobalVariable: (id: string, value: string | number | boolean) => void;
  readonly steps: StepStates;
  readonly thread: string;
  readonly gate: PauseGate;
  readonly operator: OperatorPort;
  /** Step lookup and evaluator for scripts. */
  readonly scripting: Pick<ExpressionSources, 'findStepID' | 'scripts'>;
  /** Runs code blocks; undefined while the developer API is off. */
  readonly codeRunner: CodeRunner | undefined;
  readonly codeBlocks: ReadonlyMap<string, CodeBlock>;
  /** Plays steps of packages. */
  readonly packages: PackagesPort;
  readonly safetyOutputs: ReadonlySet<string>;
  readonly spaceItems: ReadonlyMap<string, SpaceItem>;
  /** Positions that cameras found in this run, by the id of their list. */
  readonly seen: Map<string, readonly Position[]>;
  readonly correct: AccuracyCorrection;
  readonly onDistance: (meters: number) => void;
  readonly onMoving: () => void;
  readonly onRefused: (message: string, causes: readonly PlanCause[]) => void;
  readonly onWarning: (stepID: string, message: string) => void;
  /** Called after every command of a step to a device, with the device that failed. */
  readonly onDeviceAnswered: (step: ProgramStep | undefined, failedEquipmentID: string | undefined) => void;
}

/** The ports of one thread of a run: every step acts on the arm, the outputs and the devices through these. */
export function createStepPorts(parts: StepPortParts): Omit<StepPorts, 'clock'> {
  const { core, variables, steps } = parts;
  const robot = createRobotPort(parts);
  const variablesPort = createVariablesPort(parts);
  const findVariableID = (name: string) => variables.findID(name);
  return {
    motion: createMotionPort({ ...parts, contact: new ContactForce(core, parts.equipment) }),
    robot,
    devices: createDevicesPort(parts),
    tools: createToolsPort(parts),
    network: createNetworkPort(parts),
    variables: variablesPort,
    expressions: createExpressionPort({
      getVariable: (id) => variables.get(id),
      getStepVariable: (stepID, name) => steps.getVariable(stepID, name),
      readPort: (port) => readPort(core, port),
      readSensor: (sensor) => parts.equipment.readSensor({ ...sensor, robotKind: core.robotKind, isTwin: core.isTwin }),
      findVariableID,
      ...parts.scripting,
    }),
    space: createSpacePort(parts),
    vision: createVisionPort(parts),
    visualization: createVisualizationPort(parts),
    faults: createFaultsPort(parts),
    operator: parts.operator,
    codeBlocks: createCodeBlockPort({
      codeRunner: parts.codeRunner,
      codeBlocks: parts.codeBlocks,
      variables: variablesPort,
      robot,
      findVariableID,
      findStepID: (name) => parts.scripting.findStepID?.(name),
      safetyOutputs: parts.safetyOutputs,
      sleep: (ms, signal) => core.clock.sleep(ms, signal),
    }),
    packages: parts.packages,
  };
}

/** The ports of steps that are left: a device command that a stop ended is sent again, in the epoch of that stop. */
export function createLeavePorts(parts: StepPortParts): Omit<LeavePorts, 'clock'> {
  const { epochs } = parts.core;
  const devices = createDevicesPort(parts);
  return {
    robot: createRobotPort(parts),
    network: createNetworkPort(parts),
    variables: createVariablesPort(parts),
    devices: {
      async actuate(capability, equipmentID, command, signal, limitMS) {
        for (;;) {
          const epoch = epochs.current;
          const result = await devices.actuate(capability, equipmentID, command, signal, limitMS);
          const isOvertaken = !result.ok && 'stopped' in result && epochs.current !== epoch;
          if (!isOvertaken || signal.aborted) return result;
        }
      },
    },
  };
}

/** Lists of a camera hold what was found in this run, and nothing before that. */
function createSpacePort({ spaceItems, seen, correct }: StepPortParts): SpacePort {
  const current = (item: SpaceItem): SpaceItem =>
    item.kind === 'visionPositionList' ? { ...item, positions: [...(seen.get(item.id) ?? [])] } : item;
  return {
    find(id) {
      const item = spaceItems.get(id);
      return item && current(item);
    },
    list: () => [...spaceItems.values()].map(current),
    setPositions: (id, positions) => void seen.set(id, positions),
    correct,
  };
}

function createVisionPort({ core, equipment }: StepPortParts): VisionPort {
  const { robotKind, isTwin } = core;
  return {
    locate: (camera, wanted, signal) => equipment.locate({ robotKind, isTwin, camera, wanted }, signal),
    classify: (camera, wanted, signal) => equipment.classify({ robotKind, isTwin, camera, wanted }, signal),
  };
}

/** A box is identified by its place and the name of its pallet. */
function createVisualizationPort({ visualization, spaceItems, effects }: StepPortParts): VisualizationPort {
  const nameOf = (id: string) => spaceItems.get(id)?.name ?? id;
  return {
    update(change, signal) {
      const update = () =>
        visualization.update(change, ({ layerIndex, boxIndex, palletBaseID }) =>
          spaceMessages.boxOnPallet(layerIndex, boxIndex, nameOf(palletBaseID)),
        );
      return changesBoxes(change) ? effects.change(signal, update) : update();
    },
  };
}

/** True if the planning scene may change, which outlives the process. */
function changesBoxes(change: VisualizationChange): boolean {
  if (change.action === 'hide') return change.match.kind === 'box';
  return change.things.some(({ kind }) => kind === 'box');
}

/** Raised like a fault that a client raises; the run's gate opens when it is resumed. */
function createFaultsPort({ core, gate, steps, thread }: StepPortParts): FaultsPort {
  return {
    async hold({ kind, message }, signal) {
      const step = steps.current(thread);
      const where = step && { stepID: step.id, stepPath: step.path };
      core.failHolding({ kind, reason: message, recoveryKind: 'Recoverable', ...where });
      return (await gate.pass(signal)) ? { ok: true, value: undefined } : { ok: false, stopped: true };
    },
  };
}

function createRobotPort({ core, effects, portClaims }: StepPortParts): RobotPort {
  return {
    readPort: (port) => readPort(core, port),
    async setOutputs(outputs, signal) {
      const isTaken = await portClaims.refuse(outputs);
      if (isTaken !== undefined) return { ok: false, failure: { kind: 'IOFailure', message: isTaken } };
      return effects.perform({ kind: 'setOutputs', details: outputs }, signal, () => setOutputs(core, outputs));
    },
    async setPayload(massKg): Promise<PortResult> {
      const answer = await core.arm.command((driver, epoch) => driver.setPayload({ epoch, massKg }));
      if (answer.ok) return { ok: true, value: undefined };
      return { ok: false, failure: { kind: 'ControlSystemFailure', message: answer.refusal.message } };
    },
  };
}

async function setOutputs(core: SessionCore, outputs: readonly OutputAction[]): Promise<PortResult> {
  const answer = await core.arm.command((driver, epoch) => driver.setOutputs({ epoch, outputs }));
  if (answer.ok) return { ok: true, value: undefined };
  return { ok: false, failure: { kind: 'IOFailure', message: answer.refusal.message } };
}

function readPort({ arm }: SessionCore, port: IOPortRef): IOLevel | undefined {
  return isValidPort(port) ? arm.state?.io[ioPortName(port)] : undefined;
}

/** Repeats an operation that the safeguard ended, from its current position, when the run is resumed. */
async function untilNotHalted<Outcome>(
  gate: PauseGate,
  signal: AbortSignal,
  carryOut: () => Promise<PortResult<Outcome>>,
): Promise<PortResult<Outcome>> {
  for (;;) {
    const result = await carryOut();
    const isHalted = !result.ok && 'stopped' in result && !signal.aborted;
    if (!isHalted || !(await gate.pass(signal))) return result;
  }
}

function createDevicesPort(parts: StepPortParts): DevicesPort {
  const { core, effects, equipment, mover, gate, steps, thread } = parts;
  const isArmAtRest = () => !core.arm.isMoving && mover.toolsUnderWay.length === 0;
  return {
    async actuate(capability, equipmentID, command, signal, limitMS) {
      const step = steps.current(thread);
      const { robotKind, isTwin, epochs } = core;
      const details = { capability, equipmentID, command };
      const actuate = (idempotencyKey: string, within: AbortSignal) =>
        equipment.actuate(
          { robotKind, isTwin, stopEpoch: epochs.current, ...details, idempotencyKey, limitMS },
          within,
        );
      const { failureKind, changesNothing } = commandedCapabilities[capability];
      // A reading is no effect: a machine may be read twice a second for hours.
      if (changesNothing?.(command)) return actuate(createId('message'), signal);
      const refusal = await refuseWithoutTool(core, equipment, capability, command);
      if (refusal !== undefined) return { ok: false, failure: { kind: failureKind, message: refusal } };
      const carryOut = (within: AbortSignal) =>
        effects.perform({ kind: 'actuateDevice', details }, within, (key) => actuate(key, within));
      const move = { failureKind, isArmAtRest, isOfRun: true };
      const result = movesBase(capability)
        ? await untilNotHalted(gate, signal, () => moveBase(core, move, signal, carryOut))
        : await carryOut(signal);
      const failure = !result.ok && 'failure' in result ? result.failure : undefined;
      parts.onDeviceAnswered(step, failure && (failure.equipmentID ?? equipmentID));
      return result;
    },
  };
}

function createToolsPort({ core, equipment }: StepPortParts): ToolsPort {
  return {
    async findMounted(capability, equipmentID) {
      const found = await findMountedTool(core, equipment, capability, equipmentID);
      return found.ok ? found : { ok: false, failure: { kind: 'ExecutionFailure', message: found.error } };
    },
  };
}

function createNetworkPort({ core, effects, equipment }: StepPortParts): NetworkPort {
  return {
    request(request, signal) {
      const { robotKind, isTwin, epochs } = core;
      const { method, url, headers } = request;
      // Headers and body may be secret.
      const details = { method, url, headers: headers.map(({ name }) => name) };
      return effects.perform({ kind: 'sendHttpRequest', details }, signal, (idempotencyKey) =>
        equipment.sendHttpRequest({ robotKind, isTwin, stopEpoch: epochs.current, request, idempotencyKey }, signal),
      );
    },
  };
}

function createVariablesPort({ variables, steps, saveGlobalVariable }: StepPortParts): VariablesPort {
  return {
    get: (id) => variables.get(id),
    async set(id, value) {
      const set = variables.set(id, value);
      const now = variables.get(id);
      if (set.ok && now !== undefined && variables.isGlobal(id)) saveGlobalVariable(id, now);
      return set;
    },
    getStepVariable: (stepID, name) => steps.getVariable(stepID, name),
  };
}
