import {
  type AnyEntity,
  type JsonObject,
  redactForSelf,
  redactForView,
  selfViewOf,
  viewsOf,
  wrapDocument,
} from '@cellwright/entities';
import type { Server } from 'socket.io';
import type { EntityListener } from '../events/entity-feed.ts';

/** Sends every change to the rooms of clients that can see the document, redacted and serialised once per room. */
export function broadcastEntities(io: Server): EntityListener {
  const hasListeners = (room: string) => io.of('/').adapter.rooms.has(room);
  const viewsByEntity = new Map<AnyEntity, ReturnType<typeof viewsOf>>();
  const cachedViewsOf = (entity: AnyEntity) => {
    const known = viewsByEntity.get(entity) ?? viewsOf(entity);
    viewsByEntity.set(entity, known);
    return known;
  };
  const toRooms = (entity: AnyEntity, document: JsonObject, event: string): void => {
    const subjectID = document[entity.self];
    const selfRoom = selfViewOf(entity, subjectID);
    for (const view of cachedViewsOf(entity).filter(({ name }) => hasListeners(name))) {
      const seen = wrapDocument(entity, redactForView(entity, document, view));
      const room = io.to(view.name);
      (selfRoom === undefined ? room : room.except(selfRoom)).emit(event, seen);
    }
    if (selfRoom !== undefined && hasListeners(selfRoom)) {
      io.to(selfRoom).emit(event, wrapDocument(entity, redactForSelf(entity, document, String(subjectID))));
    }
  };
  return {
    onChange: ({ entity, change, document }) => toRooms(entity, document, `${entity.name} ${change}`),
    onReset(entity) {
      const rooms = [...io.of('/').adapter.rooms.keys()].filter((room) => room.startsWith(`${entity.name}:`));
      if (rooms.length > 0) io.to(rooms).emit(`${entity.name} reset`);
    },
  };
}
