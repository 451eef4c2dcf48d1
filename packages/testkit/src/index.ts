/** For tests only: a clock they drive, the real servers they need, faults, and generators. */
export { ChaosProxy, type ChaosProxyOptions, type ChaosSettings, calm } from './chaos-proxy.ts';
export { createGate, type Gate } from './gate.ts';
export {
  deepJson,
  type GeneratedPose,
  jointAngles,
  nastyJson,
  nastyNumber,
  nastyNumberWithNaN,
  nastyText,
  pose,
  unitQuaternion,
} from './generators.ts';
export { idleSession } from './idle-session.ts';
export { measureLag } from './measure-lag.ts';
export { type NatsServer, type NatsServerOptions, startNats } from './nats.ts';
export { findFreePort, waitForPort } from './ports.ts';
export {
  createDatabase,
  type OwnPostgresServer,
  type PostgresServer,
  startPostgres,
  type TestDatabase,
} from './postgres.ts';
export { type RedisServer, startRedis } from './redis.ts';
export type { TestServer } from './server-process.ts';
export { readTableColumns, type TableColumns } from './table-columns.ts';
export { flushPromises, VirtualClock } from './virtual-clock.ts';
