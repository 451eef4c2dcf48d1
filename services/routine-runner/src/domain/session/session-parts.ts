import type { ArmModel } from '@cellwright/arm';
import type { ControllerState } from '@cellwright/controller-link';
import type { Clock, Failure, RobotFrame, RobotKind, StatePatch, WirePose } from '@cellwright/domain';
import type { Answer } from '../answer.ts';
import type { ToolChoiceStore } from '../arm/current-tool.ts';
import type { EpochStore } from '../arm/stop-epochs.ts';
import type { SafetyRulesSource, SessionLog } from '../cell.ts';
import type { JogResolver } from '../hand/jog/jog-motion.ts';
import type { Planner, ToolModel } from '../planner.ts';
import type { RunResumptionParts } from '../resume/run-resumption.ts';
import type { RunParts } from '../run/run-factory.ts';
import type { ChangeSceneBoxes } from '../run/visualization.ts';
import type { TakenBy } from './lease.ts';
import type { SpeedChoiceStore } from './speed-control.ts';

/** What a robot session is made of, and whom it tells. */
export interface SessionParts
  extends Omit<RunParts, 'core' | 'mover' | 'visualization'>,
    Pick<RunResumptionParts, 'archive'> {
  readonly robotKind: RobotKind;
  readonly isTwin: boolean;
  readonly clock: Clock;
  readonly log: SessionLog;
  readonly planner: Planner;
  readonly epochs: EpochStore;
  readonly toolChoices: ToolChoiceStore;
  readonly speedChoices: SpeedChoiceStore;
  readonly safetySettings: SafetyRulesSource;
  readonly armModel: ArmModel;
  readonly createJogResolver: (
    model: ArmModel,
    currentTool: () => ToolModel,
    currentBase: () => WirePose,
  ) => JogResolver;
  /** Takes the base of the arm into its planning scene. */
  readonly setSceneBase: (base: WirePose) => Promise<void>;
  readonly changeSceneBoxes: ChangeSceneBoxes;
  readonly publishPatch: (patch: StatePatch) => void;
  readonly publishFrame: (frame: RobotFrame) => void;
  readonly noteMotion?: (state: ControllerState) => void;
  /** Told of every failure, and the routine that is loaded. */
  readonly noteFailure?: (failure: Failure, routineID: string | null) => void;
  /** Told whenever a program takes the robot. */
  readonly noteProgramControl?: (by: TakenBy) => void;
  /** Whether this runner may take command of the controller; by default it may. */
  readonly checkMayTakeCommand?: () => Answer;
}
