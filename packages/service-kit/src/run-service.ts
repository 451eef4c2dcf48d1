import { systemClock } from './clock.ts';
import { ConfigError, commonConfig } from './config.ts';
import { readBuildTime, warnOfEarlyClock } from './early-clock.ts';
import { createHealth, type Health } from './health.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { createLogger, type LogDestination, type Logger } from './logger.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { raisePriority, type Urgency } from './priority.ts';
import { startTracing } from './tracing.ts';

/** Context that `runService` passes to a service's main. */
export interface ServiceContext {
  readonly env: NodeJS.ProcessEnv;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly lifecycle: Lifecycle;
  /** Aborts, before parts are stopped, if the supervising process died without requesting a stop. */
  readonly orphaned: AbortSignal;
  /** Ends the process in order with exit code 0, as SIGTERM does: a supervisor starts it again. */
  readonly end: (reason: string) => void;
}

export interface RunServiceOptions {
  /** Returns the sentence for users about an error at start; undefined for errors that are bugs. */
  readonly explain?: (error: unknown) => string | undefined;
  /** Receives the log's JSON lines instead of stdout. */
  readonly logTo?: LogDestination | undefined;
  /** Urgency of this process once started, where allowed. */
  readonly urgency?: Urgency;
}

/** A terminal's Ctrl-C arrives twice when npm passes it on; within this time it counts as one press. */
const samePressMs = 1000;

/** Maximum time for an interrupted start to end its parts. */
const unwindMs = 5000;

/**
 * Runs a service as a process: the only function that handles signals and exits. `main` starts everything and registers
 * it with the lifecycle; SIGTERM, SIGINT and SIGHUP (its terminal is gone) drain it, a second signal ends it at once. A
 * configuration error prints one line per variable and exits with 1.
 */
export async function runService(
  name: string,
  main: (context: ServiceContext) => Promise<void>,
  options: RunServiceOptions = {},
): Promise<void> {
  const env = process.env;
  const level = commonConfig.LOG_LEVEL.catch('INFO').parse(env.LOG_LEVEL || undefined);
  const log = createLogger(name, { level, destination: options.logTo });
  // The supervisor of a process checks the clock for all of them.
  if (process.send === undefined) warnOfEarlyClock(log, systemClock.wallNow(), readBuildTime(process.argv[1]));
  const lifecycle = createLifecycle({ log });
  let starting: Promise<unknown> = Promise.resolve();
  const exit = async (reason: string, code: number) => {
    await lifecycle.stop(reason);
    // An interrupted start ends at its next part, which must not be left running either.
    await Promise.race([starting, systemClock.sleep(unwindMs)]);
    const failed = await lifecycle.stop(reason);
    process.exit(code === 0 && failed.length > 0 ? 1 : code);
  };
  handleSignals((signal) => void exit(signal, 0));
  // A process with a channel to its supervisor always ends with the supervisor.
  const orphaned = new AbortController();
  process.once('disconnect', () => {
    if (!lifecycle.stopping.aborted) orphaned.abort();
    void exit('the supervisor is gone', 0);
  });
  handleFaults(log, (reason) => void exit(reason, 1));
  try {
    const tracing = await startTracing({ service: name, endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined });
    lifecycle.onStop('tracing', () => tracing.shutdown());
    const health = createHealth();
    const end = (reason: string) => void exit(reason, 0);
    const started = main({ env, log, metrics: createMetrics(), health, lifecycle, orphaned: orphaned.signal, end });
    // A failure is handled below; waiters for the end of the start need only its end.
    starting = started.catch(() => undefined);
    await started;
    lifecycle.onStop('readiness', () => health.markDraining());
    health.markStarted();
    log.info('started', options.urgency ? { isPriorityRaised: raisePriority(options.urgency) } : {});
  } catch (error) {
    if (lifecycle.stopping.aborted) return;
    if (error instanceof ConfigError) process.stderr.write(`${name} cannot start:\n${error.message}\n`);
    else if (options.explain?.(error)) process.stderr.write(`${options.explain(error)}\n`);
    else log.error('cannot start', { error });
    await exit('start failed', 1);
  }
}

function handleSignals(onFirst: (signal: string) => void): void {
  let firstAt: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (firstAt === undefined) {
        firstAt = systemClock.now();
        onFirst(signal);
      } else if (systemClock.now() - firstAt > samePressMs) process.exit(130);
    });
  }
}

function handleFaults(log: Logger, stop: (reason: string) => void): void {
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception', { error });
    stop('uncaught exception');
  });
  process.on('unhandledRejection', (reason) => {
    log.error('unhandled rejection', { error: reason });
    stop('unhandled rejection');
  });
}
