import { type Clock, createId, type Failure, type RobotFailure, type RobotKind } from '@cellwright/domain';
import { busSubjects } from '@cellwright/service-kit';
import type { FactKeeper } from '../domain/facts/fact-keeper.ts';

/** Tells of every failure of a session, once the store has it. */
export function createFailureFacts(facts: FactKeeper, clock: Clock, robotKind: RobotKind) {
  return (failure: Failure, routineID: string | null): void => {
    const id = createId('notification');
    const payload: RobotFailure = { id, at: clock.wallNow().toISOString(), robotKind, routineID, failure };
    facts.note({ messageID: id, subject: busSubjects.robotFailure.subject, payload });
  };
}
