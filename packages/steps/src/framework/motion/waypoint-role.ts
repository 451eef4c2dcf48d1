import type { MoveTarget, MoveWaypoint, PortFailure } from '../ports.ts';
import { StepRole } from '../roles.ts';

/** What a move step gives the waypoints inside it. */
export interface WaypointDefaults {
  readonly motionSpeed: number;
  readonly blendRadius: number;
  readonly limits: MoveWaypoint['limits'];
  /** For waypoints that name no tool. */
  readonly tcpOption: string;
}

export type WaypointPlan =
  | {
      readonly ok: true;
      readonly waypoint: MoveWaypoint;
      /** The step counts in its variable `stoppedEarly` which group of conditions ended the motion. */
      readonly canStopEarly?: boolean;
      /** Why a stop-early condition could not be evaluated, when that ended the motion. */
      readonly stopEarlyFailure?: () => PortFailure | undefined;
    }
  | { readonly ok: false; readonly failure: PortFailure };

/** What a step is that a motion leads through. */
export interface Waypoint {
  /** True when where it leads depends on values at the time the arm gets there. */
  readonly isRunTimeTarget: boolean;
  /** Where it leads now. `previousTarget` is where the arm comes from; undefined for where it stands. */
  plan(defaults: WaypointDefaults, previousTarget: MoveTarget | undefined): Promise<WaypointPlan>;
}

/** Steps that a move step leads the arm through. */
export const waypointRole = new StepRole<Waypoint>();
