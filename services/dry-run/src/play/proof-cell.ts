import type { ArmModel } from '@cellwright/arm';
import { createControllerHere } from '@cellwright/controller/simulation';
import type { ControllerCommand } from '@cellwright/controller-link';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import type { IOLevels, SafetyRules } from '@cellwright/domain/robot';
import type { RobotFrame } from '@cellwright/domain/run';
import {
  changeScene,
  changeSceneBoxes,
  type Obstacle,
  type PlanningScene,
  placeObjects,
} from '@cellwright/domain/space';
import { readFingerWidth } from '@cellwright/equipment/capabilities';
import { createMotionHere } from '@cellwright/motion/simulation';
import {
  accept,
  type CodeRunner,
  createJogResolver,
  createPlanner,
  type LoadedProgram,
  type MotionClient,
  PortClaims,
  type RobotFacts,
  RobotSession,
  type SessionLog,
} from '@cellwright/routine-runner/simulation';
import type { ScriptRunner } from '@cellwright/steps/framework';
import { dryRunPackages } from '@cellwright/steps/packaged';
import type { MotionMeasurer } from './motion-measurer.ts';
import type { ProofClock } from './proof-clock.ts';
import { createProofDevices } from './proof-devices.ts';
import { ProofPlanner } from './proof-planner.ts';
import type { RunRecorder } from './run-recorder.ts';

/** Time to write an intent into the journal before an effect, ms. */
const commitMS = 3;

export interface ProofCellParts {
  readonly arm: ArmModel;
  readonly facts: RobotFacts;
  readonly program: LoadedProgram;
  readonly equipment: readonly EquipmentRecord[];
  readonly scripts: ScriptRunner;
  readonly codeRunner: CodeRunner | undefined;
  readonly clock: ProofClock;
  readonly measurer: MotionMeasurer;
  readonly recorder: RunRecorder;
  readonly onCommand: (command: ControllerCommand) => void;
  /** Called with the joint positions as clients of the robot would get them. */
  readonly onFrame?: (frame: RobotFrame) => void;
  /** Called after a device has changed its state. */
  readonly onDeviceState?: () => void;
}

/** Safety rules without inputs, since none is pressed in a dry run. */
const noSafetyRules: SafetyRules = { version: 1, inputSafeguardRules: [], outputSafeguardRules: [] };

/**
 * Creates a robot session like the cell's, whose controller, planner and devices are in this process and on the clock
 * of the dry run.
 */
