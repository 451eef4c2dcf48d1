import { defaultArm } from '@cellwright/arm';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import type { FlagName } from '@cellwright/domain/cell';
import type { JointAngles, RobotKind, SafetyRules, SpeedProfile, WirePose } from '@cellwright/domain/robot';
import type { RobotFrame } from '@cellwright/domain/run';
import type { RunnerResponse, StatePatch } from '@cellwright/domain/runner-socket';
import {
  type CollisionBox,
  changeSceneBoxes,
  emptyScene,
  type Obstacle,
  type SpaceItem,
} from '@cellwright/domain/space';
import { commandedCapabilities, type ForceSample } from '@cellwright/equipment/capabilities';
import { findStepContract } from '@cellwright/steps/contracts';
import { createEngine, type Engine, type EngineOptions } from '@cellwright/steps/engine';
import type { ProgramStep, ScriptRunner } from '@cellwright/steps/framework';
import { VirtualClock } from '@cellwright/testkit';
import * as z from 'zod';
import { accept, accepted } from '../answer.ts';
import type { CellEquipment, LoadedProgram, MachineInterior, PortClaim, ProgramSource } from '../cell.ts';
import type { Caller } from '../core/caller.ts';
import type { SessionPart } from '../core/part.ts';
import { PortClaims } from '../core/port-claims.ts';
import type { CommandAudit } from '../facts/command-auditor.ts';
import type { JournalBatch } from '../journal/journal.ts';
import type { PlannedDetour, Planner, PlanRequest, PlanResult, ToolModel } from '../planner.ts';
import type { CodeRunner } from '../run/code-blocks.ts';
import type { AssemblyMode } from '../session/assembly-mode.ts';
import { Dispatcher } from '../session/dispatcher.ts';
import type { PlayHold } from '../session/play-hold.ts';
import { RobotSession } from '../session/session.ts';
import type { SessionOutside } from '../session/session-outside.ts';
import { sessionParts } from '../session/session-parts.ts';
import type { SpeedChoice } from '../session/speed-control.ts';
import { FakeArchive } from './fake-archive.fixture.ts';
import { FakeLoadedRoutines } from './fake-loaded-routines.fixture.ts';
import { noSafetyRules } from './fake-records.fixture.ts';
import { FakeRobot } from './fake-robot.fixture.ts';

export const ada: Caller = { sessionID: 'ada', name: 'Ada', permissions: ['connectToRobot'] };
export const bob: Caller = { sessionID: 'bob', name: 'Bob', permissions: ['connectToRobot'] };

/** Plans straight joint moves at 1 rad/s, after some time; a pose leads to the current position. */
class FakePlanner implements Planner {
  readonly requests: PlanRequest[] = [];
  delayMS = 10;
  /** Number of requests to clear its plans. */
  clearedCount = 0;
  /** Detours that are returned with every plan. */
  detours: readonly PlannedDetour[] = [];
  /** Answer instead of a plan. */
  answer: PlanResult | undefined;
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  async plan(request: PlanRequest, { signal }: { readonly signal: AbortSignal }): Promise<PlanResult> {
    this.requests.push(request);
    try {
      await this.clock.sleep(this.delayMS, signal);
    } catch {
      return { ok: false, stopped: true };
    }
    if (this.answer) return this.answer;
    let from = request.startJoints;
    const segments = request.targets.map(({ target }, index) => {
      const to = 'jointAngles' in target ? target.jointAngles : from;
      const duration = Math.max(0.05, ...to.map((angle, joint) => Math.abs(angle - (from[joint] ?? 0))));
      const segment = {
        trajectory: { points: [pointAt(0, from), pointAt(duration, to)] },
        firstTarget: index,
        lastTarget: index,
        targetTimes: [duration],
        distanceMeters: duration / 10,
      };
      from = to;
      return segment;
    });
    return { ok: true, segments, detours: this.detours };
  }

  async inverseKinematics(): Promise<readonly JointAngles[]> {
    return [];
  }

  async clearPlanCache(): Promise<void> {
    this.clearedCount += 1;
  }
}

function pointAt(timeFromStart: number, positions: JointAngles) {
  const still = [0, 0, 0, 0, 0, 0];
  return { timeFromStart, positions, velocities: still, accelerations: still };
}

