import type { SpeedProfile } from '@cellwright/domain/robot';
import { deviceText } from './contract-text.ts';

/**
 * Returns the name of a speed profile: a factory preset in the language of the page, any other as its user named it.
 */
export function profileText({ name, factoryPreset }: Pick<SpeedProfile, 'name' | 'factoryPreset'>): string {
  const key = `Speed profile: ${name}`;
  const text = factoryPreset === 'none' ? name : deviceText(key);
  return text === key ? name : text;
}
