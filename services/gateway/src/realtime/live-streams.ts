import { type RobotKind, robotKindSchema } from '@cellwright/domain';
import { busSubjects, type EventBus, type Logger, type Subscription } from '@cellwright/service-kit';
import type { Server } from 'socket.io';
import type { Identity } from '../domain/identity.ts';

/** Events of the real-time data service that tell what happens, not what is stored: those who may use the robot hear them. */
export const liveEvents = {
  /** The state of a device, in the sessions of the client's robot kind. */
  equipmentState: 'equipmentStates patched',
  /** Entries of a run's journal as they are committed, and the run. */
  runJournal: 'runJournal created',
} as const;

const roomOf = (robotKind: RobotKind) => `live:${robotKind}`;

/** The rooms of live events that a client is in. */
export function liveRoomsFor({ permissions }: Identity, robotKind: RobotKind): readonly string[] {
  return permissions.includes('connectToRobot') ? [roomOf(robotKind)] : [];
}

/** Passes live events on to those who may hear them. */
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
