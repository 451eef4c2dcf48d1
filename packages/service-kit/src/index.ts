/**
 * Basic functions for every process. The heavy parts have separate entry points, so that a process only loads what it
 * uses: `./grpc`, `./bus`, `./nats`, `./hub`, `./redis`, `./postgres`, `./entities`, `./priority`, `./arm`; `./testing`
 * is for tests.
 */

export * from './admin-server.ts';
export * from './bus/bus-subjects.ts';
export * from './bus/event-bus.ts';
export * from './bus/follow-messages.ts';
export * from './bus/in-process-bus.ts';
export { matchesSubject } from './bus/subjects.ts';
export * from './clock.ts';
export * from './config.ts';
export { isClockEarly, readBuildTime } from './early-clock.ts';
export * from './health.ts';
export * from './host-and-port.ts';
export * from './http-telemetry.ts';
export * from './lifecycle.ts';
export * from './logger.ts';
export * from './metrics.ts';
export * from './module-process.ts';
export * from './module-worker.ts';
export * from './outbox.ts';
export * from './package-folders.ts';
export * from './process-report.ts';
export * from './read-json.ts';
export * from './remove-secrets.ts';
export * from './run-service.ts';
export * from './scaled-clock.ts';
export * from './serve-grpc.ts';
export * from './steady-ends.ts';
export * from './tls.ts';
export * from './tracing.ts';
export * from './turn-budget.ts';
export * from './volatile/memory-store.ts';
export * from './volatile/open-store.ts';
export * from './volatile/volatile-store.ts';
