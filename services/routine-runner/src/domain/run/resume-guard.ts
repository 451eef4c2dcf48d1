import { runMessages } from '@cellwright/domain/messages';
import { type JointAngles, resumeJointTolerance, type WirePose } from '@cellwright/domain/robot';
import { distancePoses } from '@cellwright/geometry';
import { type Answer, accepted, refuse } from '../answer.ts';
import { describeToolDifference } from '../arm/tool-change.ts';
import type { ToolModel } from '../planner.ts';

/** Tolerance of the base's pose. */
const baseTolerance = { meters: 0.001, radians: 0.001 } as const;

/** Conditions of continuing a run. */
export interface PausePoint {
  readonly joints: JointAngles;
  readonly tool: ToolModel;
  readonly payloadMassKg: number;
  /** Base of the arm, in the world. */
  readonly base: WirePose;
  readonly routineID: string;
  readonly routineVersion: number;
}

/** Refuses to resume if the cell has changed since the pause, with the remedy. */
export function checkResume(
  pause: PausePoint,
  now: PausePoint,
  when: 'the pause' | 'the interruption' = runMessages.thePause,
): Answer {
  if (now.routineID !== pause.routineID || now.routineVersion !== pause.routineVersion) {
    return refuse('cannot_play_routine', runMessages.otherLoadedSince(when));
  }
  const tool = describeToolDifference(pause.tool, now.tool);
  if (tool !== undefined) {
    return refuse('cannot_play_routine', runMessages.toolChangedSince(tool, when));
  }
  const { translation, rotation } = distancePoses(pause.base, now.base);
  if (translation > baseTolerance.meters || rotation > baseTolerance.radians) {
    return refuse('cannot_play_routine', runMessages.baseMovedSince(when));
  }
  if (Math.abs(now.payloadMassKg - pause.payloadMassKg) > 1e-6) {
    return refuse('cannot_play_routine', runMessages.payloadChanged(pause.payloadMassKg, when, now.payloadMassKg));
  }
  const moved = pause.joints.findIndex(
    (angle, joint) => !(Math.abs(angle - (now.joints[joint] ?? Number.NaN)) <= resumeJointTolerance),
  );
  if (moved >= 0) {
    return refuse(
      'cannot_play_routine',
      when === runMessages.thePause ? runMessages.notAtPausePosition(moved) : runMessages.notAtInterruption(moved),
      { offers: 'returnToPausePosition', joint: moved, pauseJoints: pause.joints },
    );
  }
  return accepted;
}
