import { type ArmModel, readyJoints, restPoseFromTool0 } from '@cellwright/arm';
import { ProductError, startOfText } from '@cellwright/domain/basics';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { messages, spaceMessages } from '@cellwright/domain/messages';
import {
  blockedApproaches,
  fitsOnPallet,
  heldBoxPose,
  type PalletReport,
  resolvePalletTarget,
  type StackedBox,
  type StackProblem,
  solidOf,
  stackOf,
} from '@cellwright/domain/pallet';
import { type JointAngles, jointAnglesSchema, type Position, tcpOf, type WirePose } from '@cellwright/domain/robot';
import {
  type Obstacle,
  type PlanningScene,
  type SpaceItem,
  type SpaceItemOf,
  sceneLimits,
} from '@cellwright/domain/space';
import { composePoses, identityPose } from '@cellwright/geometry';
import {
  CurrentTool,
  createPlanner,
  type PlanFailure,
  type Planner,
  type RobotFacts,
  type ToolModel,
} from '@cellwright/routine-runner/simulation';
import type { MotionTarget } from '@cellwright/steps/framework';
import { motionHere } from '../play/proof-cell.ts';
import { ProofClock } from '../play/proof-clock.ts';
import { createProofDevices } from '../play/proof-devices.ts';

/** Height from which a box is lowered if its approach starts at its place, m. */
const minApproachMeters = 0.01;
/** Reduction of the box in the tool on every side, m, so that boxes may share a face with their neighbours. */
const faceToleranceMeters = 0.001;

export interface StackParts {
  readonly arm: ArmModel;
  /** State of the robot: its tool, its planning scene, its base. */
  readonly facts: RobotFacts;
  readonly equipment: readonly EquipmentRecord[];
  /** Monotonic milliseconds of this machine. */
  readonly measure: () => number;
}

export interface WantedStack {
  readonly boxes: SpaceItemOf<'palletBoxes'>;
  readonly palletBaseIDs: readonly string[];
  /** Space items, moved with their anchors. */
  readonly find: (id: string) => SpaceItem | undefined;
  /** TCP that is moved to the boxes, unless their positions name another. */
  readonly tcpOption: string;
  /** True if boxes start at the beginning of their approach; otherwise just above. */
  readonly isApproached: boolean;
  /**
   * Returns true if the arm is known to reach a box's place among the previous ones, which is then not checked again.
   */
  readonly isKnown: (place: Position) => boolean;
  /** Time of `measure` at which the check ends; the rest is left unchecked. */
  readonly until: number;
}

export interface StackProver {
  /** Checks that each box of each layer can be placed among the previous ones, on one pallet after the other. */
  prove(wanted: WantedStack): Promise<PalletReport[]>;
}

/**
 * Creates a checker of stacks with its own planner. Planning blocks the caller, so it belongs in the process of a dry
 * run.
 */
export async function createStackProver(parts: StackParts): Promise<StackProver> {
  // Nothing here waits: this clock never advances.
  const clock = new ProofClock(new Date(0));
  const tool = await readTool(parts, clock);
  // A scene of a live robot is planned as the simulated one.
  let scene: PlanningScene = { ...parts.facts.scene, robotKind: 'simulated', revision: 1 };
  const { planner, scenes } = createPlanner(motionHere(parts.arm, clock), () => scene);
  const enter = async (obstacles: readonly Obstacle[]) => {
    scene = { ...scene, obstacles: [...obstacles], revision: scene.revision + 1 };
    await scenes.put(scene);
  };
  const seed = jointAnglesSchema.parse(parts.facts.joints ?? readyJoints);
  return {
    async prove(wanted) {
      const reports: PalletReport[] = [];
      for (const id of wanted.palletBaseIDs) {
        const pallet = wanted.find(id);
        if (pallet?.kind === 'palletBase') {
          const judge = new PalletJudge({ ...parts, ...wanted, pallet, tool, planner, enter, seed });
          reports.push(await judge.judge());
        } else {
          const boxCount = countBoxes(wanted.boxes);
          reports.push({ ...unjudged(id, id, boxCount), problems: [wholePallet(messages.palletBaseNotFound)] });
        }
      }
      return reports;
    },
  };
}

/** Returns the chosen tool on the flange. */
function readTool({ equipment, facts }: StackParts, clock: ProofClock): Promise<ToolModel> {
  const rack = new CurrentTool({
    robotKind: 'simulated',
    equipment: createProofDevices(equipment, clock),
    choices: { load: async () => facts.tool, save: async () => undefined },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    onChange: () => undefined,
  });
  return rack.refresh();
}

