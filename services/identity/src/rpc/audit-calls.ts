import type { CallHandlers } from '@cellwright/service-kit/calls';
import { genesisHash } from '../domain/audit-chain.ts';
import type { AuditLog } from '../domain/audit-log.ts';

/** Creates the calls about the audit log. */
export function auditCalls(audit: AuditLog): Pick<CallHandlers<'identity'>, 'listAudit' | 'verifyAudit'> {
  return {
    listAudit: async ({ subjectID, action, before, ...query }) => ({
      items: await audit.list({
        ...query,
        ...{ subjectID: subjectID || undefined, action: action || undefined, before: before || undefined },
      }),
    }),
    verifyAudit: async ({ after, hash }) => {
      const place = after > 0 ? { seq: after, hash } : { seq: 0, hash: genesisHash };
      const { place: reached, problem, ...check } = await audit.verify(place);
      return { ...reached, ...check, problem: problem ?? '' };
    },
  };
}
