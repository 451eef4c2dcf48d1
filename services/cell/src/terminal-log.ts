import type { LogDestination } from '@cellwright/service-kit';
import * as z from 'zod';

const lineSchema = z.looseObject({ severity: z.string(), time: z.string(), message: z.string() });
/** Fields that are useless on a terminal. */
const unshown = new Set(['severity', 'time', 'message', 'service', 'traceId', 'spanId']);

/** Converts the log's JSON lines to readable lines: time, severity, message, and other fields. */
export function createTerminalLog(write: (line: string) => void): LogDestination {
  return {
    write(text) {
      const line = lineSchema.safeParse(JSON.parse(text));
      write(line.success ? `${describeLine(line.data)}\n` : text);
    },
  };
}

function describeLine({ severity, time, message, ...fields }: z.infer<typeof lineSchema>): string {
  const details = Object.entries(fields)
    .filter(([name, value]) => !unshown.has(name) && value !== undefined && value !== null)
    .map(([name, value]) => `${name}: ${describeValue(value)}`);
  const clock = time.slice(11, 19);
  return [`${clock} ${severity}`, message, ...(details.length > 0 ? [`(${details.join(', ')})`] : [])].join(' ');
}

const failureSchema = z.object({ kind: z.string(), reason: z.string() });
const errorSchema = z.object({ message: z.string() });

/** Describes failures and errors by their message; a stack trace is in the JSON log only. */
function describeValue(value: unknown): string {
  if (typeof value === 'string') return value;
  const failure = failureSchema.safeParse(value);
  if (failure.success) return `${failure.data.kind}: ${failure.data.reason}`;
  const error = errorSchema.safeParse(value);
  return error.success ? error.data.message : JSON.stringify(value);
}
