import { equipmentRecordSchema } from '@cellwright/domain/equipment';
import type { DevicePorts } from '@cellwright/domain/robot';
import { drivenPortsOf } from '@cellwright/equipment/contracts';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import type { Logger, Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer } from '@cellwright/service-kit/grpc';

export interface DevicePortsDeps {
  /** gRPC address of the equipment service; undefined in a cell without one: no device has a port there. */
  readonly address: string | undefined;
  readonly proofs: Proofs<'identity'>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Creates a client that requests the ports of enabled devices from the equipment service. */
export function connectDevicePorts({ address, proofs, log, metrics }: DevicePortsDeps) {
  const options = { proof: proofs.equipment, metrics, defaultDeadlineMs: 1000 };
  const client = address === undefined ? undefined : connectPeer(EquipmentServiceService, { ...options, address });
  return {
    /** Returns none while it does not respond. */
    async list(): Promise<readonly DevicePorts[]> {
      if (!client) return [];
      try {
        const { recordsJson } = await client.listEquipment({ enabledOnly: true, capability: '' });
        const records = recordsJson.map((json) =>
          equipmentRecordSchema.parse(JSON.parse(Buffer.from(json).toString('utf8'))),
        );
        return records.map(({ config }) => ({ name: config.name, drivenPorts: drivenPortsOf(config) }));
      } catch (error) {
        log.warn(
          'the equipment service does not answer; ports of external control are not compared with those of devices',
          {
            error,
          },
        );
        return [];
      }
    },
    close: () => client?.channel.close(),
  };
}
