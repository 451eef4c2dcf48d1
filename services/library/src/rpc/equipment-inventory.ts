import { equipmentRecordSchema } from '@cellwright/domain/equipment';
import { endTraitsOf } from '@cellwright/equipment/capabilities';
import { findCarriers } from '@cellwright/equipment/carrying';
import {
  capabilitiesOfConfig,
  describeCapabilities,
  describeEnds,
  describeTool,
  drivenPortsOf,
  parseEquipmentConfig,
} from '@cellwright/equipment/contracts';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import type { Logger, Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer } from '@cellwright/service-kit/grpc';
import type { CellInventory } from '../domain/check-routine.ts';

/** Requests the inventory from the equipment service; returns undefined while it does not respond. */
export function connectEquipmentInventory(address: string, proofs: Proofs<'library'>, log: Logger, metrics: Metrics) {
  const client = connectPeer(EquipmentServiceService, {
    address,
    proof: proofs.equipment,
    metrics,
    defaultDeadlineMs: 1000,
  });
  return {
    async list(): Promise<CellInventory['equipment']> {
      try {
        const { recordsJson, onFlange } = await client.listEquipment({ enabledOnly: true, capability: '' });
        const records = recordsJson.map((json) =>
          equipmentRecordSchema.parse(JSON.parse(Buffer.from(json).toString('utf8'))),
        );
        return records.map((record) => {
          const { id, config } = record;
          const parsed = parseEquipmentConfig(config);
          const isTool = parsed.isValid && describeTool(parsed.config) !== undefined;
          const isThere = onFlange.includes(id);
          const isOnEnd = findCarriers(records, id).some(({ changer }) => onFlange.includes(changer.id));
          // The ends of a changer that lies on a shelf are not TCPs of the cell.
          const lacking = isThere ? [] : endTraitsOf(describeEnds(config));
          return {
            id,
            kind: config.kind,
            name: config.name,
            ...(isTool ? { isOnFlange: isThere || isOnEnd } : {}),
            capabilities: parsed.isValid
              ? capabilitiesOfConfig(parsed.config).filter((capability) => !lacking.includes(capability))
              : [],
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
