import type { Problem } from '@cellwright/domain';
import { addressOf, keptSecret, parseEquipmentConfig, secretsOfKind } from '@cellwright/equipment/contracts';

/**
 * The configuration that a save means, its secrets with it. Nobody is ever told a secret, so what comes back without it, or
 * with what stands for it, keeps the one that is stored; but never for another address: whoever may change a device could
 * have its password sent to a host of their own.
 * @param config what was sent, merged with what is stored
 * @param text what was sent, JSON text of a record
 * @param previous the stored configuration
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
      const message = 'Enter it again: what is kept was for another address';
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

/** Whom a secret is told: the kind and the address. A configuration that cannot be read has none. */
function placeOf(config: unknown): string {
  const parsed = parseEquipmentConfig(config);
  return parsed.isValid ? JSON.stringify([parsed.config.kind, addressOf(parsed.config)]) : '';
}
