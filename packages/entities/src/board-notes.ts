import { type BoardNote, boardNoteSchema } from '@cellwright/domain/cell';
import { defineEntity } from './framework/definition.ts';

/**
 * Notes about the boards of the robot: created, read and removed, never changed, so that their author stays correct.
 */
export const boardNotes = defineEntity<BoardNote>({
  name: 'boardNotes',
  noun: 'board note',
  description: 'Notes about the boards of the robot',
  owner: 'identity',
  schema: boardNoteSchema,
  idPrefix: 'boardNote',
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'connectToRobot', patch: 'nobody', remove: 'connectToRobot' },
  filters: { boardId: 'string' },
});
