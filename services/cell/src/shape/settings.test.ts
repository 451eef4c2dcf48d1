import * as dryRun from '@cellwright/dry-run/config';
import * as equipment from '@cellwright/equipment-service/config';
import * as gateway from '@cellwright/gateway/config';
import * as identity from '@cellwright/identity/config';
import * as library from '@cellwright/library/config';
import * as motion from '@cellwright/motion/config';
import * as runner from '@cellwright/routine-runner/config';
import { type Environment, loadConfig } from '@cellwright/service-kit';
import { internalTLSConfig } from '@cellwright/service-kit/callers';
import * as softwareUpdate from '@cellwright/software-update/config';
import { describe, expect, it } from 'vitest';
import { refuseWrongSettings } from './settings.ts';

const address = '127.0.0.1:4100';
const base: Environment = {
  ...{ DATABASE_URL: 'postgresql://user@127.0.0.1:5432/cell', NATS_URL: 'nats://127.0.0.1:4222', GRPC_PORT: '4000' },
  ...{ LIBRARY_ADDRESS: address, MOTION_ADDRESS: address, EQUIPMENT_ADDRESS: address, RUNNER_ADDRESS: address },
  ...{ IDENTITY_ADDRESS: address, PLANNER_ADDRESS: address, PLANNER_ENDPOINT: 'ws://127.0.0.1:9090' },
  ...{ SOFTWARE_UPDATE_ADDRESS: address, DRY_RUN_ADDRESS: address },
  AUDIT_KEY: 'a'.repeat(32),
};

/** A different value for every variable of a service. */
const others: Environment = {
  ...{ DATABASE_URL: 'postgresql://user@127.0.0.1:5432/other', GRPC_HOST: '::1', GRPC_PORT: '4001' },
  ...{ HOST: '0.0.0.0', PORT: '3001', SOCKET_PORT: '4002', ADMIN_KEY_FILE: import.meta.filename },
  ...{ WEB_FOLDER: '/srv/web', EXAMPLES_FOLDER: '/srv/examples', TRUST_PROXY: '10.0.0.1' },
  ...{ LIBRARY_ADDRESS: 'other:1', MOTION_ADDRESS: 'other:1', EQUIPMENT_ADDRESS: 'other:1', RUNNER_ADDRESS: 'other:1' },
  ...{ IDENTITY_ADDRESS: 'other:1', PLANNER_ADDRESS: 'other:1', RUN_SIMULATORS: 'false', OWNS_SCENES: 'true' },
  ...{ PLANNER: 'remote', PLANNING_THREADS: '3', SIMULATED_CONTROLLER: 'other:1', LIVE_CONTROLLER: '[::1]:2' },
  ...{
    LIVE_ROBOT: 'real',
    LOST_HOLDER: 'pause',
    MIGRATIONS: 'await',
    KEEP_RUNS: '7',
    KEEP_RUN_DAYS: '8',
    ROBOT_ARM: 'cellwright_small',
  },
  ...{ KEEP_REPLAYS: '9', KEEP_REPLAY_MB: '10' },
  ...{ HUB_ADDRESS: 'other:1', BOX_SERIAL: 'box-2' },
  DRY_RUN_ADDRESS: 'other:1',
  ...{ SOFTWARE_UPDATE_ADDRESS: 'other:1', SOFTWARE_FOLDER: '/srv/software', BUILD_ID: '1.0' },
  ...{ BUILDS_REGISTRY: 'https://builds.example', BUILDS_ROOT_FILE: '/srv/root.json', RELEASES_FOLDER: '/srv/box' },
  ...{ ROS2_COLLISIONS_TO_IGNORE: 'tool0:crate', ROS2_RESAMPLE: 'false', ROS2_SOLVER: 'speed' },
  ...{
    ADMIN_KEY_FROM: 'anywhere',
    DEVELOPER_API: 'off',
    ROBOT_API_MOVES_TAKE_CONTROL: 'false',
    ROBOT_API_DH_KINDS: 'always',
  },
  ...{ TLS_CERT_FILE: '/srv/tls.crt', TLS_KEY_FILE: '/srv/tls.key', TLS_CA_FILE: '/srv/ca.crt' },
  ...{ HTTPS_HOST: '0.0.0.0', HTTPS_PORT: '4443', HOST_NAMES: 'robots.example' },
  ...{ STOP_PORT: '4003', STOP_HTTPS_PORT: '4004' },
  KINDS_FOLDER: '/srv/kinds',
  ...{ CELL_TIME_SCALE: '5', EGRESS_LOOPBACK: 'true', OWN_SERVICES: 'cell-library,10.42.0.0/16' },
  AUDIT_KEY: 'b'.repeat(32),
  ...{ OIDC_ISSUER: 'https://other.example', OIDC_CLIENT_ID: 'other', OIDC_CLIENT_SECRET: 'secret' },
  ...{ OIDC_NAME: 'Other', OIDC_SCOPES: 'openid', OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: '{"other":["account"]}' },
};
const ofSingleSignOn: Environment = {
  ...{ OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'cell', OIDC_ROLES: '{"authors":["author"]}' },
};

