import type { RobotKind } from '@cellwright/domain/robot';
import type { RobotFrame } from '@cellwright/domain/run';
import type { StatePatch } from '@cellwright/domain/runner-socket';
import { busSubjects, type EventBus } from '@cellwright/service-kit';
import type { SessionLog } from '../domain/cell.ts';

/** Sends patches and frames of one robot to the bus. Neither is waited for: a gateway that misses one asks for a snapshot. */
export function createStateEvents(bus: EventBus, robotKind: RobotKind, log: SessionLog) {
  let isLost = false;
  const note = (sent: Promise<void>) => {
    sent.then(
      () => {
        isLost = false;
      },
      (error: unknown) => {
        // Once per outage, not once per frame.
        if (!isLost) log.warn('the bus does not take the state of the robot', { robotKind, error });
        isLost = true;
      },
    );
  };
  return {
    publishPatch: (patch: StatePatch) => note(bus.publish(busSubjects.robotPatch.of(robotKind), patch)),
    publishFrame: (frame: RobotFrame) => note(bus.publish(busSubjects.robotFrame.of(robotKind), frame)),
  };
}
