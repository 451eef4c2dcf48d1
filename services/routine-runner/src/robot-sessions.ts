import type { ArmModel } from '@cellwright/arm';
import { type Clock, realTimeOf } from '@cellwright/domain/basics';
import type { FlagName } from '@cellwright/domain/cell';
import {
  type RobotKind,
  type RobotOperationMode,
  type RobotRecord,
  robotKindSchema,
  type WirePose,
} from '@cellwright/domain/robot';
import { identityPose } from '@cellwright/geometry';
import { currentTraceId, type EventBus, type Logger, type Subscription } from '@cellwright/service-kit';
import type { CallProof } from '@cellwright/service-kit/callers';
import { createEngine } from '@cellwright/steps/engine';
import type { PackagesPort } from '@cellwright/steps/framework';
import type { Answer } from './domain/answer.ts';
import { carryLooseParts } from './domain/arm/carried-part.ts';
import type { ToolChoiceStore } from './domain/arm/current-tool.ts';
import { PlanningScenes, type ScenePlanner, type SceneStore } from './domain/arm/planning-scenes.ts';
import { type ObjectSource, SceneObjects } from './domain/arm/scene-objects.ts';
import type { EpochStore } from './domain/arm/stop-epochs.ts';
import { type PrepareMesh, type Surroundings, SurroundingsCache } from './domain/arm/surroundings.ts';
import type { CellEquipment, ProgramSource, SafetyRulesSource } from './domain/cell.ts';
import { type AssignedPorts, PortClaims } from './domain/core/port-claims.ts';
import { CommandAuditor } from './domain/facts/command-auditor.ts';
import { FactOutbox, type FactStore } from './domain/facts/fact-outbox.ts';
import { createJogResolver } from './domain/hand/jog/jog-resolver.ts';
import { describeInterruption, findContainer, interruptionTail } from './domain/journal/interruption.ts';
import type { JournalStore } from './domain/journal/journal.ts';
import {
  type JournalPruner,
  keepJournalsSmall,
  type RecordingPruner,
  type Retention,
} from './domain/journal/journal-retention.ts';
import type { Planner } from './domain/planner.ts';
import { type PartStore, PartWriter } from './domain/replay/part-writer.ts';
import { RunRecorder } from './domain/replay/run-recorder.ts';
import type { CodeRunner } from './domain/run/code-blocks.ts';
import type { InteriorObjects } from './domain/run/interiors.ts';
import type { LoadedRoutineStore } from './domain/run/routine-loading.ts';
import type { RunArchive } from './domain/run/stored-run.ts';
import { withUpdateTest } from './domain/run/update-test.ts';
import { AssemblyMode } from './domain/session/assembly-mode.ts';
import { Dispatcher } from './domain/session/dispatcher.ts';
import { type HoldStore, PlayHold } from './domain/session/play-hold.ts';
import { type RobotFacts, RobotReporter } from './domain/session/robot-reporter.ts';
import { RobotSession } from './domain/session/session.ts';
import type { SpeedChoiceStore } from './domain/session/speed-control.ts';
import { createControlFacts } from './events/control-facts.ts';
import {
  followCalibrations,
  followEquipment,
  followExternalControl,
  followOperationMode,
  followSafetySettings,
  followSpaceItems,
} from './events/entity-events.ts';
import { createFailureFacts } from './events/failure-facts.ts';
import { followFingers } from './events/finger-events.ts';
import { createQuestionFacts } from './events/question-facts.ts';
import { createStateEvents } from './events/state-events.ts';
import { readAddresses } from './host-addresses.ts';
import { type ControllerAddress, keepConnected } from './rpc/controller-line.ts';
import type { SessionDoor } from './rpc/runner-service.ts';
import type { Scripts } from './scripts/script-runner.ts';
import type { RunReader } from './store/run-reader.ts';

