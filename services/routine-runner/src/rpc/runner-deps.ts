import type { RobotKind } from '@cellwright/domain/robot';
import * as z from 'zod';
import type { PlanningScenes } from '../domain/arm/planning-scenes.ts';
import type { CommandAudit } from '../domain/facts/command-auditor.ts';
import type { Dispatcher } from '../domain/session/dispatcher.ts';
import type { PlayHold } from '../domain/session/play-hold.ts';
import type { RobotSession } from '../domain/session/session.ts';

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
