/** For tests only: a clock under their control, real servers, and faults. */
export { ChaosProxy, type ChaosProxyOptions, type ChaosSettings, calm } from './chaos-proxy.ts';
export { countFollowers } from './count-followers.ts';
export { countStart } from './count-start.ts';
export type { DatabaseTemplate } from './database-template.ts';
export {
  endWithThisProcess,
  makeTestDataFolder,
  type TestDataFolder,
  type TestDataFolderOptions,
} from './end-with-process.ts';
export { isExhaustive, parseSlice, propertyRuns, type Slice, sliceOf } from './exhaustive.ts';
export { createGate, type Gate } from './gate.ts';
export { idleSession } from './idle-session.ts';
export { type LagMeasurement, lagFactor, measureLag } from './lag.ts';
export { findListeningPorts } from './listening-ports.ts';
export { type NatsServer, type NatsServerOptions, startNats } from './nats.ts';
export { closedPort, startOnRandomPort, waitForPort } from './ports.ts';
export {
  createDatabase,
  type OwnPostgresServer,
  type PostgresServer,
  startPostgres,
  type TestDatabase,
} from './postgres.ts';
export { readQRCode } from './read-qr-code.ts';
export { type RedisServer, startRedis } from './redis.ts';
export type { TestServer } from './server-process.ts';
export { type StartedProduct, startProduct } from './start-product.ts';
export { readTableColumns, type TableColumns } from './table-columns.ts';
export { flushPromises, VirtualClock } from './virtual-clock.ts';
