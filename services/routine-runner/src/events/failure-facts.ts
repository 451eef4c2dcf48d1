import { type Clock, createId } from '@cellwright/domain/basics';
import type { Failure, RobotFailure } from '@cellwright/domain/robot';
import { busSubjects } from '@cellwright/service-kit';
import type { FactOutbox } from '../domain/facts/fact-outbox.ts';
import type { RobotIdentifiers } from './robot-identifiers.ts';

/** Publishes every failure of a session, once it is stored. */
export function createFailureFacts(facts: FactOutbox, clock: Clock, robot: RobotIdentifiers) {
  return (failure: Failure, routineID: string | null): void => {
    const id = createId('notification');
    const payload: RobotFailure = { id, at: clock.wallNow().toISOString(), ...robot(), routineID, failure };
    facts.note({ messageID: id, subject: busSubjects.robotFailure.subject, payload });
  };
}
