import { auditEntrySchema } from '@cellwright/domain/cell';
import { equipmentLiveStateSchema } from '@cellwright/domain/equipment';
import {
  externalControlStateSchema,
  programControlSchema,
  type RobotKind,
  robotFailureSchema,
  robotKindSchema,
} from '@cellwright/domain/robot';
import { journalEntrySchema, operatorQuestionSchema, robotFrameSchema, runSchema } from '@cellwright/domain/run';
import { statePatchSchema } from '@cellwright/domain/runner-socket';
import { softwareFailureSchema } from '@cellwright/domain/software';
import { anyEntitySubject, entityEventSchema, entitySubject } from '@cellwright/entities';
import * as z from 'zod';

/** Services that use the bus; 'owners' are all services that own entities. */
export type BusParty =
  | 'gateway'
  | 'routine-runner'
  | 'equipment'
  | 'identity'
  | 'library'
  | 'external-control'
  | 'software-update'
  | 'owners';

interface BusSubject {
  /** The subject or the function that creates it, and the pattern for all of them. */
  readonly subject?: string;
  readonly of?: (name: never) => string;
  readonly any?: string;
  readonly publisher: BusParty | readonly BusParty[];
  readonly subscribers: readonly [BusParty, ...BusParty[]];
  readonly payload: z.ZodType;
}

/**
 * All subjects of the bus with their publishers and subscribers. Subjects are spelled only here; `npm run walls` finds
 * other spellings, and subjects without a publisher or subscriber.
 */
export const busSubjects = {
  /** Changes of a robot session's state. Ephemeral; a subscriber that misses one requests a snapshot. */
  robotPatch: {
    of: (robotKind: RobotKind) => `runner.${robotKind}.patch`,
    publisher: 'routine-runner',
    subscribers: ['gateway', 'external-control'],
    payload: statePatchSchema,
  },
  /** Joint angles, 30 per second while the arm moves. Ephemeral; only the newest matters. */
  robotFrame: {
    of: (robotKind: RobotKind) => `runner.${robotKind}.frame`,
    publisher: 'routine-runner',
    subscribers: ['gateway', 'external-control'],
    payload: robotFrameSchema,
  },
  /** Entries of a run's journal when they are committed, with the run at that time. Durable. */
  runJournal: {
    subject: 'event.runner.journal',
    publisher: 'routine-runner',
    subscribers: ['gateway'],
    payload: z.object({ run: runSchema, entries: z.array(journalEntrySchema) }),
  },
  /** Live state of a device, at most ten times a second. Ephemeral; only the newest matters. */
  equipmentState: {
    subject: 'equipment.state',
    publisher: 'equipment',
    subscribers: ['gateway', 'routine-runner'],
    payload: z.object({
      equipmentID: z.string(),
      robotKind: robotKindSchema,
      isTwin: z.boolean(),
      state: equipmentLiveStateSchema,
    }),
  },
  /** State of external control, four times a second at most. Ephemeral; only the newest matters. */
  externalControlState: {
    subject: 'external-control.state',
    publisher: 'external-control',
    subscribers: ['gateway'],
    payload: externalControlStateSchema,
  },
  /** Committed changes of stored entities; `anyEntity` matches those of all. Durable. */
  entity: {
    of: entitySubject,
    any: anyEntitySubject,
    publisher: 'owners',
    subscribers: ['gateway', 'routine-runner', 'identity', 'library', 'external-control'],
    payload: entityEventSchema,
  },
  /** Commands and refusals for the audit log. Durable. */
  auditEntry: {
    subject: 'event.audit.entry',
    publisher: ['owners', 'routine-runner', 'gateway', 'software-update'],
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
  /** A routine asks the operators a question. Durable. */
  operatorQuestion: {
    subject: 'event.runner.question',
    publisher: 'routine-runner',
    subscribers: ['identity'],
    payload: operatorQuestionSchema,
  },
  /** An update was rolled back. Durable. */
  softwareFailure: {
    subject: 'event.software.failure',
    publisher: 'software-update',
    subscribers: ['identity'],
    payload: softwareFailureSchema,
  },
} as const satisfies Record<string, BusSubject>;

/** Durable consumers, name and subject: messages from before their start are stored for them. */
export const durableConsumers = {
  audit: busSubjects.auditEntry.subject,
  notifications: busSubjects.robotFailure.subject,
  programControl: busSubjects.programControl.subject,
  operatorQuestions: busSubjects.operatorQuestion.subject,
  softwareFailures: busSubjects.softwareFailure.subject,
  externalControlPorts: busSubjects.entity.of('externalControlSettings'),
  robotsOfNotifications: busSubjects.entity.of('robots'),
  robotsOfSafetySettings: busSubjects.entity.of('robots'),
  robotOperationMode: busSubjects.entity.of('robotIdentity'),
} as const;

/** Payload of a subject of the catalogue. */
export type BusPayload<K extends keyof typeof busSubjects> = z.input<(typeof busSubjects)[K]['payload']>;
