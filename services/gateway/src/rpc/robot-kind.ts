import type { RobotKind } from '@cellwright/domain/robot';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';

/** Without a kind the call applies to both robots. */
export function toWireRobotKind(robotKind: RobotKind | undefined): WireRobotKind {
  if (robotKind === undefined) return WireRobotKind.ROBOT_KIND_UNSPECIFIED;
  return robotKind === 'live' ? WireRobotKind.ROBOT_KIND_LIVE : WireRobotKind.ROBOT_KIND_SIMULATED;
}
