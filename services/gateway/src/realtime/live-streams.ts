import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import { busSubjects, type EventBus, type Logger, type Subscription } from '@cellwright/service-kit';
import type { Server } from 'socket.io';
import type { Identity } from '../domain/identity.ts';

/** Events of the real-time data service about activity instead of documents, for clients that may use the robot. */
export const liveEvents = {
  /** State of a device, for the clients of the same robot kind. */
  equipmentState: 'equipmentStates patched',
  /** Entries of a run's journal as they are committed, and the run. */
  runJournal: 'runJournal created',
} as const;

const roomOf = (robotKind: RobotKind) => `live:${robotKind}`;

/** Returns the rooms of live events for a client. */
export function liveRoomsFor({ permissions }: Identity, robotKind: RobotKind): readonly string[] {
  return permissions.includes('connectToRobot') ? [roomOf(robotKind)] : [];
}

/** Sends live events to the clients that may receive them. */
export async function broadcastLiveEvents(io: Server, bus: EventBus, log: Logger): Promise<readonly Subscription[]> {
  const hasListeners = () => robotKindSchema.options.some((kind) => io.of('/').adapter.rooms.has(roomOf(kind)));
  return [
    await bus.subscribe(busSubjects.equipmentState.subject, (message) => {
      if (!hasListeners()) return;
      const state = busSubjects.equipmentState.payload.safeParse(message.json());
      if (state.success) io.to(roomOf(state.data.robotKind)).emit(liveEvents.equipmentState, state.data);
      else log.warn('this is no state of a device', { error: state.error });
    }),
    await bus.subscribe(busSubjects.runJournal.subject, (message) => {
      if (!hasListeners()) return;
      const journal = busSubjects.runJournal.payload.safeParse(message.json());
      if (journal.success) io.to(roomOf(journal.data.run.robotKind)).emit(liveEvents.runJournal, journal.data);
      else log.warn('these are no entries of a journal', { error: journal.error });
    }),
  ];
}