/** A step as the library sends it: its path is in its id, its arguments are filled with defaults. */
export function step(id: string, stepKind: string, args: Record<string, unknown>): ProgramStep {
  const path = id.replace('step_', '');
  const dot = path.lastIndexOf('.');
  const parentID = dot < 0 ? null : `step_${path.slice(0, dot)}`;
  const filled = z.record(z.string(), z.unknown()).parse(findStepContract(stepKind)?.args.parse(args) ?? args);
  return { id, stepKind, path, parentID, isDisabled: false, args: filled };
}

/** A move through joint angles, as step `id` with its waypoints. */
export function moveSteps(id: string, targets: readonly (readonly number[])[], args: Record<string, unknown> = {}) {
  const waypoints = targets.map((jointAngles, index) =>
    step(`${id}.${index + 1}`, 'Waypoint', { target: { jointAngles }, ...args }),
  );
  return [step(id, 'MoveArmToV2', {}), ...waypoints];
}

export function routineOf(steps: readonly ProgramStep[], version = 1): LoadedProgram {
  return {
    program: { routineID: 'routine_1', version, name: 'One', mainLoopStepID: undefined, steps },
    variables: [
      { id: 'variable_count', name: 'count', initialValue: 0, isGlobal: false },
      { id: 'variable_shift', name: 'shift', initialValue: 'early', isGlobal: true },
    ],
    spaceItems: [],
    problems: [],
  };
}

const noAudit: CommandAudit = { admit: () => accepted, noteRefused: () => undefined, noteStop: () => undefined };

