import type { MoveTarget, MoveWaypoint, PortFailure } from '../ports.ts';
import { StepRole } from '../roles.ts';

/** Settings that a move step gives to the waypoints inside. */
export interface WaypointDefaults {
  readonly motionSpeed: number;
  readonly blendRadius: number;
  readonly limits: MoveWaypoint['limits'];
  /** Tool of waypoints that name none. */
  readonly tcpOption: string;
}

export type WaypointPlan =
  | {
      readonly ok: true;
      readonly waypoint: MoveWaypoint;
      /** True if the step shows in its variable `stoppedEarly` which group of conditions ended the motion. */
      readonly canStopEarly?: boolean;
      /** Returns why a stop-early condition could not be evaluated, if that ended the motion. */
      readonly stopEarlyFailure?: () => PortFailure | undefined;
    }
  | { readonly ok: false; readonly failure: PortFailure };

/** A step that a motion leads through. */
export interface Waypoint {
  /** True if its target depends on values at the time the arm gets there. */
  readonly isRunTimeTarget: boolean;
  /**
   * Resolves the current target. `previousTarget` is the position before it; undefined for the arm's current position.
   */
  plan(defaults: WaypointDefaults, previousTarget: MoveTarget | undefined): Promise<WaypointPlan>;
}

/** Steps that a move step moves the arm through. */
export const waypointRole = new StepRole<Waypoint>();
