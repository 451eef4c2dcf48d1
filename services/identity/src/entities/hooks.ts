import { createId, ProductError } from '@cellwright/domain/basics';
import type { FlagName, Notification } from '@cellwright/domain/cell';
import {
  type DevicePorts,
  type ExternalControlSettings,
  externalControlPortsOf,
  findEffectiveProtocols,
  refusePortsOfDevices,
} from '@cellwright/domain/robot';
import { entities, parseStored } from '@cellwright/entities';
import { type HooksByName, refuseFieldsOfCell } from '@cellwright/service-kit/entities';
import { describeExternalControl } from '../domain/describe-external-control.ts';
import { type KnownRobots, nameRobot } from '../domain/known-robots.ts';
import { checkUserChange } from '../domain/user-rules.ts';
import { addNotificationWithin } from '../store/notification-store.ts';
import { followUser } from '../store/people-store.ts';
import { refuseReportFlood } from '../store/report-limit.ts';

export interface HookDeps {
  readonly robots: KnownRobots;
  /** Called when access has changed. */
  readonly refresh: () => Promise<void>;
  readonly lastUseOf: (tokenID: string) => Date | undefined;
  /** Returns enabled devices with their ports; none while they are unknown. */
  readonly listDevices: () => Promise<readonly DevicePorts[]>;
  /** True if a feature is on for the whole cell. */
  readonly isFlagOn: (flag: FlagName) => Promise<boolean>;
  /** Called when feature flags have changed. */
  readonly followFlags: () => Promise<void>;
}

/** Creates the rules of identity's entities that their definitions cannot express. */
export function createHooks(deps: HookDeps): HooksByName {
  const { robots, refresh, lastUseOf, listDevices, isFlagOn, followFlags } = deps;
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
        refuseFieldsOfCell(next, previous, ['isInForce']);
        const before = new Set(externalControlPortsOf(previous));
        const taken = externalControlPortsOf(next).filter((port) => !before.has(port));
        if (taken.length > 0) refusePortsOfDevices(taken, await listDevices());
        return { ...next, isInForce: await hasEffect(next, isFlagOn) };
      },
      within: async (tx, _change, { body }, { caller, at, previous }) => {
        const told = previous && describeExternalControl(readSettings(previous.body), readSettings(body), caller.name);
        if (told === undefined) return;
        const id = createId('notification');
        await addNotificationWithin(tx, { id, kind: 'externalControl', failureReason: told, status: {} }, at);
      },
    },
    bugReports: {
      within: async (tx, change, _document, { caller, at }) => {
        if (change === 'created') await refuseReportFlood(tx, caller.subjectID, at);
      },
    },
    featureFlags: { afterCommit: followFlags },
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

/** True if the cell follows the settings. Commands over ports of the robot have no effect yet, only the protocols. */
export async function hasEffect(settings: ExternalControlSettings, isFlagOn: HookDeps['isFlagOn']): Promise<boolean> {
  const protocols = findEffectiveProtocols(settings, settings.isEnabled && (await isFlagOn('etherNetIP')));
  return Object.values(protocols).includes(true);
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
