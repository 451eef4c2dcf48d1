import { type Clock, createId, type ProgramControl, type RobotKind } from '@cellwright/domain';
import { busSubjects } from '@cellwright/service-kit';
import type { FactKeeper } from '../domain/facts/fact-keeper.ts';
import type { TakenBy } from '../domain/session/lease.ts';

/** Tells when a program has taken the robot, once the store has it. */
export function createControlFacts(facts: FactKeeper, clock: Clock, robotKind: RobotKind) {
  return ({ subjectID = '', name }: TakenBy): void => {
    const id = createId('notification');
    const payload: ProgramControl = { id, at: clock.wallNow().toISOString(), robotKind, byID: subjectID, byName: name };
    facts.note({ messageID: id, subject: busSubjects.programControl.subject, payload });
  };
}
