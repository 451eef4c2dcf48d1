import { ProductError } from '@cellwright/domain/basics';
import { factorySpeedProfiles, type SpeedProfile } from '@cellwright/domain/robot';
import { anyEntity, prepareDocument, readDraft } from '@cellwright/entities';
import type { EntityHooks } from '@cellwright/service-kit/entities';

const entity = anyEntity('speedProfiles');

/** Hooks of speed profiles: factory presets are read-only, and a user's profile is never a preset. */
export const speedProfileHooks: EntityHooks<SpeedProfile> = {
  seed: () => factorySpeedProfiles,
  async prepare(draft) {
    const read = readDraft(entity, draft);
    return read.ok ? prepareDocument(entity, { factoryPreset: 'none', ...read.document }) : read;
  },
  beforeCreate(profile) {
    if (profile.factoryPreset !== 'none')
      refusePreset('A new speed profile cannot be a factory preset. Remove factoryPreset');
    return profile;
  },
  beforeSave(next, previous) {
    refuseFactory(previous, 'changed');
    if (next.factoryPreset !== previous.factoryPreset)
      refusePreset('A custom speed profile cannot become a factory preset. Remove factoryPreset');
    return next;
  },
  beforeRemove: (profile) => refuseFactory(profile, 'removed'),
};

function refuseFactory({ name, factoryPreset }: SpeedProfile, change: string): void {
  if (factoryPreset !== 'none')
    refusePreset(`'${name}' is a factory preset and cannot be ${change}. Duplicate it first`);
}

function refusePreset(message: string): never {
  throw new ProductError('conflict', message);
}
