import * as z from 'zod';

/** An invalid variable: its name and the problem. */
export interface ConfigProblem {
  readonly variable: string;
  readonly problem: string;
}

/** The environment is invalid. `message` has one line per variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(({ variable, problem }) => `${variable}: ${problem}`).join('\n'));
    this.problems = problems;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses the environment with a zod object whose keys are variable names; an empty value counts as unset.
 * @throws ConfigError naming every invalid variable.
 */
export function loadConfig<T extends z.ZodObject>(schema: T, env: Environment): z.infer<T> {
  const present = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, env[name] || undefined]));
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map((issue) => ({
      variable: issue.path.join('.') || 'environment',
      problem: describeIssue(issue, present[String(issue.path[0])]),
    })),
  );
}

function describeIssue(issue: z.core.$ZodIssue, value: string | undefined): string {
  return value === undefined ? 'is not set, and it has no default' : issue.message;
}

/** Variables of every service. Spread into a service's own schema. */
export const commonConfig = {
  LOG_LEVEL: z.enum(['ERROR', 'WARN', 'INFO', 'DEBUG'], 'must be one of ERROR, WARN, INFO, DEBUG').default('INFO'),
  NODE_NAME: z.string().default('local'),
  /** Host of health and metrics: beyond loopback only if other machines probe and scrape. */
  ADMIN_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url('must be a URL, for example http://localhost:4318').optional(),
} as const;

/** A TCP port, 0 for an ephemeral one. */
export function portConfig(fallback?: number) {
  const port = z.coerce
    .number('must be a port number from 0 to 65535')
    .int('must be a port number from 0 to 65535')
    .min(0, 'must be a port number from 0 to 65535')
    .max(65_535, 'must be a port number from 0 to 65535');
  return fallback === undefined ? port : port.default(fallback);
}

/** A duration in milliseconds. */
export function millisecondsConfig(fallback: number) {
  return z.coerce
    .number('must be a number of milliseconds')
    .min(0, 'must be a number of milliseconds, 0 or more')
    .default(fallback);
}

/** Positive integer. */
export function countConfig(fallback: number) {
  return z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be a whole number, 1 or more')
    .default(fallback);
}

/** A URL of one of the given protocols, for example `['nats:']`. */
export function urlConfig(protocols: readonly string[], example: string) {
  const message = `must be a URL like ${example}`;
  return z.url(message).refine((value) => protocols.some((protocol) => value.startsWith(protocol)), message);
}

/** `host:port` of another service. */
export function addressConfig(fallback?: string) {
  const address = z
    .string()
    .regex(/^(\[[0-9a-fA-F:]+\]|[^\s:/]+):\d{1,5}$/, 'must be host:port, for example 127.0.0.1:4100');
  return fallback === undefined ? address : address.default(fallback);
}

/** The value true or false. */
export function booleanConfig(fallback: boolean) {
  return z
    .enum(['true', 'false', '1', '0'], 'must be true or false')
    .transform((value) => value === 'true' || value === '1')
    .default(fallback);
}
