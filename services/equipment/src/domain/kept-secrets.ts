import type { Problem } from '@cellwright/domain/routine';
import { addressOf, keptSecret, parseEquipmentConfig, secretsOfKind } from '@cellwright/equipment/contracts';

/**
 * Returns the configuration of a save with its secrets. Secrets are never sent to clients, so a save without a secret,
 * or with its placeholder, keeps the stored one; but never for another address: otherwise a user who may change a
 * device could have its password sent to another host. @param config the sent configuration, merged with the stored one
 * @param text the sent JSON text of a record @param previous the stored configuration
 */
export function keepSecrets(
  config: unknown,
  text: string,
  previous: object | undefined,
): { readonly config: unknown } | { readonly problem: Problem } {
  const kind = readField(config, 'kind');
  const typed = readField(JSON.parse(text), 'config');
  let next = config;
  for (const name of typeof kind === 'string' ? secretsOfKind(kind) : []) {
    const sent = readField(typed, name);
    if (sent !== undefined && sent !== keptSecret) continue;
    const stored = readField(previous, name) ?? '';
    const meant = { ...toObject(next), [name]: stored };
    if (stored !== '' && placeOf(previous) !== placeOf(meant)) {
      const message = 'Enter it again. The stored one was for another address';
      return { problem: { kind: 'invalidConfiguration', fieldId: `config.${name}`, message } };
    }
    next = meant;
  }
  return { config: next };
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function toObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Returns the recipient of a secret: the kind and the address. Undefined for a configuration that cannot be read. */
function placeOf(config: unknown): string {
  const parsed = parseEquipmentConfig(config);
  return parsed.isValid ? JSON.stringify([parsed.config.kind, addressOf(parsed.config)]) : '';
}
