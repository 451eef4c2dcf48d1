import { equipmentRecordSchema } from '@cellwright/domain';
import {
  capabilitiesOfConfig,
  describeCapabilities,
  describeTool,
  drivenPortsOf,
  parseEquipmentConfig,
} from '@cellwright/equipment/contracts';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import type { Logger, Metrics } from '@cellwright/service-kit';
import { createGrpcClient } from '@cellwright/service-kit/grpc';
import type { CellInventory } from '../domain/check-routine.ts';

/** Asks the equipment service what the cell has; undefined while it does not answer. */
export function connectEquipmentInventory(address: string, log: Logger, metrics: Metrics) {
  const client = createGrpcClient(EquipmentServiceService, address, {
    caller: 'library',
    metrics,
    defaultDeadlineMs: 1000,
  });
  return {
    async list(): Promise<CellInventory['equipment']> {
      try {
        const { recordsJson, onFlange } = await client.listEquipment({ enabledOnly: true, capability: '' });
        return recordsJson.map((json) => {
          const { id, config } = equipmentRecordSchema.parse(JSON.parse(Buffer.from(json).toString('utf8')));
          const parsed = parseEquipmentConfig(config);
          const isTool = parsed.isValid && describeTool(parsed.config) !== undefined;
          return {
            id,
            kind: config.kind,
            name: config.name,
            ...(isTool ? { isOnFlange: onFlange.includes(id) } : {}),
            capabilities: parsed.isValid ? capabilitiesOfConfig(parsed.config) : [],
            descriptions: describeCapabilities(config),
            drivenPorts: drivenPortsOf(config),
          };
        });
      } catch (error) {
        log.warn('the equipment service does not answer; routines are checked without it', { error });
        return undefined;
      }
    },
    close: () => client.channel.close(),
  };
}
