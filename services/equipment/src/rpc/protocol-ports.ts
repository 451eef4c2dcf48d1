import { externalControlSettingsSchema, listProtocolPorts } from '@cellwright/domain/robot';
import type { Logger, Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectDocument } from './foreign-document.ts';

export interface ProtocolPortsDeps {
  /** gRPC address of the service that stores the settings of external control; undefined in a cell without one. */
  readonly address: string | undefined;
  readonly proofs: Proofs<'equipment'>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Requests the ports on which this cell is commanded from outside: no device or request of a user may reach them. */
export function connectProtocolPorts({ address, log, ...connection }: ProtocolPortsDeps) {
  if (address === undefined) return { list: async () => [], close: () => undefined };
  const where = { callee: 'identity', entity: 'externalControlSettings', id: '1', address } as const;
  const settings = connectDocument({ ...where, ...connection });
  let last: readonly number[] = [];
  return {
    /** Returns the last known ports while the service does not answer. */
    async list(): Promise<readonly number[]> {
      try {
        last = listProtocolPorts(externalControlSettingsSchema.parse(await settings.get()));
      } catch (error) {
        log.warn('the ports of external control are unknown; the last known ones count', { error });
      }
      return last;
    },
    close: settings.close,
  };
}
