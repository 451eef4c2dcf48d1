import { type DevicePorts, isNewRoutine } from '@cellwright/domain';
import type { HooksByName } from '@cellwright/service-kit/entities';
import type { DocumentThread } from '../domain/operation-types.ts';
import { createSafetySettingsHooks } from './safety-settings.ts';
import { type CheckFile, createSpaceItemHooks, type FindSpaceItem } from './space-items.ts';
import { speedProfileHooks } from './speed-profiles.ts';

/** Rules of the library's entities: large documents are worked on in a thread; routines have stamps of their own. */
export function createHooks(
  thread: DocumentThread,
  findSpaceItem: FindSpaceItem,
  checkFile: CheckFile,
  listDevices: () => Promise<readonly DevicePorts[] | undefined>,
): HooksByName {
  return {
    globalSpace: createSpaceItemHooks(thread, findSpaceItem, checkFile),
    safetySettings: createSafetySettingsHooks(listDevices),
    speedProfiles: speedProfileHooks,
    routines: {
      prepare: (draft, { caller, at }) => {
        const author = { id: caller.subjectID, name: caller.name };
        const args = { draft, author, at: at.toISOString() };
        return thread.run('prepareRoutine', args, draft.text.length + (draft.previous?.length ?? 0));
      },
      presentListing: ({ createdAt }, { now }) => ({
        isNew: typeof createdAt === 'string' && isNewRoutine(new Date(createdAt), now),
      }),
    },
  };
}
