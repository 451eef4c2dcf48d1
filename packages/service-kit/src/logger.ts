import { context, trace } from '@opentelemetry/api';
import { type DestinationStream, pino } from 'pino';
import { recentLines } from './recent-lines.ts';

export type Severity = 'ERROR' | 'WARN' | 'INFO' | 'DEBUG';

type Fields = Readonly<Record<string, unknown>>;

/** JSON lines with `severity`, `service`, `message`, `traceId` and `spanId` of the current trace. */
export interface Logger {
  error(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  debug(message: string, fields?: Fields): void;
  child(fields: Fields): Logger;
}

/** Receives one JSON line at a time. */
export type LogDestination = DestinationStream;

export interface LoggerOptions {
  readonly level?: Severity;
  readonly destination?: LogDestination | undefined;
}

const pinoLevels = { ERROR: 'error', WARN: 'warn', INFO: 'info', DEBUG: 'debug' } as const;
const severities: Readonly<Record<string, Severity>> = { error: 'ERROR', warn: 'WARN', info: 'INFO', debug: 'DEBUG' };

/** Creates a logger for one service. Under the test runner only ERROR and WARN are written, unless a level is given. */
export function createLogger(service: string, options: LoggerOptions = {}): Logger {
  const level = options.level ?? (process.env.VITEST ? 'WARN' : 'INFO');
  const target = pino(
    {
      level: pinoLevels[level],
      base: { service },
      messageKey: 'message',
      // Errors are serialised below, under any name.
      errorKey: 'error',
      serializers: { error: (value) => value },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ severity: severities[label] ?? 'INFO' }) },
      mixin: currentTraceFields,
    },
    // Synchronous, so that the last line before a crash is not lost.
    keepLines(options.destination ?? pino.destination({ fd: 1, sync: true })),
  );
  return wrapPino(target);
}

/** Keeps the newest lines for the diagnostics of this process. */
function keepLines(destination: LogDestination): LogDestination {
  return {
    write(line) {
      recentLines.add(line);
      destination.write(line);
    },
  };
}

/** Logger without output. For tests. */
export const silentLogger: Logger = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  child: () => silentLogger,
};

function wrapPino(target: pino.Logger): Logger {
  return {
    error: (message, fields) => target.error(serialiseErrors(fields), message),
    warn: (message, fields) => target.warn(serialiseErrors(fields), message),
    info: (message, fields) => target.info(serialiseErrors(fields), message),
    debug: (message, fields) => target.debug(serialiseErrors(fields), message),
    child: (fields) => wrapPino(target.child(serialiseErrors(fields))),
  };
}

function serialiseErrors(fields: Fields = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      value instanceof Error ? pino.stdSerializers.err(value) : value,
    ]),
  );
}

function currentTraceFields(): Record<string, string> {
  const span = trace.getSpanContext(context.active());
  return span ? { traceId: span.traceId, spanId: span.spanId } : {};
}
