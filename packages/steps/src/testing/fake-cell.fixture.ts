import type { Clock, HttpAnswer, HttpRequest, VariableValue } from '@cellwright/domain/basics';
import { readValueLike } from '@cellwright/domain/basics';
import type { Classified, LocatedThing, VisionArgs } from '@cellwright/domain/equipment';
import { messages, mountMessages } from '@cellwright/domain/messages';
import type { IOLevel, OutputAction, WirePose } from '@cellwright/domain/robot';
import { ioPortName } from '@cellwright/domain/robot';
import type { OperatorPrompt } from '@cellwright/domain/routine';
import type { SpaceItem, VisualizationChange } from '@cellwright/domain/space';
import { accuracyCorrectionOf } from '@cellwright/domain/space';
import { commandedCapabilities, machineCapability, welderCapability } from '@cellwright/equipment/capabilities';
import { identityPose } from '@cellwright/geometry';
import {
  type AnsweredPrompt,
  type CommandedCapabilityName,
  type CommandOf,
  type CountdownTime,
  createExpressionPort,
  type MountedTool,
  type MoveOptions,
  type MoveResult,
  type MoveWaypoint,
  type OutcomeOf,
  type PackagesPort,
  type PortFailure,
  type PortFault,
  type PortResult,
  type StepPorts,
  stopEarlyPollMS,
} from '../framework/index.ts';
import { dryRunPackages } from '../packaged/index.ts';
import { FakeMachine } from './fake-machine.fixture.ts';
import { FakeWelder } from './fake-welder.fixture.ts';

export interface FakeCellOptions {
  readonly clock: Clock;
  readonly faults?: readonly PortFault[];
  /** Default: packages play as in a dry run. */
  readonly packages?: PackagesPort;
  readonly variables?: Readonly<Record<string, VariableValue>>;
  readonly spaceItems?: readonly SpaceItem[];
  /** Step whose waypoint no plan reaches. */
  readonly unreachableStepID?: string;
  /** Duration of the motion from one waypoint to the next. */
  readonly legMS?: number;
  /** Time after which moves that may touch make contact and press with their contact force. */
  readonly touchesAfterMS?: number;
  /** Time that outputs take to change, and whether they ignore even a stop. */
  readonly outputsTakeMS?: number;
  readonly outputsIgnoreStop?: boolean;
}

const done: PortResult = { ok: true, value: undefined };
const stoppedByAbort: PortResult<never> = { ok: false, stopped: true };

export interface DeviceCommand {
  readonly capability: CommandedCapabilityName;
  readonly equipmentID: string | undefined;
  readonly command: unknown;
}

/** A cell that records the calls of steps and misbehaves on request. */
export class FakeCell {
  readonly #options: FakeCellOptions;
  readonly #faults: ReadonlySet<PortFault>;
  readonly variables: Map<string, VariableValue>;
  readonly stepVariables = new Map<string, VariableValue>();
  readonly inputs = new Map<string, IOLevel>();
  /** Calls in order, in words. */
  readonly actions: string[] = [];
  /** Every call of moveThrough. */
  readonly moves: (readonly MoveWaypoint[])[] = [];
  /** Contact force allowed for each of them, N. */
  readonly contactForces: (number | undefined)[] = [];
  contactForce = 0;
  /** True for each of them that was committed before it began. */
  readonly effects: boolean[] = [];
  /** Commands sent to devices, in order. */
  readonly deviceCommands: DeviceCommand[] = [];
  /** Time limit of each of them, ms. */
  readonly deviceLimits: (number | undefined)[] = [];
  /** HTTP requests and their answers; the first answer is used for all that follow. */
  readonly httpRequests: HttpRequest[] = [];
  readonly httpAnswers: PortResult<HttpAnswer>[] = [];
  /** Things that the camera finds, and the requests to it. */
  located: readonly LocatedThing[] = [];
  readonly locateRequests: VisionArgs<'locate'>[] = [];
  classified: readonly Classified[] = [];
  readonly classifyRequests: VisionArgs<'classify'>[] = [];
  /** Changes of the visualization, in order. */
  readonly visualizations: VisualizationChange[] = [];
  /** The tool that the arm carries. */
  readonly tool = { name: 'Torch', hasChanged: false };
  /** Number of attempts for which a device is busy before it accepts a command. */
  busyDeviceTries = 0;
  /** Prompts shown to the operator. */
  readonly prompts: OperatorPrompt[] = [];
  /** Confirms the current prompt. */
  confirm: (input?: string) => void = () => undefined;
  /** Cancels the answer. */
  cancelCountdown: () => void = () => undefined;
  /** Reports from the code block that runs, and ends it. */
  reportFromCode: (text: string) => void = () => undefined;
  endCode: () => void = () => undefined;
  /** Recovers from the failure that holds the run, and resumes. */
  recover: () => void = () => undefined;
  readonly machine: FakeMachine;
  readonly welder: FakeWelder;
  readonly ports: Omit<StepPorts, 'clock'>;

