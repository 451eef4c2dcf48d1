import type { SpeedProfile } from '@cellwright/domain';
import { deviceText } from './contract-text.ts';

/** A speed profile by its name: one of the factory in the language of the page, any other as a person named it. */
export function profileText({ name, factoryPreset }: Pick<SpeedProfile, 'name' | 'factoryPreset'>): string {
  const key = `Speed profile: ${name}`;
  const text = factoryPreset === 'none' ? name : deviceText(key);
  return text === key ? name : text;
}
