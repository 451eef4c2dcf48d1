import type {
  Clock,
  IOLevel,
  OperatorPrompt,
  OutputAction,
  SpaceItem,
  VariableValue,
  WirePose,
} from '@cellwright/domain';
import { accuracyCorrectionOf, ioPortName } from '@cellwright/domain';
import { identityPose } from '@cellwright/geometry';
import {
  createExpressionPort,
  type GripperCommand,
  type MoveWaypoint,
  type PortFailure,
  type PortFault,
  type PortResult,
  type StepPorts,
  stopEarlyPollMS,
} from '../framework/index.ts';

export interface FakeCellOptions {
  readonly clock: Clock;
  readonly faults?: readonly PortFault[];
  readonly variables?: Readonly<Record<string, VariableValue>>;
  readonly spaceItems?: readonly SpaceItem[];
  /** How long the arm takes from one waypoint to the next. */
  readonly legMS?: number;
  /** How long outputs take to change; and whether not even a stop ends that. */
  readonly outputsTakeMS?: number;
  readonly outputsIgnoreStop?: boolean;
}

const done: PortResult = { ok: true, value: undefined };
const stoppedByAbort: PortResult<never> = { ok: false, stopped: true };

/** A cell that remembers what steps asked of it, and misbehaves on request. */
export class FakeCell {
  readonly #options: FakeCellOptions;
  readonly #faults: ReadonlySet<PortFault>;
  readonly variables: Map<string, VariableValue>;
  readonly stepVariables = new Map<string, VariableValue>();
  readonly inputs = new Map<string, IOLevel>();
  /** What was asked, in order, in words. */
  readonly actions: string[] = [];
  /** Every call of moveThrough. */
  readonly moves: (readonly MoveWaypoint[])[] = [];
  readonly gripperCommands: GripperCommand[] = [];
  /** How often the gripper is busy before it takes a command. */
  busyGripperTries = 0;
  /** What was asked of the operator. */
  readonly prompts: OperatorPrompt[] = [];
  /** Confirms the prompt that asks. */
  confirm: (input?: string) => void = () => undefined;
  /** Recovers from the failure that holds the run, and resumes. */
  recover: () => void = () => undefined;
  readonly ports: Omit<StepPorts, 'clock'>;

