import type { TFunction } from 'i18next';
import type { Check } from './checks.ts';

/** Describes the passed check, or what to do if it failed. */
export function describeCheck(t: TFunction<'preflight'>, { name, result, count = 0, ...about }: Check): string {
  if (result !== 'missing') return t(`good.${name}`);
  if (name === 'problems') return t('missing.problems', { count, version: about.version });
  if (name === 'devices') {
    const names = (about.devices ?? []).map((device) => t('quoted', { name: device })).join(', ');
    return t('missing.devices', { count, names });
  }
  return t(`missing.${name}`);
}