export function createProofCell(parts: ProofCellParts) {
  const { arm, facts, program, clock, recorder } = parts;
  // Named as the robot that is meant, for messages; its controller is simulated here in any case, as a twin's is.
  const { robotKind } = facts.scene;
  const isTwin = robotKind === 'live';
  const objects = listObjects(facts);
  let scene: PlanningScene = withObjects(facts.scene, objects);
  const { planner: realPlanner, scenes } = createPlanner(motionHere(arm, clock), () => scene);
  const planner = new ProofPlanner({
    planner: realPlanner,
    measurer: parts.measurer,
    scene: () => scene,
    clock,
    onPlan: (plan) => recorder.notePlan(plan),
  });
  const equipment = createProofDevices(parts.equipment, clock, {
    spaceOf: (equipmentID) => ({
      report: (isOpen) => session.interiors.report({ isTwin, equipmentID, isOpen }),
      take: (spaceItemID) => session.interiors.take({ isTwin, equipmentID, spaceItemID }),
    }),
    onState(equipmentID, state) {
      session.tools.noteFingerWidth(equipmentID, readFingerWidth(state));
      parts.onDeviceState?.();
    },
  });
  const portClaims = new PortClaims({ equipment, clock, log: silentLog });
  const session: RobotSession = new RobotSession({
    robotKind,
    isTwin,
    clock,
    log: silentLog,
    planner,
    programs: {
      load: async () => accept(program),
      findSpeedProfile: async () => undefined,
      findSpaceItem: async () => undefined,
      saveGlobalVariable: async () => undefined,
    },
    equipment,
    portClaims,
    safetySettings: { readSafetyRules: async () => noSafetyRules },
    journal: { write: () => clock.sleep(commitMS), keepsProgress: false },
    // A dry run continues no other run.
    archive: { find: async () => undefined, listPlaces: async () => [], forget: async () => undefined },
    loadedRoutines: { load: async () => undefined, save: async () => undefined },
    scripts: outsideScripts(parts.scripts, clock),
    codeRunner: parts.codeRunner && outsideCode(parts.codeRunner, clock),
    packages: dryRunPackages,
    createEngine: recorder.createEngine,
    epochs: { load: async () => 0, reserve: async () => undefined },
    toolChoices: { load: async () => facts.tool, save: async () => undefined },
    speedChoices: { load: async () => facts.speed, save: async () => undefined },
    armModel: arm,
    createJogResolver: (model, currentTool, currentBase) =>
      createJogResolver(model, currentTool, undefined, currentBase),
    interiorObjects: {
      find: (id) => objects.find(({ spaceItemID }) => spaceItemID === id),
      async free(ids) {
        scene = withObjects(
          scene,
          objects.filter(({ spaceItemID = '' }) => !ids.has(spaceItemID)),
        );
        await scenes.put(scene);
      },
      attachedBoxes: () => scene.endEffector?.collisionBoxes ?? [],
    },
    async setSceneBase(base) {
      const changed = changeScene(scene, { kind: 'moveBase', base });
      if (!changed.ok || JSON.stringify(scene.base) === JSON.stringify(base)) return;
      scene = changed.value;
      await scenes.put(scene);
    },
    async changeSceneBoxes(...change) {
      const changed = changeSceneBoxes(scene, ...change);
      if (!changed.ok) throw new ProductError('too_large', changed.error.message);
      if (changed.value === scene) return;
      scene = changed.value;
      session.visualization.follow(scene.obstacles);
      await scenes.put(scene);
    },
    publishPatch: undefined,
    publishFrame: parts.onFrame ?? (() => undefined),
  });
  session.ports.follow(({ flangeWrench }) => equipment.press(flangeWrench));
  const driver = createControllerHere({
    arm,
    clock,
    startJoints: facts.joints ?? undefined,
    onCommand: parts.onCommand,
  });

  return {
    session,
    planner,
    devices: equipment,
    /** The robot as it was found, with its brakes released. @throws Error when it does not become ready */
    async makeReady(inputs: Readonly<Record<string, 'high' | 'low'>>): Promise<void> {
      session.visualization.follow(scene.obstacles);
      await scenes.put(scene);
      await portClaims.refresh();
      await session.begin();
      session.attach(driver);
      await session.settings.setSpeedRestriction(facts.speedRestriction);
      await session.settings.setPayload(facts.payloadMassKg);
      await session.armSettings.setContactSurfaces(facts.contactSurfaces);
      for (const [name, level] of Object.entries(inputsOf(facts.io, inputs))) {
        await session.settings.forceInput(name, level);
      }
      const released = await session.settings.setBrakes('disengaged');
      if (!released.ok) throw new Error(released.refusal.message);
    },
  };
}

/** Returns all environment objects: the simulated doors of a dry run are not where those of the cell are. */
function listObjects({ scene, freeObstacles = [] }: RobotFacts): readonly Obstacle[] {
  return [...scene.obstacles.filter(({ spaceItemID }) => spaceItemID !== undefined), ...freeObstacles];
}

/** @throws ProductError when they are more than a scene holds */
function withObjects(scene: PlanningScene, objects: readonly Obstacle[]): PlanningScene {
  const placed = placeObjects(scene, objects);
  if (!placed.ok) throw new ProductError('too_large', placed.error.message);
  return placed.value;
}

/** The responses of the motion service, without a connection to it. */
export function motionHere(arm: ArmModel, clock: Clock): MotionClient {
  const motion = createMotionHere({ arm, clock });
  const neverAborted = new AbortController().signal;
  return { ...motion, planMove: (request, { signal = neverAborted } = {}) => motion.planMove(request, { signal }) };
}

/** Returns the current inputs, changed by the given ones. */
function inputsOf(io: IOLevels, given: Readonly<Record<string, 'high' | 'low'>>) {
  const found = Object.entries(io).filter(([name]) => /^(Flange )?Input \d+$/.test(name));
  return { ...Object.fromEntries(found), ...given };
}

/** Runs scripts in a thread, which takes no time of the routine. */
function outsideScripts(scripts: ScriptRunner, clock: ProofClock): ScriptRunner {
  return { run: (script) => clock.outside(scripts.run(script)) };
}

/** Runs code blocks outside of the routine's time; while they wait for the cell, time continues. */
function outsideCode(runner: CodeRunner, clock: ProofClock): CodeRunner {
  return {
    async run(source, calls, signal) {
      let goOn = clock.standStill();
      let openCalls = 0;
      try {
        const inTime: typeof calls = {
          call: async (...call) => {
            openCalls += 1;
            goOn();
            try {
              return await calls.call(...call);
            } finally {
              openCalls -= 1;
              if (openCalls === 0) goOn = clock.standStill();
            }
          },
        };
        return await runner.run(source, inTime, signal);
      } finally {
        goOn();
      }
    },
  };
}

const silentLog: SessionLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
