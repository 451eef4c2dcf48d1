import { issueApiToken, openControlPanel } from '@cellwright/calls';
import { type ErrorCode, ProductError } from '@cellwright/domain/basics';
import { currentTraceId } from '@cellwright/service-kit';
import type { CallClient } from '@cellwright/service-kit/calls';
import * as z from 'zod';
import type { AuditQueue } from '../domain/audit-queue.ts';
import type { Identity } from '../domain/identity.ts';
import { authorOfIdentity } from '../rpc/call-author.ts';
import type { RealTimeService } from './real-time-service.ts';

const pinDataSchema = z.object({ pin: z.string().min(1).max(64) });

/**
 * Creates `apiAuth` and `controlPanelToken`: tokens for the signed-in user, in the form that existing clients expect.
 */
export function createPeopleServices(
  calls: Pick<CallClient, 'ask'>,
  audit: Pick<AuditQueue, 'note'>,
): Readonly<Record<string, RealTimeService>> {
  const recordRefusal = (identity: Identity, code: ErrorCode): void =>
    audit.note({
      subject: identity,
      door: 'feathers',
      action: openControlPanel.audit?.action ?? openControlPanel.name,
      target: `users/${identity.subjectID}`,
      code,
      traceID: currentTraceId(),
    });
  return {
    apiAuth: { find: (_query, { identity }) => calls.ask(issueApiToken, {}, { author: authorOfIdentity(identity) }) },
    controlPanelToken: {
      async create(data, _query, { identity }) {
        const sent = pinDataSchema.safeParse(data);
        if (!sent.success) throw new ProductError('request_failed_validation', 'Create { pin } with your PIN');
        try {
          const author = authorOfIdentity(identity);
          return await calls.ask(openControlPanel, { pin: sent.data.pin }, { author });
        } catch (error) {
          recordRefusal(identity, error instanceof ProductError ? error.code : 'internal_server_error');
          throw error;
        }
      },
    },
  };
}
