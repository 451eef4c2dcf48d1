import type { SpeedProfile } from '@cellwright/domain/robot';
import { wordText } from './contract-text.ts';

/**
 * Returns the name of a speed profile: a factory preset in the language of the page, any other as its user named it.
 */
export function profileText({ name, factoryPreset }: Pick<SpeedProfile, 'name' | 'factoryPreset'>): string {
  return factoryPreset === 'none' ? name : wordText('speedProfiles', name);
}
