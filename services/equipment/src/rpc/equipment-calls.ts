import { ProductError, type RobotKind } from '@cellwright/domain';
import { type CallScope, callService } from '@cellwright/service-kit/calls';
import type { GrpcService } from '@cellwright/service-kit/grpc';
import { type Session, sessionOf } from '../domain/stop-epochs.ts';
import type { EquipmentRpcDeps } from './equipment-service.ts';

/** Calls of packages/calls that the equipment service answers. */
export function createEquipmentCalls({
  inventory,
  devices,
  probe,
  rehearsals,
}: Pick<EquipmentRpcDeps, 'inventory' | 'devices' | 'probe' | 'rehearsals'>): GrpcService {
  return callService('equipment', {
    getDeviceState: async ({ id, robotKind }, scope) =>
      devices.state(await inventory.get(id), requireSession(robotKind, scope)),
    probeRegisters: async ({ id, robotKind, ...request }, scope) => {
      const asked = { equipmentID: id, session: requireSession(robotKind, scope), request };
      const values = await probe(asked, scope.signal);
      return { table: request.table, offset: request.offset, values: [...values] };
    },
    getRehearsal: ({ id, robotKind }, scope) => rehearsals.read(id, requireSession(robotKind, scope)),
    rehearseFaults: ({ id, robotKind, faults }, scope) =>
      rehearsals.rehearse(id, requireSession(robotKind, scope), faults),
  });
}

/** @throws ProductError service_initializing while the gateway does not know the session of the robot. */
function requireSession(robotKind: RobotKind, { robot }: CallScope): Session {
  if (robot) return sessionOf(robotKind, robot.isTwin);
  throw new ProductError('service_initializing', 'The robot session is starting; try again in a moment');
}
