import { type Clock, createId } from '@cellwright/domain/basics';
import type { OperatorPrompt } from '@cellwright/domain/routine';
import type { OperatorQuestion } from '@cellwright/domain/run';
import { busSubjects } from '@cellwright/service-kit';
import type { FactOutbox } from '../domain/facts/fact-outbox.ts';
import type { RobotIdentifiers } from './robot-identifiers.ts';

/** Publishes every prompt of a routine, once it is stored. */
export function createQuestionFacts(facts: FactOutbox, clock: Clock, robot: RobotIdentifiers) {
  return ({ stepID, message }: OperatorPrompt, routineID: string | null): void => {
    const id = createId('notification');
    const payload: OperatorQuestion = { id, at: clock.wallNow().toISOString(), ...robot(), routineID, stepID, message };
    facts.note({ messageID: id, subject: busSubjects.operatorQuestion.subject, payload });
  };
}
