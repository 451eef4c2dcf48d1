import {
  type IOLevel,
  type IOPortRef,
  ioPortName,
  isValidPort,
  type JointAngles,
  messages,
  type OutputAction,
  type SpaceItem,
} from '@cellwright/domain';
import {
  createExpressionPort,
  type EquipmentPort,
  type MotionPort,
  type MoveResult,
  type MoveWaypoint,
  type PortResult,
  type RobotPort,
  type StepPorts,
  type VariablesPort,
} from '@cellwright/steps/framework';
import type { CellEquipment } from './cell.ts';
import type { EffectJournal } from './effects.ts';
import type { Mover } from './mover.ts';
import type { PlanTarget } from './planner.ts';
import type { RoutineVariables } from './routine-variables.ts';
import type { SessionCore } from './session-core.ts';
import type { StepStates } from './step-states.ts';
import { chooseTcp, computeToolPose } from './tool-pose.ts';

/** What a run's steps act through. */
export interface StepPortParts {
  readonly core: SessionCore;
  readonly mover: Mover;
  readonly effects: EffectJournal;
  readonly equipment: CellEquipment;
  readonly variables: RoutineVariables;
  readonly saveGlobalVariable: (id: string, value: string | number | boolean) => void;
  readonly steps: StepStates;
  readonly spaceItems: ReadonlyMap<string, SpaceItem>;
  readonly onDistance: (meters: number) => void;
}

/** The ports of one run: every step acts on the arm, the outputs and the devices through these. */
export function createStepPorts(parts: StepPortParts): Omit<StepPorts, 'clock'> {
  const { core, variables, steps, spaceItems } = parts;
  const robot = createRobotPort(parts);
  return {
    motion: createMotionPort(parts),
    robot,
    equipment: createEquipmentPort(parts),
    variables: createVariablesPort(parts),
    expressions: createExpressionPort({
      getVariable: (id) => variables.get(id),
      getStepVariable: (stepID, name) => steps.getVariable(stepID, name),
      readPort: (port) => readPort(core, port),
    }),
    space: { find: (id) => spaceItems.get(id) },
  };
}

function createMotionPort({ core, mover, onDistance }: StepPortParts): MotionPort {
  const joints = (): JointAngles => core.arm.joints ?? [0, 0, 0, 0, 0, 0];
  const poseOf = (angles: JointAngles, tcpOption: string) =>
    computeToolPose(angles, chooseTcp(tcpOption) === 'flange' ? undefined : core.tools.tcp);
  return {
    currentJoints: joints,
    poseOf,
    currentPose: (tcpOption) => poseOf(joints(), tcpOption),
    async moveThrough(waypoints, { signal, onActivity }): Promise<PortResult<MoveResult>> {
      if (waypoints.length === 0) return { ok: true, value: { stoppedEarly: 0 } };
      const unknown = waypoints.find(({ tcpOption }) => chooseTcp(tcpOption) === undefined);
      if (unknown) return planningFailure(`The TCP '${unknown.tcpOption}' is not available on this cell`);
      const end = await mover.move(
        {
          robotKind: core.robotKind,
          targets: waypoints.map(toPlanTarget),
          tool: core.tools.current,
          payloadMassKg: core.store.state.payload.mass,
          seed: 0,
        },
        {
          stepID: waypoints[0]?.stepID ?? '',
          signal,
          observer: {
            onActivity: (activity) => {
              core.store.update((state) => {
                state.motionActivity = activity;
              });
              onActivity?.(activity);
            },
            onTargetReached: (index) => waypoints[index]?.onReached?.(),
            onDistance,
            ...(waypoints.some(({ stopEarly }) => stopEarly)
              ? { pollStopEarly: (index: number) => waypoints[index]?.stopEarly?.() ?? 0 }
              : {}),
          },
        },
      );
      switch (end.kind) {
        case 'completed':
          return { ok: true, value: { stoppedEarly: 0 } };
        case 'stoppedEarly':
          return { ok: true, value: { stoppedEarly: end.group } };
        case 'stopped':
          return { ok: false, stopped: true };
        case 'failed': {
          const { kind, message, unreachableTarget } = end.failure;
          const isOffset = unreachableTarget !== undefined && waypoints[unreachableTarget]?.isOffset === true;
          return { ok: false, failure: { kind, message: isOffset ? messages.offsetPoseUnreachable : message } };
        }
      }
    },
  };
}

function toPlanTarget(waypoint: MoveWaypoint): PlanTarget {
  const { target, motionKind, motionSpeed, blendRadius, stopHere, tcpOption, limits } = waypoint;
  return {
    target,
    motionKind,
    speedPercent: motionSpeed,
    blendRadius,
    stopHere,
    usesFlange: chooseTcp(tcpOption) === 'flange',
    ...(limits ? { limits: { jointVelocities: limits.maxJointSpeeds, toolSpeed: limits.maxTooltipSpeed } } : {}),
  };
}

function planningFailure(message: string): PortResult<never> {
  return { ok: false, failure: { kind: 'PlanningFailure', message } };
}

function createRobotPort({ core, effects }: StepPortParts): RobotPort {
  return {
    readPort: (port) => readPort(core, port),
    setOutputs: (outputs, signal) =>
      effects.perform({ kind: 'setOutputs', details: outputs }, signal, () => setOutputs(core, outputs)),
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

function createEquipmentPort({ core, effects, equipment }: StepPortParts): EquipmentPort {
  return {
    actuateGripper: (equipmentID, command, signal) =>
      effects.perform({ kind: 'actuateGripper', details: { equipmentID, ...command } }, signal, (effectID) =>
        equipment.actuateGripper(
          {
            robotKind: core.robotKind,
            isTwin: core.isTwin,
            stopEpoch: core.epochs.current,
            equipmentID,
            command,
            idempotencyKey: effectID,
          },
          signal,
        ),
      ),
  };
}

function createVariablesPort({ variables, steps, saveGlobalVariable }: StepPortParts): VariablesPort {
  return {
    get: (id) => variables.get(id),
    async set(id, value) {
      const isKnown = variables.set(id, value);
      if (isKnown && variables.isGlobal(id)) saveGlobalVariable(id, value);
      return isKnown;
    },
    getStepVariable: (stepID, name) => steps.getVariable(stepID, name),
  };
}
