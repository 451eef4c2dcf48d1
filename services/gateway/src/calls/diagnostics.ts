import { getDeviceState, getFleetMembership, getSoftware } from '@cellwright/calls';
import type { Clock } from '@cellwright/domain/basics';
import type { NetworkCheck } from '@cellwright/domain/cell';
import { type EquipmentRecord, equipmentRecordSchema } from '@cellwright/domain/equipment';
import type { RobotKind } from '@cellwright/domain/robot';
import { anyEntity } from '@cellwright/entities';
import { createSecretRemover, describeProcess, type Health, type Metrics } from '@cellwright/service-kit';
import type { CallHandlers, CallScope } from '@cellwright/service-kit/calls';
import { checkAddress } from '../diagnostics/check-network.ts';
import { collectDiagnostics, type DescribeProcess } from '../diagnostics/collect-diagnostics.ts';
import { packDiagnostics } from '../diagnostics/diagnostics-bundle.ts';
import type { EntityAccess } from '../domain/entity-access.ts';
import type { SessionFeed } from '../events/session-feed.ts';
import { type Clients, describedServices } from '../rpc/clients.ts';
import { subjectOfAuthor } from './subject-of-author.ts';

export interface DiagnosticsDeps {
  readonly clients: Pick<Clients, 'calls' | 'processes'>;
  readonly feeds: Readonly<Record<RobotKind, Pick<SessionFeed, 'snapshot'>>>;
  readonly access: Pick<EntityAccess, 'find'>;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Address of the planner's socket. */
  readonly plannerAddress: string;
}

const allDevices = { where: {}, search: '', sort: [], limit: 1000, offset: 0 };

/** Creates the calls of diagnostics: they ask every service, and check what only the gateway can reach. */
export function createDiagnosticsCalls(
  deps: DiagnosticsDeps,
): Pick<CallHandlers<'gateway'>, 'getDiagnostics' | 'getDiagnosticsBundle'> {
  const { clients, feeds, access, health, metrics, clock } = deps;
  const stateOf = (robotKind: RobotKind) => feeds[robotKind].snapshot()?.state;
  const collect = ({ author }: CallScope, withLogs: boolean) =>
    collectDiagnostics({
      processes: {
        gateway: async (withLogs) => JSON.stringify(await describeProcess({ health, metrics }, withLogs)),
        ...describeServices(clients),
      },
      stateOf,
      listDevices: async (): Promise<EquipmentRecord[]> => {
        const { items } = await access.find(anyEntity('equipment'), allDevices, subjectOfAuthor(author));
        return items.map(({ json }) => equipmentRecordSchema.parse(JSON.parse(Buffer.from(json).toString('utf8'))));
      },
      getLiveState: (id, robotKind) => {
        const isTwin = stateOf('live')?.isTwin === true;
        return clients.calls.equipment.ask(getDeviceState, { id, robotKind }, { robot: { isTwin, stopEpoch: 0 } });
      },
      checkNetwork: () => checkNetwork(deps),
      remover: createSecretRemover(process.env),
      now: () => clock.now(),
      wallNow: () => clock.wallNow(),
      withLogs,
    });
  return {
    getDiagnostics: async (_, scope) => (await collect(scope, false)).diagnostics,
    getDiagnosticsBundle: async (_, scope) => packDiagnostics(await collect(scope, true)),
  };
}

function describeServices({ processes }: Pick<Clients, 'processes'>): Record<string, DescribeProcess> {
  return Object.fromEntries(
    describedServices.map((name) => [
      name,
      async (withLogs, options) => (await processes[name].describeProcess({ withLogs }, options)).reportJson,
    ]),
  );
}

/** Checks the planner's socket, the registry of builds and the hub of the fleet. */
async function checkNetwork({ clients, clock, plannerAddress }: DiagnosticsDeps): Promise<NetworkCheck[]> {
  const updates = clients.calls['software-update'];
  const registry = updates.ask(getSoftware, {}).then(
    ({ checkedAt, checkError }) => describeLast('Update registry', checkedAt, checkError),
    () => [],
  );
  const hub = updates.ask(getFleetMembership, {}).then(
    ({ hubURL, isConnected, problem }) =>
      hubURL === null ? [] : [describeRemote('Fleet hub', hubURL, isConnected ? null : (problem ?? 'Not connected'))],
    () => [],
  );
  const planner = checkAddress('Motion planner', plannerAddress, () => clock.now());
  return [await planner, ...(await registry), ...(await hub)];
}

/** Returns the result of the last check; nothing if there was none. */
function describeLast(name: string, checkedAt: string | null, error: string | null): NetworkCheck[] {
  return checkedAt === null && error === null ? [] : [describeRemote(name, '', error)];
}

function describeRemote(name: string, address: string, error: string | null): NetworkCheck {
  return { name, address, ok: error === null, durationMs: null, ...(error !== null && { error }) };
}
