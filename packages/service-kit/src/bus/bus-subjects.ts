import {
  auditEntrySchema,
  equipmentLiveStateSchema,
  journalEntrySchema,
  operatorQuestionSchema,
  programControlSchema,
  type RobotKind,
  robotFailureSchema,
  robotFrameSchema,
  robotKindSchema,
  runSchema,
  statePatchSchema,
} from '@cellwright/domain';
import { anyEntitySubject, entityEventSchema, entitySubject } from '@cellwright/entities';
import * as z from 'zod';

/** The services that talk over the bus; 'owners' are all that keep entities. */
export type BusParty = 'gateway' | 'routine-runner' | 'equipment' | 'identity' | 'library' | 'owners';

interface BusSubject {
  /** The subject, or how it is made, and the pattern for all of them. */
  readonly subject?: string;
  readonly of?: (name: never) => string;
  readonly any?: string;
  readonly publisher: BusParty | readonly BusParty[];
  readonly subscribers: readonly [BusParty, ...BusParty[]];
  readonly payload: z.ZodType;
}

/**
 * Everything that is said on the bus: under which subject, by which service, to which ones. A subject is spelled here and
 * nowhere else; `npm run walls` finds one that is not, and one that nobody sends or nobody hears.
 */
export const busSubjects = {
  /** What changed in a robot session's state. Ephemeral; whoever misses one asks for a snapshot. */
  robotPatch: {
    of: (robotKind: RobotKind) => `runner.${robotKind}.patch`,
    publisher: 'routine-runner',
    subscribers: ['gateway'],
    payload: statePatchSchema,
  },
  /** Joint angles, 30 a second while the arm moves. Ephemeral; the newest counts. */
  robotFrame: {
    of: (robotKind: RobotKind) => `runner.${robotKind}.frame`,
    publisher: 'routine-runner',
    subscribers: ['gateway'],
    payload: robotFrameSchema,
  },
  /** Entries of a run's journal as they are committed, and the run as it then was. Durable. */
  runJournal: {
    subject: 'event.runner.journal',
    publisher: 'routine-runner',
    subscribers: ['gateway'],
    payload: z.object({ run: runSchema, entries: z.array(journalEntrySchema) }),
  },
  /** The live state of a device, at most ten times a second. Ephemeral; the newest counts. */
  equipmentState: {
    subject: 'equipment.state',
    publisher: 'equipment',
    subscribers: ['gateway'],
    payload: z.object({
      equipmentID: z.string(),
      robotKind: robotKindSchema,
      isTwin: z.boolean(),
      state: equipmentLiveStateSchema,
    }),
  },
  /** Committed changes of stored things; `anyEntity` hears those of all. Durable. */
  entity: {
    of: entitySubject,
    any: anyEntitySubject,
    publisher: 'owners',
    subscribers: ['gateway', 'routine-runner', 'identity', 'library'],
    payload: entityEventSchema,
  },
  /** What was commanded or refused, on its way to the audit log. Durable. */
  auditEntry: {
    subject: 'event.audit.entry',
    publisher: ['owners', 'routine-runner', 'gateway'],
    subscribers: ['identity'],
    payload: auditEntrySchema,
  },
  /** A robot session has failed. Durable. */
  robotFailure: {
    subject: 'event.runner.failure',
    publisher: 'routine-runner',
    subscribers: ['identity'],
    payload: robotFailureSchema,
  },
  /** A program has taken a robot. Durable. */
  programControl: {
    subject: 'event.runner.control',
    publisher: 'routine-runner',
    subscribers: ['identity'],
    payload: programControlSchema,
  },
  /** A routine asks the people at the cell. Durable. */
  operatorQuestion: {
    subject: 'event.runner.question',
    publisher: 'routine-runner',
    subscribers: ['identity'],
    payload: operatorQuestionSchema,
  },
} as const satisfies Record<string, BusSubject>;

/** Durable consumers, name and subject: what they are sent before they run is kept for them. */
export const durableConsumers = {
  audit: busSubjects.auditEntry.subject,
  notifications: busSubjects.robotFailure.subject,
  programControl: busSubjects.programControl.subject,
  operatorQuestions: busSubjects.operatorQuestion.subject,
  externalControlPorts: busSubjects.entity.of('externalControlSettings'),
  robotsOfNotifications: busSubjects.entity.of('robots'),
  robotsOfSafetySettings: busSubjects.entity.of('robots'),
  robotOperationMode: busSubjects.entity.of('robotIdentity'),
} as const;

/** What is said under a subject of the catalogue. */
export type BusPayload<K extends keyof typeof busSubjects> = z.input<(typeof busSubjects)[K]['payload']>;