function countBoxes(boxes: SpaceItemOf<'palletBoxes'>): number {
  return stackOf(boxes).layers.reduce((sum, layer) => sum + (layer?.boxes.length ?? 0), 0);
}

function unjudged(palletBaseID: string, name: string, boxCount: number): PalletReport {
  return { palletBaseID, name, boxCount, judgedCount: 0, problems: [] };
}

function wholePallet(message: string): StackProblem {
  return { kind: 'invalid', layerIndex: null, boxIndex: null, message };
}

interface JudgeParts extends StackParts, WantedStack {
  readonly pallet: SpaceItemOf<'palletBase'>;
  readonly tool: ToolModel;
  readonly planner: Planner;
  readonly enter: (obstacles: readonly Obstacle[]) => Promise<void>;
  readonly seed: JointAngles;
}

/** Tool positions for a box: its place, and the start of its approach. */
interface BoxWay {
  readonly tcpOption: string;
  readonly place: Position;
  readonly begin: Position;
}

/** Simulates stacking the boxes on one pallet, each after the previous ones. */
class PalletJudge {
  private readonly parts: JudgeParts;
  private readonly problems: StackProblem[] = [];
  /** Position of the arm at the previous box, for the nearest posture of the next one. */
  private lastJoints: JointAngles;

  constructor(parts: JudgeParts) {
    this.parts = parts;
    this.lastJoints = parts.seed;
  }

  async judge(): Promise<PalletReport> {
    const { boxes, pallet, measure, until } = this.parts;
    const report = unjudged(pallet.id, pallet.name, countBoxes(boxes));
    if (!fitsOnPallet(boxes, pallet)) this.problems.push(wholePallet(messages.palletBaseTooSmall));
    this.noteBlocked();
    const obstacles = this.otherObstacles();
    let judgedCount = 0;
    for (const box of stackOf(boxes).layers.flatMap((layer) => layer?.boxes ?? [])) {
      if (measure() > until || obstacles.length >= sceneLimits.obstacles) break;
      const problem = await this.judgeBox(box, obstacles);
      if (problem) this.problems.push({ ...problem, layerIndex: box.layerIndex, boxIndex: box.boxIndex });
      obstacles.push(this.obstacleOf(box));
      judgedCount += 1;
    }
    return { ...report, judgedCount, problems: this.problems };
  }

  /** Records the boxes that are blocked by geometry alone. */
  private noteBlocked(): void {
    const { boxes, isApproached } = this.parts;
    if (!isApproached) return;
    for (const { layerIndex, boxIndex, message } of blockedApproaches(boxes)) {
      this.problems.push({ kind: 'approachBlocked', layerIndex, boxIndex, message });
    }
  }

  /**
   * Returns the scene without the contents of this pallet, and without these boxes elsewhere: they are stacked from the
   * start.
   */
  private otherObstacles(): Obstacle[] {
    const { facts, boxes, pallet } = this.parts;
    return facts.scene.obstacles.filter(
      ({ palletBox }) => palletBox?.spaceItemID !== boxes.id && palletBox?.palletBaseID !== pallet.id,
    );
  }

  private obstacleOf(box: StackedBox): Obstacle {
    const { boxes, pallet } = this.parts;
    const { layerIndex, boxIndex, boxType } = box;
    const { pose, size } = solidOf(box, pallet);
    const where = { spaceItemID: boxes.id, palletBaseID: pallet.id, layerIndex, boxIndex, boxTypeID: boxType.id };
    return {
      name: startOfText(spaceMessages.boxOnPallet(layerIndex, boxIndex, pallet.name), 120),
      shape: { kind: 'box', size },
      pose,
      palletBox: { kind: 'box', ...where, opacity: 1, label: null },
    };
  }

  private async judgeBox(
    box: StackedBox,
    obstacles: readonly Obstacle[],
  ): Promise<Pick<StackProblem, 'kind' | 'message'> | undefined> {
    const way = this.wayOf(box);
    const tcp = way && tcpOf(this.parts.tool, way.tcpOption);
    if (!way) return { kind: 'outOfReach', message: messages.boxOutOfReach(box, false) };
    if (!tcp) return { kind: 'cannotBePlaced', message: messages.tcpNotAvailable(way.tcpOption) };
    if (this.parts.isKnown(way.place)) return undefined;
    await this.parts.enter(obstacles);
    const tool = carrying(this.parts.tool, tcp, box);
    const starts = await this.posturesAt(way.begin, tcp);
    if (starts.length === 0)
      return { kind: 'outOfReach', message: messages.boxOutOfReach(box, this.parts.isApproached) };
    if ((await this.posturesAt(way.place, tcp)).length === 0) {
      return { kind: 'outOfReach', message: messages.boxOutOfReach(box, false) };
    }
    let failure: PlanFailure | undefined;
    for (const start of starts) {
      const failed = await this.lower(start, way, tool);
      if (!failed) return undefined;
      // A user would check the posture nearest to the previous one.
      failure ??= failed;
    }
    return { kind: 'cannotBePlaced', message: messages.boxCannotBePlaced(box, failure?.message ?? '') };
  }

