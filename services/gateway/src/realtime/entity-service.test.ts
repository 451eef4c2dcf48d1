import { anyEntity } from '@cellwright/entities';
import { describe, expect, it } from 'vitest';
import { EntityAccess } from '../domain/entity-access.ts';
import { createMemoryDoor } from '../testing/memory-door.fixture.ts';
import { createEntityRealTimeService } from './entity-service.ts';

const identity = { subjectID: 'u1', name: 'Ada', permissions: ['author'] as const };
const caller = { identity, robotKind: 'simulated' as const };

describe('createEntityRealTimeService', () => {
  it.each([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN])(
    'refuses %s, which would be stored as null',
    async (jerkLimit) => {
      const { door } = createMemoryDoor();
      const profiles = createEntityRealTimeService(anyEntity('speedProfiles'), new EntityAccess(door));
      const profile = { name: 'Gentle', jerkLimit };
      await expect(profiles.create?.(profile, {}, caller)).rejects.toMatchObject({
        code: 'request_failed_validation',
        message: "'jerkLimit' has a number that is not finite",
      });
      const created = await profiles.create?.({ ...profile, id: 'gentle', jerkLimit: 100 }, {}, caller);
      expect(created).toMatchObject({ id: 'gentle', jerkLimit: 100 });
      await expect(profiles.patch?.('gentle', { jerkLimit }, {}, caller)).rejects.toMatchObject({
        code: 'request_failed_validation',
      });
    },
  );
});