export interface RobotSessionsParts {
  /** Arm of both robots, which are one robot in two contexts. */
  readonly arm: ArmModel;
  /** A robot without a controller stays in Constructing. */
  readonly controllers: Readonly<Partial<Record<RobotKind, ControllerAddress>>>;
  readonly controllerProof: CallProof;
  readonly isLiveTwin: boolean;
  readonly pausesWithoutHolder: boolean;
  readonly planner: Planner;
  readonly scenePlanner: ScenePlanner;
  readonly programs: ProgramSource;
  readonly safetySettings: SafetyRulesSource;
  /** Source of the obstacles around the arms. */
  readonly objects: ObjectSource;
  /** In a thread of its own. */
  readonly prepareMesh: PrepareMesh;
  readonly equipment: CellEquipment;
  readonly journal: JournalStore;
  readonly scripts: Pick<Scripts, 'forRobot'>;
  readonly codeRunner: CodeRunner | undefined;
  readonly packages: PackagesPort;
  readonly isFlagOn: (flag: FlagName) => Promise<boolean>;
  readonly runs: RunReader;
  /** Stores the session's state of the robot for clients without a connection to it. */
  readonly saveRobot: (robotKind: RobotKind, facts: Partial<RobotFacts>) => Promise<void>;
  /** Keeps which ports, by full name, external control has for itself. */
  readonly saveExternalPorts: (robotKind: RobotKind, names: readonly string[]) => Promise<void>;
  /** The same of the ports that devices have. */
  readonly saveDevicePorts: (robotKind: RobotKind, assigned: AssignedPorts) => Promise<void>;
  readonly readRobot: () => Promise<Pick<RobotRecord, 'robotID' | 'mode' | 'inputs' | 'outputs'>>;
  readonly saveOperationMode: (mode: RobotOperationMode) => Promise<void>;
  readonly pruner: JournalPruner;
  readonly createRecordingStore: (robotKind: RobotKind) => PartStore;
  readonly recordings: RecordingPruner;
  readonly retention: Retention;
  readonly scenes: SceneStore;
  readonly holds: HoldStore;
  readonly facts: FactStore;
  readonly createEpochStore: (robotKind: RobotKind) => EpochStore;
  readonly createToolChoiceStore: (robotKind: RobotKind) => ToolChoiceStore;
  readonly createRunArchive: (robotKind: RobotKind) => RunArchive;
  readonly createLoadedRoutineStore: (robotKind: RobotKind) => LoadedRoutineStore;
  readonly createSpeedChoiceStore: (robotKind: RobotKind) => SpeedChoiceStore;
  /** Checks that this runner may take command of a controller now. */
  readonly checkMayTakeCommand: () => Answer;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The sessions of all robots while this runner leads: created when it starts to lead, and closed afterwards. */
export interface RobotSessions {
  readonly sessions: Readonly<Record<RobotKind, SessionDoor>>;
  readonly scenes: PlanningScenes;
  /** Hold of all robots while a software update is installed. */
  readonly plays: PlayHold;
  /**
   * Takes over from the previous runner: nothing moves, its runs are interrupted, then the controllers are connected.
   */
  begin(): Promise<void>;
  /** Stops the arms, and ends and writes the runs. */
  close(): Promise<void>;
  /**
   * The same for a runner that no longer leads: it writes nothing, and does not touch the devices of the next leader.
   */
  giveUp(): Promise<void>;
}

const robotKinds = robotKindSchema.options;

export function createRobotSessions(parts: RobotSessionsParts): RobotSessions {
  const { bus, clock, log } = parts;
  const surroundings = {
    live: new SurroundingsCache(parts.prepareMesh, log),
    simulated: new SurroundingsCache(parts.prepareMesh, log),
  };
  const scenes = new PlanningScenes({
    store: parts.scenes,
    planner: parts.scenePlanner,
    clock,
    log,
    onScene: ({ robotKind, obstacles, base }) => {
      surroundings[robotKind].follow(obstacles, base);
      sessions[robotKind].session.visualization.follow(obstacles);
    },
  });
  const objects = new SceneObjects({ source: parts.objects, scenes, clock, log });
  const facts = new FactOutbox(parts.facts, realTimeOf(clock), {
    onDropped: ({ subject, messageID }) =>
      log.error('the store was away for too long: a fact was dropped', { subject, messageID }),
    onDelayed: (error) => log.warn('facts wait for a store that does not take them', { error }),
  });
  const saveAssigned = async (assigned: AssignedPorts) => {
    for (const robotKind of robotKinds) await parts.saveDevicePorts(robotKind, assigned);
  };
  const portClaims = new PortClaims({ equipment: parts.equipment, saveAssigned, clock, log });
  const assembly = new AssemblyMode();
  const plays = new PlayHold(parts.holds);
  const identifiers: { robotID?: string } = {};
  const shared = { ...parts, portClaims, assembly, plays, identifiers };
  const reporters = { live: reportOf(parts, 'live'), simulated: reportOf(parts, 'simulated') };
  const recorders = { live: recorderOf(parts, 'live'), simulated: recorderOf(parts, 'simulated') };
  const open = (robotKind: RobotKind) => {
    const listeners = { reporter: reporters[robotKind], recorder: recorders[robotKind] };
    const interiorObjects: InteriorObjects = {
      find: (spaceItemID) => objects.find(spaceItemID),
      free: (spaceItemIDs) => objects.free(robotKind, spaceItemIDs),
      attachedBoxes: () => scenes.current(robotKind).endEffector?.collisionBoxes ?? [],
    };
    const around = { surroundings: () => surroundings[robotKind].current, interiorObjects };
    return openSession({ ...shared, ...around }, facts, scenes, robotKind, listeners);
  };
  const sessions = { live: open('live'), simulated: open('simulated') };
  const lines: ReturnType<typeof keepConnected>[] = [];
  const events: Subscription[] = [];
  let endPruning = () => {};
  const end = async (endSession: (session: RobotSession) => Promise<void>) => {
    for (const robotKind of robotKinds) reporters[robotKind].close();
    // The arms first: what runs is ended and journaled while everything it needs is still there.
    await Promise.all(robotKinds.map((robotKind) => endSession(sessions[robotKind].session)));
    await Promise.all(robotKinds.map((robotKind) => recorders[robotKind].close()));
    endPruning();
    objects.close();
    portClaims.close();
    scenes.close();
    await Promise.all(events.map((subscription) => subscription.close()));
    await Promise.all(lines.map((line) => line.close()));
    await facts.close();
  };

  return {
    sessions,
    scenes,
    plays,
    async begin() {
      await plays.begin();
      const { robotID, mode, inputs, outputs } = await parts.readRobot();
      const external = [...inputs, ...outputs].filter(({ assignedTo }) => assignedTo === 'externalControl');
      portClaims.setExternal(external.map(({ portID }) => portID));
      identifiers.robotID = robotID;
      assembly.isOn = mode === 'assembly';
      for (const robotKind of robotKinds) {
        const { session } = sessions[robotKind];
        await closeInterruptedRuns(session, parts);
        await session.begin();
      }
      const onSafety = () => {
        for (const robotKind of robotKinds) sessions[robotKind].session.safetyRules.follow();
      };
      const onExternalPorts = async (names: readonly string[]) => {
        portClaims.setExternal(names);
        for (const robotKind of robotKinds) await parts.saveExternalPorts(robotKind, names);
      };
      events.push(await followSafetySettings(bus, onSafety), await followExternalControl(bus, onExternalPorts));
      const onMode = async (mode: RobotOperationMode) => {
        assembly.isOn = mode === 'assembly';
        if (assembly.isOn) for (const robotKind of robotKinds) assembly.end(sessions[robotKind].session);
        const stored = await parts.readRobot();
        if ((stored.mode === 'assembly') !== assembly.isOn) await parts.saveOperationMode(mode);
      };
      events.push(await followOperationMode(bus, onMode));
      await scenes.load();
      events.push(await followSpaceItems(bus, () => objects.refresh()));
      objects.refresh();
      const onEquipment = (equipmentID: string | undefined) => {
        void portClaims.refresh();
        for (const robotKind of robotKinds) sessions[robotKind].session.followEquipment(equipmentID);
      };
      events.push(await followEquipment(bus, onEquipment));
      // A calibrated wrist camera is a point of the tool.
      events.push(await followCalibrations(bus, () => onEquipment(undefined)));
      const onFingers: Parameters<typeof followFingers>[1] = ({ equipmentID, robotKind, isTwin }, width) => {
        const { session } = sessions[robotKind];
        if (session.core.isTwin === isTwin) session.tools.noteFingerWidth(equipmentID, width);
      };
      events.push(await followFingers(bus, onFingers));
      void portClaims.refresh();
      for (const robotKind of robotKinds) {
        const address = parts.controllers[robotKind];
        const { session } = sessions[robotKind];
        const { checkMayTakeCommand, controllerProof: proof } = parts;
        if (address)
          lines.push(
            keepConnected({
              session,
              armName: parts.arm.name,
              address,
              proof,
              checkMayTakeCommand,
              clock: realTimeOf(clock),
              log,
            }),
          );
      }
      const { retention, pruner, recordings } = parts;
      endPruning = keepJournalsSmall({ robotKinds, retention, pruner, recordings, clock, log });
    },
    close: () => end((session) => session.close()),
    giveUp: () => end((session) => session.giveUp()),
  };
}

function reportOf({ arm, clock, log, saveRobot }: RobotSessionsParts, robotKind: RobotKind): RobotReporter {
  return new RobotReporter({
    clock,
    log,
    readAddresses,
    save: (facts) => saveRobot(robotKind, { model: arm.name, ...facts }),
  });
}

function recorderOf({ createRecordingStore, clock, log }: RobotSessionsParts, robotKind: RobotKind): RunRecorder {
  const writer = new PartWriter(createRecordingStore(robotKind), realTimeOf(clock), log.child({ robotKind }));
  return new RunRecorder({ writer, clock });
}

/** Listeners of a session. */
interface Listeners {
  readonly reporter: RobotReporter;
  readonly recorder: RunRecorder;
}

function openSession(
  parts: RobotSessionsParts & {
    readonly portClaims: PortClaims;
    readonly assembly: AssemblyMode;
    readonly plays: PlayHold;
    readonly identifiers: { readonly robotID?: string };
    readonly surroundings: () => Surroundings;
    readonly interiorObjects: InteriorObjects;
  },
  facts: FactOutbox,
  scenes: PlanningScenes,
  robotKind: RobotKind,
  { reporter, recorder }: Listeners,
): SessionDoor {
  const { surroundings, bus, clock, planner, programs, journal, scripts, checkMayTakeCommand } = parts;
  const log = parts.log.child({ robotKind });
  const events = createStateEvents(bus, robotKind, log);
  const robot = () => ({ robotKind, ...parts.identifiers });
  const equipment =
    robotKind === 'simulated'
      ? carryLooseParts(parts.equipment, {
          scene: () => scenes.current(robotKind),
          movePart: (name, pose) => scenes.change(robotKind, { kind: 'moveObstacle', name, pose }),
          readTip: () => readTip(session.core),
          log,
        })
      : parts.equipment;
  const session: RobotSession = new RobotSession({
    robotKind,
    isTwin: robotKind === 'live' && parts.isLiveTwin,
    pausesWithoutHolder: parts.pausesWithoutHolder,
    clock,
    log,
    planner,
    programs: withUpdateTest(programs, () => session.core.arm.joints),
    safetySettings: parts.safetySettings,
    equipment,
    portClaims: parts.portClaims,
    journal,
    scripts: scripts.forRobot(robotKind),
    codeRunner: parts.codeRunner,
    packages: parts.packages,
    isFlagOn: parts.isFlagOn,
    epochs: parts.createEpochStore(robotKind),
    toolChoices: parts.createToolChoiceStore(robotKind),
    speedChoices: parts.createSpeedChoiceStore(robotKind),
    archive: parts.createRunArchive(robotKind),
    loadedRoutines: parts.createLoadedRoutineStore(robotKind),
    armModel: parts.arm,
    createEngine,
    createJogResolver: (model, currentTool, currentBase) =>
      createJogResolver(model, currentTool, surroundings, currentBase),
    interiorObjects: parts.interiorObjects,
    setSceneBase: (base) => moveSceneBase(scenes, robotKind, base),
    changeSceneBoxes: async (...change) => void (await scenes.changeBoxes(robotKind, ...change)),
    checkMayTakeCommand,
    noteFailure: createFailureFacts(facts, clock, robot),
    noteProgramControl: createControlFacts(facts, clock, robot),
    noteQuestion: createQuestionFacts(facts, clock, robot),
    publishFrame: events.publishFrame,
    publishPatch: (patch) => {
      events.publishPatch(patch);
      reporter.note(session.core.store.state, session.safetyRules.ports);
      recorder.notePatch(session.core.store.state, patch);
    },
    noteMotion: (state) => recorder.noteMotion(state),
  });
  const audit = new CommandAuditor(facts, clock, robotKind, currentTraceId);
  return { session, dispatcher: new Dispatcher(session, audit, parts), audit };
}

/** Returns the tooltip in the base frame; undefined while the position of the arm is unknown. */
function readTip({ arm, tools, toolPoseOf }: RobotSession['core']): WirePose | undefined {
  return arm.joints && toolPoseOf(arm.joints, tools.tcp);
}

/** The scene has a new revision only when the base is elsewhere. */
async function moveSceneBase(scenes: PlanningScenes, robotKind: RobotKind, base: WirePose): Promise<void> {
  const { base: known = identityPose } = scenes.current(robotKind);
  if (JSON.stringify(known) !== JSON.stringify(base)) await scenes.change(robotKind, { kind: 'moveBase', base });
}

/** Runs that an earlier process left open are over: interrupted, with the step they were in. Nothing moves. */
async function closeInterruptedRuns(
  session: RobotSession,
  { journal, runs, clock }: Pick<RobotSessionsParts, 'journal' | 'runs' | 'clock'>,
): Promise<void> {
  for (const open of await runs.listOpen(session.robotKind)) {
    const tail = await runs.tail(open.id, interruptionTail);
    const path = findContainer(tail);
    const container = path === undefined ? undefined : await runs.findStart(open.id, path);
    const interruption = describeInterruption(open, tail, clock.wallNow(), container);
    await journal.write(interruption);
    session.core.log.warn('a run was interrupted', { runID: open.id, in: interruption.run.interruptedIn });
  }
  const newest = await runs.newest(session.robotKind);
  if (newest?.status === 'interrupted') session.showInterrupted(newest);
}
