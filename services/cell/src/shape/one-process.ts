import { build as buildEquipment } from '@cellwright/equipment-service';
import { build as buildGateway } from '@cellwright/gateway';
import { build as buildIdentity } from '@cellwright/identity';
import { build as buildLibrary } from '@cellwright/library';
import { build as buildMotion } from '@cellwright/motion';
import { build as buildRunner } from '@cellwright/routine-runner';
import { createInProcessBus, systemClock } from '@cellwright/service-kit';
import { startControllers } from './controllers.ts';
import { openDatabase } from './database.ts';
import { migrationsOf } from './migrations.ts';
import type { RunningCell, ShapeContext } from './shape.ts';

/** The services in this process, behind the same doors as everywhere: gRPC on loopback, the bus and the store in memory. */
export async function startOneProcess(context: ShapeContext): Promise<RunningCell> {
  const { config, folder, adminKey, log, metrics, health, lifecycle, onProgress, onProcess } = context;
  const clock = systemClock;
  const kit = { clock, log, metrics, health };
  const [databaseUrl, controllers] = await Promise.all([
    openDatabase(context),
    startControllers({ clock, lifecycle, log, logPath: folder.logPath, onProcess }, context.env),
  ]);

  onProgress('Starting the services');
  const bus = createInProcessBus({ log, metrics });
  lifecycle.onStop('bus', () => bus.close());
  const grpc = { databaseUrl, port: 0 };
  const begin = async (
    name: string,
    service: { start(): Promise<{ address: string }>; stop(signal?: AbortSignal): Promise<void> },
  ) => {
    lifecycle.onStop(name, (signal) => service.stop(signal));
    return (await service.start()).address;
  };
  const [identity, equipment, motionService] = await Promise.all([
    buildIdentity({ ...kit, ...grpc, migrations: migrationsOf('identity'), adminKey }).then((service) =>
      begin('identity', service),
    ),
    buildEquipment({ ...kit, ...grpc, migrations: migrationsOf('equipment'), bus, runSimulators: true }).then(
      (service) => begin('equipment', service),
    ),
    buildMotion({ ...kit, port: 0 }),
  ]);
  lifecycle.onStop('motion', (signal) => motionService.stop(signal));
  const { address: motion, socketAddress: planner } = await motionService.start();
  const library = await begin(
    'library',
    await buildLibrary({ ...kit, ...grpc, migrations: migrationsOf('library'), bus, equipmentAddress: equipment }),
  );
  const runner = await begin(
    'runner',
    await buildRunner({
      ...kit,
      ...grpc,
      migrations: migrationsOf('routine-runner'),
      bus,
      addresses: { library, motion, equipment },
      controllers: {
        simulated: { host: '127.0.0.1', port: controllers.simulated },
        live: { host: '127.0.0.1', port: controllers.live },
      },
    }),
  );
  const addresses = { library, runner, equipment, identity, planner };
  const gateway = await buildGateway({ ...kit, host: config.HOST, port: config.PORT, addresses, bus });
  lifecycle.onStop('gateway', () => gateway.stop());
  return gateway.start();
}
