import { type Clock, createId } from '@cellwright/domain/basics';
import type { ProgramControl } from '@cellwright/domain/robot';
import { busSubjects } from '@cellwright/service-kit';
import type { FactOutbox } from '../domain/facts/fact-outbox.ts';
import type { TakenBy } from '../domain/session/lease.ts';
import type { RobotIdentifiers } from './robot-identifiers.ts';

/** Publishes when a program has taken the robot, once that is stored. */
export function createControlFacts(facts: FactOutbox, clock: Clock, robot: RobotIdentifiers) {
  return ({ subjectID = '', name }: TakenBy): void => {
    const id = createId('notification');
    const payload: ProgramControl = {
      id,
      at: clock.wallNow().toISOString(),
      ...robot(),
      byID: subjectID,
      byName: name,
    };
    facts.note({ messageID: id, subject: busSubjects.programControl.subject, payload });
  };
}