/** Variables that a program reads in addition to the settings of its service, the same in every shape. */
const ofThePrograms = new Set([
  ...['LOG_LEVEL', 'NODE_NAME', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'ADMIN_HOST', 'ADMIN_PORT', 'NATS_URL', 'NATS_USER'],
  ...['NATS_PASSWORD', 'BUS_SECRET', 'REDIS_URL', 'ANNOUNCEMENT_FILE', ...Object.keys(internalTLSConfig)],
]);

const services = {
  dryRun: [dryRun.configSchema, (env: Environment) => dryRun.settingsOf(loadConfig(dryRun.configSchema, env))],
  equipment: [
    equipment.configSchema,
    (env: Environment) => equipment.settingsOf(loadConfig(equipment.configSchema, env)),
  ],
  gateway: [gateway.configSchema, (env: Environment) => gateway.settingsOf(loadConfig(gateway.configSchema, env))],
  identity: [identity.configSchema, (env: Environment) => identity.settingsOf(loadConfig(identity.configSchema, env))],
  library: [library.configSchema, (env: Environment) => library.settingsOf(loadConfig(library.configSchema, env))],
  motion: [motion.configSchema, (env: Environment) => motion.settingsOf(loadConfig(motion.configSchema, env))],
  softwareUpdate: [
    softwareUpdate.configSchema,
    (env: Environment) => softwareUpdate.settingsOf(loadConfig(softwareUpdate.configSchema, env)),
  ],
  runner: [runner.configSchema, (env: Environment) => runner.settingsOf(loadConfig(runner.configSchema, env))],
} as const;

describe.each(Object.entries(services))('every setting of the %s service', (_name, [schema, read]) => {
  const variables = Object.keys(schema.shape).filter((variable) => !ofThePrograms.has(variable));
  it.each(variables)('%s reaches the service', (variable) => {
    // The address of the planner only matters for a foreign one.
    const ros2 = /^(PLANNER_ENDPOINT$|ROS2_)/.test(variable) ? { PLANNER: 'ros2' } : {};
    const env = { ...base, ...ros2, ...(variable.startsWith('OIDC_') ? ofSingleSignOn : {}) };
    // Every limit of the gateway is a number.
    const limit = variable.startsWith('DOOR_') ? '777' : undefined;
    const other = variable === 'PLANNER_ENDPOINT' ? 'ws://127.0.0.1:9091' : (limit ?? others[variable]);
    expect(other).toBeDefined();
    expect(read({ ...env, [variable]: other })).not.toEqual(read(env));
  });
});

describe('invalid setting of any service', () => {
  it.each([
    ['KEEP_RUNS', 'many'],
    ['KEEP_RUN_DAYS', '0'],
    ['LIVE_ROBOT', 'maybe'],
    ['LIVE_CONTROLLER', 'somewhere'],
    ['PLANNER', 'guess'],
    ['PLANNER_ENDPOINT', 'http://127.0.0.1'],
    ['PLANNING_THREADS', '-1'],
    ['RUN_SIMULATORS', 'perhaps'],
    ['REDIS_URL', 'http://127.0.0.1'],
    ['ROBOT_ARM', 'octopus'],
    ['EGRESS_LOOPBACK', 'sometimes'],
    ['OWN_SERVICES', 'http://127.0.0.1'],
    ['CELL_TIME_SCALE', '0.5'],
    ['OIDC_ISSUER', 'login.example'],
    ['OIDC_ROLES', 'authors'],
  ])('%s=%s causes an error with its name before anything starts', (variable, value) => {
    expect(() => refuseWrongSettings({ [variable]: value })).toThrow(`${variable}: `);
  });

  it('CELL_TIME_SCALE causes an error with a real robot', () => {
    expect(() => refuseWrongSettings({ CELL_TIME_SCALE: '5', LIVE_ROBOT: 'real' })).toThrow('CELL_TIME_SCALE: ');
    expect(() => refuseWrongSettings({ CELL_TIME_SCALE: '5', LIVE_ROBOT: 'twin' })).not.toThrow();
    expect(() => refuseWrongSettings({ LIVE_ROBOT: 'real' })).not.toThrow();
  });

  it('excludes variables that the cell sets for its services', () => {
    expect(() => refuseWrongSettings({ GRPC_PORT: 'mine', BUS_SECRET: '' })).not.toThrow();
  });
});

describe('single sign-on', () => {
  const read = (env: Environment) => services.identity[1]({ ...base, ...ofSingleSignOn, ...env });

  it('stays off without an issuer', () => {
    expect(read({ OIDC_ISSUER: '' }).singleSignOn).toBeUndefined();
  });

  it.each([
    ['OIDC_CLIENT_ID', ''],
    ['OIDC_ROLES', ''],
    ['OIDC_ISSUER', 'http://login.example'],
  ])('needs a valid %s', (variable, value) => {
    expect(() => read({ [variable]: value })).toThrow(`${variable}: `);
  });
});

it('a foreign planner requires an endpoint', () => {
  expect(() => services.motion[1]({ ...base, PLANNER: 'ros2', PLANNER_ENDPOINT: '' })).toThrow('PLANNER_ENDPOINT: ');
});