  constructor(options: FakeCellOptions) {
    this.#options = options;
    this.#faults = new Set(options.faults);
    this.variables = new Map(Object.entries(options.variables ?? {}));
    const spaceItems = new Map(options.spaceItems?.map((item) => [item.id, item]));
    const getVariable = (id: string) => (this.#faults.has('variablesVanish') ? undefined : this.variables.get(id));
    const getStepVariable = (stepID: string, name: string) => this.stepVariables.get(`${stepID}.${name}`);
    const readPort: StepPorts['robot']['readPort'] = (port) =>
      this.#faults.has('inputsVanish') ? undefined : (this.inputs.get(ioPortName(port)) ?? 'low');
    this.ports = {
      motion: {
        moveThrough: (waypoints, { signal, onActivity }) => this.#move(waypoints, signal, onActivity),
        currentJoints: () => [0, 0, 0, 0, 0, 0],
        currentPose: () => fakePoseOf([0, 0, 0, 0, 0, 0]),
        poseOf: (jointAngles) => fakePoseOf(jointAngles),
        basePose: () => identityPose,
      },
      robot: {
        setOutputs: (outputs, signal) => this.#setOutputs(outputs, signal),
        readPort,
        setPayload: async (massKg) => {
          if (this.#faults.has('payloadFails')) return fault('ControlSystemFailure', 'the payload was refused');
          this.actions.push(`payload ${massKg} kg`);
          return done;
        },
      },
      equipment: { actuateGripper: async (_equipmentID, command) => this.#actuate(command) },
      variables: {
        get: getVariable,
        set: async (id, value) => {
          if (getVariable(id) === undefined) return false;
          this.variables.set(id, value);
          return true;
        },
        getStepVariable,
      },
      expressions: createExpressionPort({ getVariable, getStepVariable, readPort }),
      space: { find: (id) => spaceItems.get(id), correct: accuracyCorrectionOf(options.spaceItems ?? []) },
      faults: { hold: (failure, signal) => this.#hold(failure, signal) },
      operator: { ask: (prompt, signal) => this.#ask(prompt, signal) },
    };
  }

  async #setOutputs(outputs: readonly OutputAction[], signal: AbortSignal): Promise<PortResult> {
    const { clock, outputsTakeMS = 0, outputsIgnoreStop = false } = this.#options;
    if (this.#faults.has('outputsFail')) return fault('IOFailure', 'the box does not answer');
    if (outputsTakeMS > 0) await clock.sleep(outputsTakeMS, outputsIgnoreStop ? undefined : signal);
    for (const output of outputs) this.actions.push(`${ioPortName(output)} ${output.level}`);
    return done;
  }

  async #hold({ kind, message }: PortFailure, signal: AbortSignal): Promise<PortResult> {
    this.actions.push(`held by ${kind}: ${message}`);
    const recovered = await unlessAborted<boolean>(signal, (resolve) => {
      this.recover = () => resolve(true);
    });
    return recovered ? done : stoppedByAbort;
  }

  async #ask(prompt: OperatorPrompt, signal: AbortSignal): Promise<PortResult<string>> {
    this.prompts.push(prompt);
    const input = await unlessAborted<string>(signal, (resolve) => {
      this.confirm = (given = '') => resolve(given);
    });
    return input === undefined ? stoppedByAbort : { ok: true, value: input };
  }

  #actuate(command: GripperCommand): PortResult<{ widthMeters: number; gripDetected: boolean }> {
    this.gripperCommands.push(command);
    if (this.#faults.has('noGripper')) return fault('ExecutionFailure', 'there is no gripper');
    if (this.#faults.has('gripperFails')) return fault('GripperFailure', 'the gripper is broken');
    if (this.#faults.has('gripperBusy') || this.gripperCommands.length <= this.busyGripperTries) {
      return { ok: false, failure: { kind: 'GripperFailure', message: 'the gripper is busy', mayRetry: true } };
    }
    return { ok: true, value: { widthMeters: command.widthMeters, gripDetected: true } };
  }

  async #move(
    waypoints: readonly MoveWaypoint[],
    signal: AbortSignal,
    onActivity: ((activity: 'none' | 'planning' | 'moving') => void) | undefined,
  ): Promise<PortResult<{ stoppedEarly: number }>> {
    this.moves.push(waypoints);
    onActivity?.('planning');
    if (this.#faults.has('motionFails')) return fault('PlanningFailure', 'Failed to generate motion plan');
    onActivity?.('moving');
    for (const waypoint of waypoints) {
      const stoppedEarly = await this.#moveTo(waypoint, signal).catch(() => 'aborted' as const);
      if (stoppedEarly === 'aborted') return stoppedByAbort;
      if (stoppedEarly > 0) return { ok: true, value: { stoppedEarly } };
      this.actions.push(`reach ${waypoint.stepID}`);
      waypoint.onReached?.();
    }
    onActivity?.('none');
    return { ok: true, value: { stoppedEarly: 0 } };
  }

  async #moveTo(waypoint: MoveWaypoint, signal: AbortSignal): Promise<number> {
    const { clock, legMS = 100 } = this.#options;
    for (let passedMS = 0; passedMS < legMS; passedMS += stopEarlyPollMS) {
      const stoppedEarly = (await waypoint.stopEarly?.()) ?? 0;
      if (stoppedEarly > 0) return stoppedEarly;
      await clock.sleep(Math.min(stopEarlyPollMS, legMS - passedMS), signal);
    }
    return 0;
  }
}

/** What somebody says, or undefined when a stop came first. */
function unlessAborted<T>(signal: AbortSignal, wait: (resolve: (value: T) => void) => void): Promise<T | undefined> {
  return new Promise((resolve) => {
    wait(resolve);
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

/** A stand-in for forward kinematics: the first three joints are the position. */
export function fakePoseOf(jointAngles: readonly number[]): WirePose {
  return { ...identityPose, x: jointAngles[0] ?? 0, y: jointAngles[1] ?? 0, z: jointAngles[2] ?? 0 };
}

function fault(
  kind: 'IOFailure' | 'ControlSystemFailure' | 'GripperFailure' | 'PlanningFailure' | 'ExecutionFailure',
  message: string,
): PortResult<never> {
  return { ok: false, failure: { kind, message } };
}
