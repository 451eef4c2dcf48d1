import { startOfText } from '@cellwright/domain/basics';
import type { Notification } from '@cellwright/domain/cell';
import { busSubjects, type EventBus, followMessages, type Logger, type Subscription } from '@cellwright/service-kit';

const longestReason = 2000;
const longestName = 200;

/** Creates one notification for each relevant event, regardless of the number of deliveries. */
export function followNotifications(
  from: { readonly bus: EventBus; readonly log: Logger },
  add: (notification: Notification, at: Date) => Promise<void>,
): Promise<Subscription[]> {
  const status = {};
  return Promise.all([
    followMessages(from, busSubjects.robotFailure, {
      durable: 'notifications',
      take({ id, at, robotKind, robotID = robotKind, routineID, failure }) {
        const about = { robotID, robotKind, routineID: routineID ?? undefined, stepID: failure.stepID };
        const why = { failureReason: startOfText(failure.reason, longestReason), failureKind: failure.kind };
        return add({ id, kind: 'robotFailure', ...about, ...why, status }, new Date(at));
      },
    }),
    followMessages(from, busSubjects.programControl, {
      durable: 'programControl',
      take({ id, at, robotKind, robotID = robotKind, byName }) {
        const failureReason = `${startOfText(byName, longestName)} took control of the ${robotKind} robot with a program (control mode api)`;
        return add({ id, kind: 'externalControl', robotID, robotKind, failureReason, status }, new Date(at));
      },
    }),
    followMessages(from, busSubjects.operatorQuestion, {
      durable: 'operatorQuestions',
      take({ id, at, robotKind, robotID = robotKind, routineID, stepID, message: failureReason }) {
        const about = { robotID, robotKind, routineID: routineID ?? undefined, stepID };
        return add({ id, kind: 'waitForConfirmation', ...about, failureReason, status }, new Date(at));
      },
    }),
    followMessages(from, busSubjects.softwareFailure, {
      durable: 'softwareFailures',
      take: ({ id, at, reason: failureReason }) =>
        add({ id, kind: 'softwareUpdate', failureReason, status }, new Date(at)),
    }),
  ]);
}
