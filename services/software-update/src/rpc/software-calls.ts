import type { AuditEntry } from '@cellwright/domain/cell';
import { callService } from '@cellwright/service-kit/calls';
import type { GrpcService } from '@cellwright/service-kit/grpc';
import type { Backups } from '../backups/backups.ts';
import type { BoxSoftware } from '../domain/software.ts';

export interface SoftwareCallsDeps {
  readonly software: BoxSoftware;
  readonly backups: Backups;
  /** Stores the audit entry of an act before the act. */
  readonly record: (entry: AuditEntry) => Promise<void>;
}

/** Creates the handlers of calls about software and backups. */
export function createSoftwareCalls({ software, backups, record }: SoftwareCallsDeps): GrpcService {
  return callService('software-update', {
    getSoftware: () => software.read(),
    checkForBuilds: () => software.check(),
    async requestSoftwareInstall(wanted, { describeAct }) {
      await record(describeAct());
      return software.request(wanted);
    },
    async cancelSoftwareInstall(_, { describeAct }) {
      await record(describeAct());
      return software.cancel();
    },
    acknowledgeSoftwareWarning: () => software.acknowledgeWarning(),
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
