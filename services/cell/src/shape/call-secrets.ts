import { randomBytes } from 'node:crypto';
import { internalTLSConfig, makePersonKeys, personVariablesOf } from '@cellwright/service-kit/callers';
import { arrows, personKeyVariables, type ServiceName, secretVariable, secretVariablesOf } from '@cellwright/topology';

/** Secrets with which the services of a cell authenticate to each other and prove user identities. */
export interface CallSecrets {
  /**
   * The given environment without variables that services do not get: secrets of calls, and the owner of the database.
   */
  readonly otherEnv: NodeJS.ProcessEnv;
  /**
   * Returns the variables of a service: the secrets that it shares with others, the keys of people that it needs, and
   * no other secret.
   */
  envOf(service: ServiceName): Record<string, string>;
}

/**
 * Creates a random secret for every pair of services and the keys of people, at each start of the cell. Given ones are
 * kept: a service that runs elsewhere has the same.
 */
export function makeCallSecrets(env: NodeJS.ProcessEnv): CallSecrets {
  const variables = arrows.map(secretVariable);
  const secrets = new Map(
    variables.map((variable) => [variable, env[variable] || randomBytes(32).toString('base64url')]),
  );
  const made = makePersonKeys();
  const isKeySet = Boolean(env[personKeyVariables.private] && env[personKeyVariables.public]);
  const [ownKey, publicKeys] = isKeySet
    ? [env[personKeyVariables.private] ?? '', env[personKeyVariables.public] ?? '']
    : [made.privateKey, made.publicKey];
  secrets.set(personKeyVariables.private, ownKey).set(personKeyVariables.public, publicKeys);
  const fileOf = (variable: string) => `${variable}_FILE`;
  const isInFile = (variable: string) => Boolean(env[fileOf(variable)]);
  const certificates = Object.fromEntries(Object.keys(internalTLSConfig).map((variable) => [variable, env[variable]]));
  const isSecret = (name: string) => secrets.has(name) || variables.some((variable) => fileOf(variable) === name);
  return {
    otherEnv: Object.fromEntries(
      Object.entries(env).filter(([name]) => !isSecret(name) && name !== 'MIGRATIONS_DATABASE_URL'),
    ),
    envOf: (service) => ({
      ...definedOf(certificates),
      ...Object.fromEntries(
        [...secretVariablesOf(service), ...personVariablesOf(service)].map((variable) =>
          isInFile(variable)
            ? [fileOf(variable), env[fileOf(variable)] ?? '']
            : [variable, secrets.get(variable) ?? ''],
        ),
      ),
    }),
  };
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
