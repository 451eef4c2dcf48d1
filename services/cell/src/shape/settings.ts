import { configSchema as controllerConfig } from '@cellwright/controller/config';
import { configSchema as dryRunConfig } from '@cellwright/dry-run/config';
import { configSchema as equipmentConfig } from '@cellwright/equipment-service/config';
import { configSchema as gatewayConfig } from '@cellwright/gateway/config';
import { configSchema as identityConfig } from '@cellwright/identity/config';
import { configSchema as libraryConfig } from '@cellwright/library/config';
import { configSchema as motionConfig } from '@cellwright/motion/config';
import { refuseScaledReality, configSchema as runnerConfig } from '@cellwright/routine-runner/config';
import { type Environment, loadConfig, timeScaleConfig } from '@cellwright/service-kit';
import { configSchema as softwareUpdateConfig } from '@cellwright/software-update/config';
import { addressVariables } from '@cellwright/topology';
import * as z from 'zod';

const schemas = [
  controllerConfig,
  dryRunConfig,
  equipmentConfig,
  gatewayConfig,
  identityConfig,
  libraryConfig,
  motionConfig,
  runnerConfig,
  softwareUpdateConfig,
];

/** Variables that the cell sets for its services: addresses of each other, their data and their controllers. */
const givenVariables: ReadonlySet<string> = new Set([
  ...['DATABASE_URL', 'MIGRATIONS', 'NATS_URL', 'BUS_SECRET', 'ADMIN_KEY_FILE', 'AUDIT_KEY', 'ANNOUNCEMENT_FILE'],
  'SOFTWARE_FOLDER',
  'KINDS_FOLDER',
  ...[
    'GRPC_HOST',
    'GRPC_PORT',
    'ADMIN_PORT',
    'SOCKET_PORT',
    'CONTROLLER_KIND',
    'CONTROLLER_HOST',
    'CONTROLLER_PORT',
    'CONTROLLER_ADMIN_PORT',
  ],
  ...addressVariables,
]);

/** Checks the settings for all services before any is started. @throws ConfigError naming every invalid variable. */
export function refuseWrongSettings(env: Environment): void {
  const settings = schemas.flatMap(({ shape }) => Object.entries<z.ZodType>(shape));
  loadConfig(z.object(Object.fromEntries(settings.filter(([name]) => !givenVariables.has(name)))), env);
  refuseScaledReality(loadConfig(z.object({ ...timeScaleConfig, LIVE_ROBOT: runnerConfig.shape.LIVE_ROBOT }), env));
}
