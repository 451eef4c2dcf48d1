import type { StackReport } from '@cellwright/domain/pallet';
import type { RobotKind } from '@cellwright/domain/robot';
import type { RoutineTestsReport } from '@cellwright/domain/routine';
import type { ProofOptions, ProofReport } from '@cellwright/domain/run';
import * as z from 'zod';
import type { PlanningScenes } from '../domain/arm/planning-scenes.ts';
import type { CommandAudit } from '../domain/facts/command-auditor.ts';
import type { Dispatcher } from '../domain/session/dispatcher.ts';
import type { PlayHold } from '../domain/session/play-hold.ts';
import type { RobotSession } from '../domain/session/session.ts';
import type { RobotFacts } from '../proof/proof-cell.ts';
import type { ProofSubject } from '../proof/proof-job.ts';

/** Kind of access of a caller on the wire; undefined for others. */
export const accessSchema = z.enum(['session', 'developerToken']).optional();

export interface SessionDoor {
  readonly session: RobotSession;
  readonly dispatcher: Dispatcher;
  readonly audit: CommandAudit;
}

/** Robots of this runner. @throws ProductError `unavailable` while another runner drives them. */
export type Robots = () => {
  readonly sessions: Readonly<Record<RobotKind, SessionDoor>>;
  readonly scenes: PlanningScenes;
  readonly plays: PlayHold;
};

interface Simulated {
  readonly facts: RobotFacts;
  readonly signal: AbortSignal;
}

/** Simulations of routines and pallets in a process of their own, as a robot is now. */
export interface Proving {
  readonly prove: (
    wanted: Simulated & { readonly subject: ProofSubject; readonly options: ProofOptions },
  ) => Promise<ProofReport>;
  /** Plays a routine for each of its tests. */
  readonly test: (
    wanted: Simulated & { readonly subject: ProofSubject; readonly robotKind: RobotKind },
  ) => Promise<RoutineTestsReport>;
  /** Checks whether boxes can be stacked. */
  readonly proveStack: (wanted: Simulated & { readonly question: Uint8Array }) => Promise<StackReport>;
}