/** A robot session on a virtual clock, with a robot, a planner and a journal in memory. */
export function startCell(
  options: {
    readonly robotKind?: RobotKind;
    readonly routine?: LoadedProgram;
    readonly createEngine?: (options: EngineOptions) => Engine;
    readonly clock?: VirtualClock;
    /** Data of an earlier runner. */
    readonly archive?: FakeArchive;
    readonly loadedRoutines?: FakeLoadedRoutines;
    /** An arm at the position where an earlier runner left it. */
    readonly robot?: FakeRobot;
    readonly isConnected?: boolean;
    readonly readSafetyRules?: () => Promise<SafetyRules>;
    readonly scripts?: ScriptRunner;
    readonly codeRunner?: CodeRunner;
    readonly pausesWithoutHolder?: boolean;
    /** False discards all written and published data, for long runs. */
    readonly isRecorded?: boolean;
    /** Parts in addition to those of every session. */
    readonly extraParts?: readonly SessionPart<SessionOutside>[];
    /** Default: everything is admitted and nothing is written. */
    readonly audit?: CommandAudit;
    readonly hasROSBridge?: boolean;
    readonly isFlagOn?: (flag: FlagName) => Promise<boolean>;
    readonly assembly?: AssemblyMode;
    readonly plays?: PlayHold;
  } = {},
) {
  const clock = options.clock ?? new VirtualClock();
  const robot = options.robot ?? new FakeRobot(clock);
  const planner = new FakePlanner(clock);
  const patches: StatePatch[] = [];
  const frames: RobotFrame[] = [];
  const writes: JournalBatch[] = [];
  const { isRecorded = true } = options;
  const journal = { delay: async (): Promise<void> => undefined, entryCount: 0 };
  const library = {
    routine: options.routine ?? routineOf([]),
    saved: new Map<string, unknown>(),
    speedProfiles: new Map<string, SpeedProfile>(),
    spaceItems: new Map<string, SpaceItem>(),
    /** Reads the stored safety rules. */
    readSafetyRules: options.readSafetyRules ?? (async () => noSafetyRules),
  };
  const programs: ProgramSource = {
    load: async () => accept(library.routine),
    findSpeedProfile: async (id) => library.speedProfiles.get(id),
    findSpaceItem: async (id) => library.spaceItems.get(id),
    saveGlobalVariable: async (id, value) => void library.saved.set(id, value),
  };
  const stops: number[] = [];
  /** Reason why a jogged arm does not move. */
  const held: { by: string | undefined } = { by: undefined };
  /** Tools of the cell by id, and the tools marked as mounted. */
  const devices = new Map<string, ToolModel>();
  /** Base of the arm in the world, and the bases of its scene in order. */
  const base: { current: WirePose | undefined; inScene: WirePose[] } = { current: undefined, inScene: [] };
  const onFlange: (string | null)[] = [];
  /** Enabled devices by capability. */
  const enabled = new Map<string, { readonly equipmentID: string; readonly name: string }[]>();
  /** The planning scene, as far as boxes on pallets change it. */
  const scene = { current: emptyScene('simulated') };
  /** Ports of the devices; `portClaims.refresh()` takes a change. */
  const claims: { list: PortClaim[] } = { list: [] };
  /** Machines whose doors close spaces, the environment objects of the cell, and those that are no obstacles. */
  const interiors: FakeInteriors = { machines: [], objects: [], woken: [], freed: new Set(), attached: [] };
  /** Widths of the grippers. */
  const fingers = new Map<string, number>();
  /** Calibrated pose of the wrist camera; none at first. */
  const wristCamera: { pose: WirePose | undefined } = { pose: undefined };
  /** The force sensor of the cell; none at first. */
  const forceSensor: FakeForceSensor = { choice: undefined, followers: new Set(), onFollowed: () => undefined };
  const equipment: CellEquipment = {
    actuate: async ({ capability }) => ({ ok: true, value: commandedCapabilities[capability].example.outcome }),
    sendHttpRequest: async () => ({ ok: true, value: { status: 200, body: '' } }),
    listCommandable: async () => ['gripper'],
    listEnabled: async (capability) => enabled.get(capability) ?? [],
    stopDevices: async (_kind, _isTwin, epoch) => void stops.push(epoch),
    findBase: async () => base.current,
    locate: async () => ({ ok: true, value: [] }),
    classify: async () => ({ ok: true, value: [] }),
    runVisionMethod: async () => accept({ ok: true, results: [], elapsedMS: 0 }),
    findWristCamera: async () => wristCamera.pose,
    findTool: async (equipmentID) => devices.get(equipmentID),
    listTools: async () =>
      [...devices.values()].map(({ equipmentID, name }) => ({ equipmentID: equipmentID ?? '', name, isEnabled: true })),
    findForceSensor: async () => ({ ok: true, value: forceSensor.choice }),
    followForce: (_request, listener) => {
      forceSensor.followers.add(listener);
      forceSensor.onFollowed(listener);
      return () => void forceSensor.followers.delete(listener);
    },
    readSensor: async ({ sensorID }) => ({ ok: false, message: `no sensor ${sensorID}` }),
    listPortClaims: async () => claims.list,
    listInteriors: async () => interiors.machines,
    wakeDevice: (_kind, _isTwin, equipmentID) => void interiors.woken.push(equipmentID),
    readFingerWidth: async (_kind, _isTwin, equipmentID) => fingers.get(equipmentID),
    holdOnFlange: async (_kind, equipmentID) => void onFlange.push(equipmentID),
  };
  const archive = options.archive ?? new FakeArchive();
  const chosen: { equipmentID: string | null | undefined; activeEnd: number } = {
    equipmentID: undefined,
    activeEnd: 1,
  };
  const loadedRoutines = options.loadedRoutines ?? new FakeLoadedRoutines();
  const speedChoice: { current: SpeedChoice | undefined } = { current: undefined };
  const warnings: string[] = [];
  /** Programs that took control of the robot, in order. */
  const programControl: string[] = [];
  /** Questions to the operator, with their routine. */
  const questions: [message: string, routineID: string | null][] = [];
  const log = { info: () => undefined, warn: (message: string) => void warnings.push(message), error: fail };
  const portClaims = new PortClaims({ equipment, clock, log });
  const session: RobotSession = new RobotSession(
    {
      robotKind: options.robotKind ?? 'simulated',
      isTwin: options.robotKind === 'live',
      clock,
      log,
      planner,
      programs,
      safetySettings: { readSafetyRules: () => library.readSafetyRules() },
      equipment,
      portClaims,
      scripts: options.scripts,
      pausesWithoutHolder: options.pausesWithoutHolder ?? false,
      codeRunner: options.codeRunner,
      isFlagOn: options.isFlagOn,
      hasROSBridge: options.hasROSBridge,
      toolChoices: {
        load: async () => {
          const { equipmentID, activeEnd } = chosen;
          return equipmentID === undefined ? undefined : { equipmentID, activeEnd };
        },
        save: async (choice) => void Object.assign(chosen, choice),
      },
      speedChoices: {
        load: async () => speedChoice.current,
        save: async (choice) => {
          speedChoice.current = choice;
        },
      },
      armModel: defaultArm,
      interiorObjects: {
        find: (id) => interiors.objects.find(({ spaceItemID }) => spaceItemID === id),
        async free(ids) {
          await interiors.delay?.();
          interiors.freed = ids;
        },
        attachedBoxes: () => interiors.attached,
      },
      setSceneBase: async (pose) => void base.inScene.push(pose),
      archive,
      loadedRoutines,
      changeSceneBoxes: async (...change) => {
        const changed = changeSceneBoxes(scene.current, ...change);
        if (!changed.ok) throw new ProductError('too_large', changed.error.message);
        scene.current = changed.value;
        session.visualization.follow(scene.current.obstacles);
      },
      epochs: { load: async () => 0, reserve: async () => undefined },
      journal: {
        async write(batch) {
          await journal.delay();
          journal.entryCount += batch.entries.length;
          if (isRecorded) writes.push(batch);
          archive.take(batch);
        },
      },
      createEngine: options.createEngine ?? createEngine,
      createJogResolver: () => ({
        reset: () => undefined,
        get heldBy() {
          return held.by;
        },
        leavesContact: () => false,
        isOpen: () => true,
        resolve: (command) => (command?.jogKind === 'joint' ? command.velocities : [0, 0, 0, 0, 0, 0]),
      }),
      noteProgramControl: ({ name }) => void programControl.push(name),
      noteQuestion: ({ message }, routineID) => void questions.push([message, routineID]),
      publishPatch: (patch) => void (isRecorded && patches.push(patch)),
      publishFrame: (frame) => void (isRecorded && frames.push(frame)),
    },
    [...sessionParts, ...(options.extraParts ?? [])],
  );
  const dispatcher = new Dispatcher(session, options.audit ?? noAudit, options);
  session.safetyRules.follow();
  if (options.isConnected ?? true) session.attach(robot.connect());
  let sent = 0;
  const send = (kind: string, payload?: unknown, caller: Caller = ada, extra: { id?: string; epoch?: number } = {}) =>
    dispatcher.handle(caller, { id: extra.id ?? `m${++sent}`, kind, payload, epoch: extra.epoch });
  /** Sends a request and advances the clock until it is answered. */
  const ask = async (...args: Parameters<typeof send>): Promise<RunnerResponse> =>
    clock.runUntilSettled(send(...args), 60_000);
  const entries = () => writes.flatMap((batch) => batch.entries);
  const state = () => session.core.store.snapshot().state;
  return {
    clock,
    robot,
    planner,
    session,
    dispatcher,
    equipment,
    claims,
    interiors,
    portClaims,
    devices,
    enabled,
    forceSensor,
    wristCamera,
    fingers,
    onFlange,
    base,
    archive,
    loadedRoutines,
    scene,
    chosen,
    speedChoice,
    library,
    programs,
    journal,
    writes,
    entries,
    patches,
    frames,
    stops,
    held,
    warnings,
    programControl,
    questions,
    state,
    send,
    ask,
  };
}

/** A force sensor whose measurements come from the test. */
interface FakeForceSensor {
  choice: { equipmentID: string; name: string } | undefined;
  readonly followers: Set<(sample: ForceSample) => void>;
  /** Called with each new follower. */
  onFollowed: (tell: (sample: ForceSample) => void) => void;
}

interface FakeInteriors {
  machines: readonly MachineInterior[];
  objects: readonly Obstacle[];
  readonly woken: string[];
  freed: ReadonlySet<string>;
  /** Boxes that a program has attached to the flange. */
  attached: readonly CollisionBox[];
  /** Time that the planning scene takes to change. */
  delay?: () => Promise<void>;
}

function fail(message: string, fields?: unknown): never {
  throw new Error(`${message} ${JSON.stringify(fields)}`);
}
