import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { personKeyVariables, type ServiceName, verifiesPeople, vouchesForPeople } from '@cellwright/topology';
import { ConfigError, type Environment } from '../config.ts';

/** A pair of Ed25519 keys in the form of environment variables: base64 of DER (PKCS #8 and SPKI). */
export interface PersonKeys {
  readonly privateKey: string;
  readonly publicKey: string;
}

export function makePersonKeys(): PersonKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

/** Returns the variables with keys of people that a service gets. */
export function personVariablesOf(service: ServiceName): readonly string[] {
  return [
    ...(service === vouchesForPeople ? [personKeyVariables.private] : []),
    ...(verifiesPeople(service) ? [personKeyVariables.public] : []),
  ];
}

/** Reads the signing key of identity. @throws ConfigError */
export function readPrivateKey(env: Environment): KeyObject {
  const variable = personKeyVariables.private;
  return parseKey(variable, env[variable] ?? '', (key) => createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
}

/**
 * Reads the keys that verify assertions, separated by commas: the present one, and others while it is replaced. @throws
 * ConfigError
 */
export function readPublicKeys(env: Environment): readonly KeyObject[] {
  const variable = personKeyVariables.public;
  const texts = (env[variable] ?? '').split(',').map((text) => text.trim());
  return texts.map((text) => parseKey(variable, text, (key) => createPublicKey({ key, format: 'der', type: 'spki' })));
}

function parseKey(variable: string, text: string, parse: (der: Buffer) => KeyObject): KeyObject {
  const refuse = (problem: string) => new ConfigError([{ variable, problem: `${problem}; ${advice}` }]);
  if (text === '') throw refuse('is not set');
  let key: KeyObject;
  try {
    key = parse(Buffer.from(text, 'base64'));
  } catch {
    throw refuse('is no key in base64');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw refuse('is no Ed25519 key');
  return key;
}

const advice = 'docs/install-and-operate.md says how to make both keys';
