import type { RobotKind } from '@cellwright/domain/robot';
import type { MountedTool } from '@cellwright/domain/run';
import type { RobotLine } from '../robot-api/robot-line.ts';
import type { Carried, Flanges } from './example-cell.ts';

/** Returns the flanges of the simulated robot, and of the live one while it is a twin: people mount the tools of a real arm. */
export function flangesOf(
  line: Pick<RobotLine, 'send'>,
  readTool: (robotKind: RobotKind) => Promise<MountedTool>,
  isTwin: () => boolean,
): Flanges {
  const kinds = (): readonly RobotKind[] => (isTwin() ? ['simulated', 'live'] : ['simulated']);
  return {
    async read() {
      const read = async (robotKind: RobotKind) => [robotKind, describe(await readTool(robotKind))] as const;
      return new Map(await Promise.all(kinds().map(read)));
    },
    async mount(identity, robotKind, equipmentID) {
      await line.send({ robotKind, identity }, 'setTool', { equipmentID });
      // Otherwise other connections of the same user could not command the robot until the lease expires.
      await line.send({ robotKind, identity }, 'releaseControl', {});
    },
  };
}

/** Returns the tool of a robot after its last change. @throws ProductError service_initializing */
export async function readMountedTool(
  line: Pick<RobotLine, 'state' | 'catchUp' | 'waitUntilKnown'>,
  robotKind: RobotKind,
): Promise<MountedTool> {
  await line.waitUntilKnown(robotKind);
  await line.catchUp(robotKind);
  return line.state(robotKind).tool;
}

function describe({ equipmentID: chosenID, ends, activeEnd }: MountedTool): Carried {
  return { chosenID, movedID: ends ? (ends.find(({ end }) => end === activeEnd)?.equipmentID ?? null) : chosenID };
}
