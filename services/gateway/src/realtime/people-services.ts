import { ProductError } from '@cellwright/domain';
import { z } from 'zod';
import { issueApiToken, issueControlPanelToken, type PeopleClient } from '../rpc/people-client.ts';
import type { RealTimeService } from './real-time-service.ts';

const pinDataSchema = z.object({ pin: z.string().min(1).max(64) });

/** `apiAuth` and `controlPanelToken`: tokens for the signed-in user, as existing clients ask for them. */
export function createPeopleServices(people: PeopleClient): Readonly<Record<string, RealTimeService>> {
  return {
    apiAuth: { find: (_query, { identity }) => issueApiToken(people, identity) },
    controlPanelToken: {
      async create(data, _query, { identity }) {
        const sent = pinDataSchema.safeParse(data);
        if (!sent.success) throw new ProductError('request_failed_validation', 'Create { pin } with your PIN');
        return issueControlPanelToken(people, identity, sent.data.pin);
      },
    },
  };
}