  /** Returns the path of a box; undefined for an invalid position. */
  private wayOf(box: StackedBox): BoxWay | undefined {
    const { boxes, pallet, find, facts, isApproached } = this.parts;
    const target = { palletBaseID: pallet.id, layerIndex: box.layerIndex, boxIndex: box.boxIndex };
    const surroundings = { find, base: facts.scene.base ?? identityPose };
    const place = resolvePalletTarget({ ...target, moveType: 'box' }, boxes, surroundings);
    const approach = resolvePalletTarget({ ...target, moveType: 'approach' }, boxes, surroundings);
    if (!place.ok || !approach.ok) return undefined;
    const own = place.value.position;
    const tcpOption = this.parts.tcpOption === 'auto' ? (own.tcpOption ?? 'auto') : this.parts.tcpOption;
    const begin =
      isApproached && !isSamePlace(approach.value.position, own) ? approach.value.position : liftedFrom(own);
    return { tcpOption, place: own, begin };
  }

  /** Joint angles there, nearest to the previous ones of the arm; none if out of reach. */
  private async posturesAt({ pose, jointAngles }: Position, tcp: WirePose): Promise<readonly JointAngles[]> {
    if (!pose) return jointAngles ? [jointAngles] : [];
    try {
      return await this.parts.planner.inverseKinematics('simulated', pose, tcp, this.lastJoints);
    } catch (error) {
      // Postures beyond the joint limits cannot be continued.
      if (error instanceof ProductError && error.code === 'request_failed_validation') return [];
      throw error;
    }
  }

  /** Moves the box straight to its place. Returns the reason of a failure. */
  private async lower(
    start: JointAngles,
    { place, tcpOption }: BoxWay,
    tool: ToolModel,
  ): Promise<PlanFailure | undefined> {
    const target = targetOf(place);
    if (!target) return { kind: 'PlanningFailure', message: messages.jointAnglesOrPoseMustBeSet };
    const move: MotionTarget = {
      target,
      motionKind: 'line',
      motionSpeed: 100,
      blendRadius: 0,
      stopHere: true,
      tcpOption,
    };
    const plan = await this.parts.planner.plan(
      {
        robotKind: 'simulated',
        startJoints: start,
        targets: [move],
        tool,
        payloadMassKg: 0,
        mayAvoid: false,
        seed: 1,
        skipsCache: true,
      },
      { signal: neverAborted },
    );
    if (!plan.ok) return 'failure' in plan ? plan.failure : { kind: 'PlanningFailure', message: '' };
    const end = plan.segments.at(-1)?.trajectory.points.at(-1)?.positions;
    this.lastJoints = jointAnglesSchema.catch(start).parse(end);
    return undefined;
  }
}

const neverAborted = new AbortController().signal;

function targetOf({ pose, jointAngles }: Position): MotionTarget['target'] | undefined {
  if (pose) return { pose };
  return jointAngles && { jointAngles };
}

function isSamePlace(one: Position, other: Position): boolean {
  return JSON.stringify([one.pose, one.jointAngles]) === JSON.stringify([other.pose, other.jointAngles]);
}

/** A position slightly above a place with a pose. */
function liftedFrom(place: Position): Position {
  const { pose } = place;
  return pose ? { pose: { ...pose, z: pose.z + minApproachMeters } } : place;
}

/** The tool with a box in it, for collision checks. */
function carrying(tool: ToolModel, tcp: WirePose, { boxType }: StackedBox): ToolModel {
  const { width, depth, height } = boxType;
  const shrink = (lengthMM: number) => Math.max(lengthMM / 2000, lengthMM / 1000 - 2 * faceToleranceMeters);
  const held = composePoses(restPoseFromTool0(tcp), heldBoxPose(boxType));
  return { ...tool, boxes: [...tool.boxes, { pose: held, size: [shrink(width), shrink(depth), shrink(height)] }] };
}
