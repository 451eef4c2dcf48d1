import { randomBytes } from 'node:crypto';
import { arrows, type ServiceName, secretVariable, secretVariablesOf } from '@cellwright/topology';

/** Secrets by which the services of a cell prove themselves to each other. */
export interface CallSecrets {
  /** The environment that was given, without what services do not get: secrets of calls, and the owner of the database. */
  readonly otherEnv: NodeJS.ProcessEnv;
  /** Variables of a service: the secrets that it shares with others, and no other secret. */
  envOf(service: ServiceName): Record<string, string>;
}

/**
 * Makes a random secret for every pair of services, at each start of the cell. A secret that is set is kept: a service
 * that runs elsewhere has the same.
 */
export function makeCallSecrets(env: NodeJS.ProcessEnv): CallSecrets {
  const variables = arrows.map(secretVariable);
  const secrets = new Map(
    variables.map((variable) => [variable, env[variable] || randomBytes(32).toString('base64url')]),
  );
  return {
    otherEnv: Object.fromEntries(
      Object.entries(env).filter(([name]) => !secrets.has(name) && name !== 'MIGRATIONS_DATABASE_URL'),
    ),
    envOf: (service) =>
      Object.fromEntries(secretVariablesOf(service).map((variable) => [variable, secrets.get(variable) ?? ''])),
  };
}
