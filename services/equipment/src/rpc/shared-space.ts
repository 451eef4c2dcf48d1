import type { SharedSpace } from '@cellwright/equipment/drivers';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';
import type { RunnerServiceService } from '@cellwright/proto/runner';
import type { PeerClient } from '@cellwright/service-kit/grpc';
import type { Session } from '../domain/stop-epochs.ts';

/** Time limits of a report, and of a request that stores the planning scene, ms. */
const reportWithinMS = 1500;
const takeWithinMS = 5000;

type RunnerClient = PeerClient<'equipment', 'routine-runner', typeof RunnerServiceService>;

/** Creates the space that a device shares with the arm of a session, whose runner knows where the arm is. */
export function createSharedSpace(
  client: Pick<RunnerClient, 'reportSpace' | 'takeSpace'>,
  session: Session,
  equipmentId: string,
): SharedSpace {
  const robotKind = session === 'simulated' ? WireRobotKind.ROBOT_KIND_SIMULATED : WireRobotKind.ROBOT_KIND_LIVE;
  const device = { robotKind, isTwin: session === 'twin', equipmentId };
  return {
    async report(isOpen) {
      // A report that does not arrive counts as a space that is not open.
      await client.reportSpace({ ...device, isOpen }, { deadlineMs: reportWithinMS }).catch(() => undefined);
    },
    async take(spaceItemId) {
      try {
        const { refusal } = await client.takeSpace({ ...device, spaceItemId }, { deadlineMs: takeWithinMS });
        return refusal === '' ? undefined : refusal;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return `The door stays open because the position of the arm is unknown: ${reason}`;
      }
    },
  };
}
