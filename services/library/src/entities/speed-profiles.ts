import { factorySpeedProfiles, ProductError, type SpeedProfile } from '@cellwright/domain';
import { anyEntity, prepareDocument, readDraft } from '@cellwright/entities';
import type { EntityHooks } from '@cellwright/service-kit/entities';

const entity = anyEntity('speedProfiles');

/** The factory's profiles stay as they are; what people make is none of them. */
export const speedProfileHooks: EntityHooks<SpeedProfile> = {
  seed: () => factorySpeedProfiles,
  async prepare(draft) {
    const read = readDraft(entity, draft);
    return read.ok ? prepareDocument(entity, { factoryPreset: 'none', ...read.document }) : read;
  },
  beforeCreate(profile) {
    if (profile.factoryPreset !== 'none')
      refusePreset('A new speed profile is no preset of the factory. Leave factoryPreset out');
    return profile;
  },
  beforeSave(next, previous) {
    refuseFactory(previous, 'changed');
    if (next.factoryPreset !== previous.factoryPreset)
      refusePreset('A speed profile of your own does not become a preset of the factory. Leave factoryPreset out');
    return next;
  },
  beforeRemove: (profile) => refuseFactory(profile, 'removed'),
};

function refuseFactory({ name, factoryPreset }: SpeedProfile, change: string): void {
  if (factoryPreset !== 'none')
    refusePreset(`'${name}' is a preset of the factory and cannot be ${change}. Duplicate it first`);
}

function refusePreset(message: string): never {
  throw new ProductError('conflict', message);
}
