import { startOfText } from '@cellwright/domain/basics';
import type { AuditEntry } from '@cellwright/domain/cell';
import type { UpdateSettings } from '@cellwright/domain/software';
import { callService } from '@cellwright/service-kit/calls';
import type { GrpcService } from '@cellwright/service-kit/grpc';
import type { Backups } from '../backups/backups.ts';
import type { BoxSoftware } from '../domain/software.ts';
import type { FleetMember } from '../fleet/fleet-member.ts';

export interface SoftwareCallsDeps {
  readonly software: BoxSoftware;
  readonly backups: Backups;
  readonly member: Pick<FleetMember, 'read' | 'join' | 'leave'>;
  readonly settings: { read(): Promise<UpdateSettings>; write(settings: UpdateSettings): Promise<void> };
  /** Returns the folders of connected sticks that have builds. */
  readonly listSticks: () => Promise<string[]>;
  /** Stores the audit entry of an act before the act. */
  readonly record: (entry: AuditEntry) => Promise<void>;
}

/** Creates the handlers of calls about software and backups. */
export function createSoftwareCalls({
  software,
  backups,
  member,
  settings,
  listSticks,
  record,
}: SoftwareCallsDeps): GrpcService {
  return callService('software-update', {
    getSoftware: () => software.read(),
    checkForBuilds: () => software.check(),
    async requestSoftwareInstall(wanted, { describeAct }) {
      await record(describeAct());
      if (wanted.isExpiredConfirmed) {
        const target = startOfText(`software/${wanted.targetBuildID} from ${wanted.offlineUpdatePath ?? ''}`, 300);
        await record({ ...describeAct(), action: 'software.acceptExpired', target });
      }
      return software.request(wanted);
    },
    getUpdateSettings: () => settings.read(),
    async setUpdateSettings(wanted, { describeAct }) {
      await record(describeAct());
      await settings.write(wanted);
      return settings.read();
    },
    getFleetMembership: () => member.read(),
    async joinFleet({ hubURL, code }, { describeAct }) {
      await record(describeAct());
      return member.join(hubURL, code);
    },
    async leaveFleet(_, { describeAct }) {
      await record(describeAct());
      return member.leave();
    },
    listSticks: async () => ({ items: await listSticks() }),
    listStickBuilds: ({ offlineUpdatePath, isExpiredConfirmed }) =>
      software.listStick(offlineUpdatePath, isExpiredConfirmed),
    async cancelSoftwareInstall(_, { describeAct }) {
      await record(describeAct());
      return software.cancel();
    },
    async acknowledgeSoftwareWarning(_, { describeAct }) {
      await record(describeAct());
      return software.acknowledgeWarning();
    },
    listBackups: async () => ({
      ...{ items: [...(await backups.list())], hasKey: await backups.hasKey(), unavailable: backups.unavailable },
    }),
    async createBackupKey(_, { describeAct }) {
      await record(describeAct());
      return { key: await backups.createKey() };
    },
    async createBackup(_, { describeAct }) {
      await record(describeAct());
      return backups.create('person');
    },
    readBackup: ({ id, offset }) => backups.read(id, offset),
    async restoreBackup({ id, key }, { describeAct }) {
      await record(describeAct());
      return backups.restore(id, key, () => record(describeAct()));
    },
    async removeBackup({ id }, { describeAct }) {
      await record(describeAct());
      await backups.remove(id);
      return {};
    },
  });
}