  constructor(options: FakeCellOptions) {
    this.#options = options;
    this.#faults = new Set(options.faults);
    this.machine = new FakeMachine(() => options.clock.now(), this.#faults.has('machineFaults'));
    this.welder = new FakeWelder(() => options.clock.now());
    this.variables = new Map(Object.entries(options.variables ?? {}));
    const spaceItems = new Map(options.spaceItems?.map((item) => [item.id, item]));
    const getVariable = (id: string) => (this.#faults.has('variablesVanish') ? undefined : this.variables.get(id));
    const getStepVariable = (stepID: string, name: string) => this.stepVariables.get(`${stepID}.${name}`);
    const readPort: StepPorts['robot']['readPort'] = (port) =>
      this.#faults.has('inputsVanish') ? undefined : (this.inputs.get(ioPortName(port)) ?? 'low');
    this.ports = {
      motion: {
        moveThrough: (waypoints, options) => this.#move(waypoints, options),
        check: async (waypoints) => this.#checkMove(waypoints),
        currentContactForce: () => this.contactForce,
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
      devices: {
        actuate: async (capability, equipmentID, command, _signal, limitMS) => {
          this.deviceLimits.push(limitMS);
          return this.#actuate(capability, equipmentID, command);
        },
      },
      tools: { findMounted: async () => this.#findMounted() },
      network: { request: async (request) => this.#request(request) },
      variables: {
        get: getVariable,
        set: async (id, value) => {
          const before = getVariable(id);
          if (before === undefined) return { ok: false, isKnown: false, message: messages.unknownVariableID(id) };
          const typed = readValueLike(before, value);
          if (!typed.ok) return { ok: false, isKnown: true, message: `'${id}' ${typed.error}` };
          this.variables.set(id, typed.value);
          return { ok: true };
        },
        getStepVariable,
      },
      expressions: createExpressionPort({ getVariable, getStepVariable, readPort }),
      space: {
        find: (id) => spaceItems.get(id),
        list: () => spaceItems.values(),
        setPositions(id, positions) {
          const item = spaceItems.get(id);
          if (item) spaceItems.set(id, { ...item, positions: [...positions] });
        },
        correct: accuracyCorrectionOf(options.spaceItems ?? []),
      },
      vision: {
        locate: async (_camera, wanted) => this.#locate(wanted),
        classify: async (_camera, wanted) => this.#classify(wanted),
      },
      visualization: { update: async (change) => this.#visualize(change) },
      faults: { hold: (failure, signal) => this.#hold(failure, signal) },
      codeBlocks: { run: (codeBlockID, signal, onReport) => this.#runCode(codeBlockID, signal, onReport) },
      packages: options.packages ?? dryRunPackages,
      operator: {
        ask: (prompt, signal) => this.#ask(prompt, signal),
        countDown: (answered, time) => this.#countDown(answered, time),
      },
    };
  }

  #findMounted(): PortResult<MountedTool> {
    const { tool } = this;
    if (this.#faults.has('toolNotMounted'))
      return fault('ExecutionFailure', mountMessages.notMounted(tool.name, 'simulated'));
    return { ok: true, value: { name: tool.name, hasChanged: () => tool.hasChanged } };
  }

  #locate(wanted: VisionArgs<'locate'>): PortResult<readonly LocatedThing[]> {
    if (this.#faults.has('cameraLost')) return fault('CameraFailure', 'the camera sends no pictures');
    this.locateRequests.push(wanted);
    return { ok: true, value: this.located };
  }

  #classify(wanted: VisionArgs<'classify'>): PortResult<readonly Classified[]> {
    if (this.#faults.has('cameraLost')) return fault('CameraFailure', 'the camera sends no pictures');
    this.classifyRequests.push(wanted);
    return { ok: true, value: this.classified };
  }

  #visualize(change: VisualizationChange): PortResult {
    if (this.#faults.has('visualizationFails')) return fault('ExecutionFailure', 'the scene is full');
    this.visualizations.push(change);
    return done;
  }

  #request(request: HttpRequest): PortResult<HttpAnswer> {
    this.httpRequests.push(request);
    const message = 'the server is away';
    if (this.#faults.has('requestUnreachable')) {
      return { ok: false, failure: { kind: 'NetworkRequestFailure', message, mayRetry: true } };
    }
    if (this.#faults.has('requestUnanswered')) return fault('NetworkRequestFailure', message);
    const [answer = { ok: true, value: { status: 200, body: '{"count":3}' } }] = this.httpAnswers;
    if (this.httpAnswers.length > 1) this.httpAnswers.shift();
    return answer;
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

  async #countDown({ delayMS }: AnsweredPrompt, { clock, signal }: CountdownTime) {
    const cancelling = new AbortController();
    this.cancelCountdown = () => cancelling.abort();
    await clock.sleep(delayMS, AbortSignal.any([signal, cancelling.signal])).catch(() => undefined);
    if (signal.aborted) return stoppedByAbort;
    return { ok: true, value: cancelling.signal.aborted ? 'cancelled' : 'elapsed' } as const;
  }

  async #runCode(codeBlockID: string, signal: AbortSignal, onReport: (text: string) => void): Promise<PortResult> {
    if (this.#faults.has('codeBlocksOff')) return fault('ExecutionFailure', messages.developerApiNeeded);
    if (this.#faults.has('codeBlocksVanish')) return fault('ExecutionFailure', messages.codeBlockFolderInaccessible);
    if (this.#faults.has('codeBlockFails')) return fault('ExecutionFailure', messages.codeBlockFailed);
    if (this.#faults.has('codeBlockDoesNotStop')) return fault('ExecutionFailure', messages.codeBlockNotStopped);
    this.actions.push(`code ${codeBlockID}`);
    this.reportFromCode = onReport;
    const ended = await unlessAborted<boolean>(signal, (resolve) => {
      this.endCode = () => resolve(true);
    });
    this.actions.push(`code ${codeBlockID} ${ended ? 'ended' : 'killed'}`);
    return ended ? done : stoppedByAbort;
  }

  #actuate<Name extends CommandedCapabilityName>(
    capability: Name,
    equipmentID: string | undefined,
    command: CommandOf<Name>,
  ): PortResult<OutcomeOf<Name>> {
    this.deviceCommands.push({ capability, equipmentID, command });
    if (this.#faults.has('deviceFails')) return fault('GripperFailure', 'the device is broken');
    if (this.#faults.has('deviceBusy') || this.deviceCommands.length <= this.busyDeviceTries) {
      return { ok: false, failure: { kind: 'GripperFailure', message: 'the device is busy', mayRetry: true } };
    }
    const { outcome, example } = commandedCapabilities[capability];
    if (capability === 'welder')
      return { ok: true, value: outcome.parse(this.welder.answer(welderCapability.command.parse(command))) };
    const asked = machineCapability.command.safeParse(command);
    if (capability !== 'machine' || !asked.success) return { ok: true, value: example.outcome };
    const isReset = asked.data.action === 'setCellSafe' && !asked.data.isSafe;
    if (isReset && this.#faults.has('cellSafeStays')) return fault('HaasFailure', 'the signal stays');
    return { ok: true, value: outcome.parse(this.machine.answer(asked.data)) };
  }

  async #move(waypoints: readonly MoveWaypoint[], options: MoveOptions): Promise<PortResult<MoveResult>> {
    const { signal, onActivity, contactForce, isEffect = false } = options;
    this.moves.push(waypoints);
    this.contactForces.push(contactForce);
    this.effects.push(isEffect);
    onActivity?.('planning');
    const checked = this.#checkMove(waypoints);
    if (!checked.ok) return checked;
    onActivity?.('moving');
    this.contactForce = 0;
    const touchesAt = this.#options.clock.now() + (this.#options.touchesAfterMS ?? Number.POSITIVE_INFINITY);
    for (const waypoint of waypoints) {
      const end = await this.#moveTo(waypoint, signal, contactForce && touchesAt).catch(() => 'aborted' as const);
      if (end === 'aborted') return stoppedByAbort;
      if (end === 'contact') {
        this.contactForce = contactForce ?? 0;
        this.actions.push(`press ${waypoint.stepID}`);
        return { ok: true, value: { stoppedEarly: 0, endedInContact: true } };
      }
      if (end > 0) return { ok: true, value: { stoppedEarly: end, endedInContact: false } };
      this.actions.push(`reach ${waypoint.stepID}`);
      waypoint.onReached?.();
    }
    onActivity?.('none');
    return { ok: true, value: { stoppedEarly: 0, endedInContact: false } };
  }

  #checkMove(waypoints: readonly MoveWaypoint[]): PortResult<never> | { readonly ok: true; readonly value: undefined } {
    if (this.#faults.has('motionFails')) return fault('PlanningFailure', 'Failed to generate motion plan');
    const waypointIndex = waypoints.findIndex(({ stepID }) => stepID === this.#options.unreachableStepID);
    if (waypointIndex < 0) return { ok: true, value: undefined };
    return { ok: false, failure: { kind: 'PlanningFailure', message: 'out of reach', waypointIndex } };
  }

  async #moveTo(
    waypoint: MoveWaypoint,
    signal: AbortSignal,
    touchesAt: number | undefined,
  ): Promise<number | 'contact'> {
    const { clock, legMS = 100 } = this.#options;
    for (let passedMS = 0; passedMS < legMS; passedMS += stopEarlyPollMS) {
      const stoppedEarly = (await waypoint.stopEarly?.()) ?? 0;
      if (stoppedEarly > 0) return stoppedEarly;
      if (touchesAt !== undefined && clock.now() >= touchesAt) return 'contact';
      await clock.sleep(Math.min(stopEarlyPollMS, legMS - passedMS), signal);
    }
    return 0;
  }
}

/** Waits for a value; undefined when a stop came first. */
function unlessAborted<T>(signal: AbortSignal, wait: (resolve: (value: T) => void) => void): Promise<T | undefined> {
  return new Promise((resolve) => {
    wait(resolve);
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

/** Stand-in for forward kinematics: the first three joints are the position. */
export function fakePoseOf(jointAngles: readonly number[]): WirePose {
  return { ...identityPose, x: jointAngles[0] ?? 0, y: jointAngles[1] ?? 0, z: jointAngles[2] ?? 0 };
}

function fault(
  kind:
    | 'IOFailure'
    | 'ControlSystemFailure'
    | 'GripperFailure'
    | 'PlanningFailure'
    | 'ExecutionFailure'
    | 'HaasFailure'
    | 'CameraFailure'
    | 'NetworkRequestFailure',
  message: string,
): PortResult<never> {
  return { ok: false, failure: { kind, message } };
}
