import type { ArmModel } from '@cellwright/arm';
import type { ControllerState } from '@cellwright/controller-link';
import type { Clock } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import type { RobotFrame } from '@cellwright/domain/run';
import type { StatePatch } from '@cellwright/domain/runner-socket';
import type { Answer } from '../answer.ts';
import type { ToolChoiceStore } from '../arm/current-tool.ts';
import type { EpochStore } from '../arm/stop-epochs.ts';
import type { CellEquipment, SessionLog } from '../cell.ts';
import type { HandOutside } from '../hand/hand-part.ts';
import type { JogOutside } from '../hand/jog/jog-part.ts';
import type { ResumptionOutside } from '../resume/run-resumption.ts';
import type { InteriorsOutside } from '../run/interiors.ts';
import type { MoversOutside } from '../run/movers.ts';
import type { RunsOutside } from '../run/runs-part.ts';
import type { VisualizationOutside } from '../run/visualization.ts';
import type { BaseOutside } from './base-control.ts';
import type { ControlOutside } from './control-part.ts';
import type { DevicesOutside } from './device-control.ts';
import type { FailuresOutside } from './failure-handler.ts';
import type { KinematicsOutside } from './kinematics-part.ts';
import type { SettingsOutside } from './robot-settings.ts';
import type { SafetyRulesOutside } from './safety-rules-control.ts';
import type { SpeedOutside } from './speed-control.ts';
import type { ToolsOutside } from './tool-control.ts';

/** Interface of a session's core to the world outside it. */
export interface CoreOutside {
  readonly robotKind: RobotKind;
  readonly isTwin: boolean;
  /** True if a ROS bridge can command the arm. Default false. */
  readonly hasROSBridge?: boolean | undefined;
  readonly clock: Clock;
  readonly log: SessionLog;
  readonly equipment: CellEquipment;
  readonly epochs: EpochStore;
  readonly toolChoices: ToolChoiceStore;
  readonly armModel: ArmModel;
  readonly publishPatch: ((patch: StatePatch) => void) | undefined;
  readonly publishFrame: (frame: RobotFrame) => void;
  /** Called with every state of the controller. */
  readonly noteMotion?: (state: ControllerState) => void;
  /** Checks that this runner may take command of the controller; always by default. */
  readonly checkMayTakeCommand?: () => Answer;
}

/** Interface of a session and its parts to the world outside: services, stores, listeners. */
export type SessionOutside = CoreOutside &
  BaseOutside &
  ControlOutside &
  DevicesOutside &
  FailuresOutside &
  HandOutside &
  InteriorsOutside &
  JogOutside &
  KinematicsOutside &
  MoversOutside &
  ResumptionOutside &
  RunsOutside &
  SafetyRulesOutside &
  ToolsOutside &
  SettingsOutside &
  SpeedOutside &
  VisualizationOutside;
