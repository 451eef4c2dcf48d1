import { createId, ProductError } from '@cellwright/domain/basics';
import type { FlagName, Notification } from '@cellwright/domain/cell';
import {
  type DevicePorts,
  type ExternalControlSettings,
  externalControlPortsOf,
  refusePortsOfDevices,
} from '@cellwright/domain/robot';
import { entities, parseStored } from '@cellwright/entities';
import type { HooksByName } from '@cellwright/service-kit/entities';
import { describeExternalControl } from '../domain/describe-external-control.ts';
import { type KnownRobots, nameRobot } from '../domain/known-robots.ts';
import { checkUserChange } from '../domain/user-rules.ts';
import { addNotificationWithin } from '../store/notification-store.ts';
import { followUser } from '../store/people-store.ts';

export interface HookDeps {
  readonly robots: KnownRobots;
  /** Called when access has changed. */
  readonly refresh: () => Promise<void>;
  readonly lastUseOf: (tokenID: string) => Date | undefined;
  /** Returns enabled devices with their ports; none while they are unknown. */
  readonly listDevices: () => Promise<readonly DevicePorts[]>;
  /** True if a feature is on for the whole cell. */
  readonly isFlagOn: (flag: FlagName) => Promise<boolean>;
}

/** Creates the rules of identity's entities that their definitions cannot express. */
export function createHooks({ robots, refresh, lastUseOf, listDevices, isFlagOn }: HookDeps): HooksByName {
  return {
    notifications: {
      fromCreate: ({
        id = createId('notification'),
        ...told
      }: Omit<Notification, 'id' | 'status'> & { id?: string }) => ({
        id,
        ...nameRobot(told, robots),
        status: {},
      }),
      beforeSave: (next, previous, { caller }) => keepStatusOfOthers(next, previous, caller.subjectID),
    },
    externalControlSettings: {
      async beforeSave(next: ExternalControlSettings, previous: ExternalControlSettings) {
        if (next.isInForce !== previous.isInForce) refuseInForce();
        const before = new Set(externalControlPortsOf(previous));
        const taken = externalControlPortsOf(next).filter((port) => !before.has(port));
        if (taken.length > 0) refusePortsOfDevices(taken, await listDevices());
        // Commands over ports of the robot have no effect yet: EtherNet/IP alone does.
        const isWanted = next.isEnabled && next.etherNetIPAdapter.host !== '';
        return { ...next, isInForce: isWanted && (await isFlagOn('etherNetIP')) };
      },
      within: async (tx, _change, { body }, { caller, at, previous }) => {
        const told = previous && describeExternalControl(readSettings(previous.body), readSettings(body), caller.name);
        if (told === undefined) return;
        const id = createId('notification');
        await addNotificationWithin(tx, { id, kind: 'externalControl', failureReason: told, status: {} }, at);
      },
    },
    users: {
      beforeSave: (next, previous, { caller }) => checkUserChange(next, previous, caller),
      within: (tx, change, { body }, { caller, at, previous }) => {
        const by = { id: caller.subjectID, name: caller.name };
        const read = (text: string) => parseStored(entities.users, text);
        return followUser(tx, read(body), {
          isRemoved: change === 'removed',
          before: read(previous?.body ?? body),
          by,
          at,
        });
      },
      afterCommit: refresh,
    },
    tokens: {
      afterCommit: refresh,
      present: ({ id }) => ({ lastUsedAt: lastUseOf(id)?.toISOString() ?? null }),
    },
  };
}

function refuseInForce(): never {
  const message = 'isInForce is set by the cell. Remove it';
  const problems = [{ kind: 'invalidConfiguration', message, fieldId: 'isInForce' }];
  throw new ProductError('request_failed_validation', message, { problems });
}

const readSettings = (body: string) => parseStored(entities.externalControlSettings, body);

/** Limits a user's change of a notification to its own status. */
function keepStatusOfOthers(next: Notification, previous: Notification, subjectID: string): Notification {
  const { status: sent, ...rest } = next;
  const { status: kept, ...before } = previous;
  if (JSON.stringify(rest) !== JSON.stringify(before)) {
    throw new ProductError(
      'forbidden',
      'Only your own status of a notification can be changed: { status: { <your id>: … } }',
    );
  }
  const foreign = Object.keys(sent).find((id) => id !== subjectID && sent[id] !== kept[id]);
  if (foreign !== undefined) {
    throw new ProductError('forbidden', `You cannot change the status of ${foreign}. Send only your own`);
  }
  const own = sent[subjectID];
  const others = Object.entries(kept).filter(([id]) => id !== subjectID);
  return { ...before, status: Object.fromEntries(own === undefined ? others : [...others, [subjectID, own]]) };
}
