import { ControllerEvent_Kind as Kind, type ControllerEvent as WireEvent } from '@cellwright/proto/controller';
import type { ControllerEvent } from '../robot-driver.ts';
import { isStopKind, type StopKind } from '../stop-table.ts';

const wireKinds: Readonly<Record<ControllerEvent['kind'], Kind>> = {
  trajectoryCompleted: Kind.KIND_TRAJECTORY_COMPLETED,
  trajectoryStopped: Kind.KIND_TRAJECTORY_STOPPED,
  stopStarted: Kind.KIND_STOP_STARTED,
  paused: Kind.KIND_PAUSED,
  resumed: Kind.KIND_RESUMED,
  standstill: Kind.KIND_STANDSTILL,
  commanderLost: Kind.KIND_COMMANDER_LOST,
  eStopped: Kind.KIND_ESTOPPED,
  safeguardOpened: Kind.KIND_SAFEGUARD_OPENED,
  safetyCleared: Kind.KIND_SAFETY_CLEARED,
  fault: Kind.KIND_FAULT,
  jogEnded: Kind.KIND_JOG_ENDED,
  guidedModeEnded: Kind.KIND_GUIDED_MODE_ENDED,
};

export function eventToWire(event: ControllerEvent): WireEvent {
  return {
    time: event.time,
    kind: wireKinds[event.kind],
    trajectoryId: 'trajectoryID' in event ? event.trajectoryID : '',
    detail: 'detail' in event ? event.detail : 'port' in event ? event.port : '',
    cause: 'cause' in event ? event.cause : '',
    jogId: 'jogID' in event ? event.jogID : '',
    pathTime: 'pathTime' in event ? event.pathTime : 0,
  };
}

/** Returns undefined for an unknown kind or a missing cause. */
export function eventFromWire(wire: WireEvent): ControllerEvent | undefined {
  const { time, trajectoryId: trajectoryID, detail, jogId: jogID, pathTime } = wire;
  const cause = isStopKind(wire.cause) ? wire.cause : undefined;
  const ended = wire.cause === 'released' ? wire.cause : cause;
  switch (wire.kind) {
    case Kind.KIND_TRAJECTORY_COMPLETED:
      return { time, kind: 'trajectoryCompleted', trajectoryID };
    case Kind.KIND_TRAJECTORY_STOPPED:
      return withCause(cause, (known) => ({ time, kind: 'trajectoryStopped', trajectoryID, cause: known, pathTime }));
    case Kind.KIND_STOP_STARTED:
      return withCause(cause, (known) => ({ time, kind: 'stopStarted', cause: known }));
    case Kind.KIND_PAUSED:
      return withCause(cause, (known) => ({ time, kind: 'paused', trajectoryID, cause: known, pathTime }));
    case Kind.KIND_RESUMED:
      return { time, kind: 'resumed', trajectoryID };
    case Kind.KIND_STANDSTILL:
      return withCause(cause, (known) => ({ time, kind: 'standstill', cause: known }));
    case Kind.KIND_COMMANDER_LOST:
      return { time, kind: 'commanderLost', detail };
    case Kind.KIND_ESTOPPED:
      return { time, kind: 'eStopped', port: detail };
    case Kind.KIND_SAFEGUARD_OPENED:
      return { time, kind: 'safeguardOpened', port: detail };
    case Kind.KIND_SAFETY_CLEARED:
      return { time, kind: 'safetyCleared' };
    case Kind.KIND_FAULT:
      return withCause(cause, (known) => ({ time, kind: 'fault', cause: known, detail }));
    case Kind.KIND_JOG_ENDED:
      return ended === undefined ? undefined : { time, kind: 'jogEnded', jogID, cause: ended };
    case Kind.KIND_GUIDED_MODE_ENDED:
      return ended === undefined ? undefined : { time, kind: 'guidedModeEnded', cause: ended };
    default:
      return undefined;
  }
}

function withCause(
  cause: StopKind | undefined,
  make: (cause: StopKind) => ControllerEvent,
): ControllerEvent | undefined {
  return cause === undefined ? undefined : make(cause);
}
