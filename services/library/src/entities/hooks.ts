import { newestVersion } from '@cellwright/domain/basics';
import type { DevicePorts } from '@cellwright/domain/robot';
import { isNewRoutine } from '@cellwright/domain/routine';
import { anyEntity } from '@cellwright/entities';
import type { HooksByName } from '@cellwright/service-kit/entities';
import { mayHoldOtherForms } from '@cellwright/steps/contracts';
import type { DocumentThread } from '../domain/operation-types.ts';
import type { RoutineLookup } from '../domain/routine-lookup.ts';
import { createSafetySettingsHooks, type KnownRobot } from './safety-settings.ts';
import { type CheckFile, createSpaceItemHooks, type FindSpaceItem } from './space-items.ts';
import { speedProfileHooks } from './speed-profiles.ts';
import { createStepCommentHooks, type FindComment } from './step-comments.ts';
import { createVersionNameHooks } from './version-names.ts';

const routines = anyEntity('routines');

export interface HookDeps {
  readonly thread: DocumentThread;
  readonly findSpaceItem: FindSpaceItem;
  readonly findComment: FindComment;
  readonly checkFile: CheckFile;
  readonly listDevices: () => Promise<readonly DevicePorts[] | undefined>;
  readonly lookup: RoutineLookup;
  readonly robot: KnownRobot;
}

/**
 * Creates the hooks of the library's entities: large documents are processed in a thread; routines have their own
 * stamps.
 */
export function createHooks(deps: HookDeps): HooksByName {
  const { thread, lookup } = deps;
  return {
    globalSpace: createSpaceItemHooks(thread, deps.findSpaceItem, deps.checkFile),
    safetySettings: createSafetySettingsHooks(deps.listDevices, deps.robot),
    speedProfiles: speedProfileHooks,
    stepComments: createStepCommentHooks(lookup, deps.findComment),
    versionNames: createVersionNameHooks(lookup),
    routines: {
      upgrade: {
        mayDiffer: (text) => newestVersion(routines) > 1 || mayHoldOtherForms(text),
        upgrade: (text) => thread.run('upgradeRoutine', { text }, text.length),
      },
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
