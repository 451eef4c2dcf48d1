/**
 * External control: the controller of a line reads the state of a robot and commands it over EtherNet/IP, Modbus
 * or OPC UA. Its process is never the commander's, and it holds no documents.
 */

import { loadConfig, runService, startAdminServer, systemClock } from '@cellwright/service-kit';
import { openBus } from '@cellwright/service-kit/bus';
import { readPeers } from '@cellwright/service-kit/callers';
import { build } from './app.ts';
import { configSchema } from './config.ts';

await runService('external-control', async (context) => {
  const { env, log, metrics, health, lifecycle } = context;
  const config = loadConfig(configSchema, env);
  const { proofs } = readPeers('external-control', context);
  const bus = await openBus(config, { name: 'external-control', log, metrics, health, lifecycle });
  const addresses = { runner: config.RUNNER_ADDRESS, identity: config.IDENTITY_ADDRESS };
  const { EXTERNAL_CONTROL_FOLDER: folder, BUILD_ID: buildID } = config;
  const service = build({ addresses, proofs, bus, folder, buildID, clock: systemClock, log, metrics });
  lifecycle.onStop('external control', () => service.stop());
  await service.start();
  const admin = await startAdminServer({ health, metrics, host: config.ADMIN_HOST, port: config.ADMIN_PORT });
  lifecycle.onStop('admin', () => admin.close());
  log.info('external control follows its settings', { adminPort: admin.port });
});
