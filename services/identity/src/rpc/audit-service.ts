import { AuditServiceService } from '@cellwright/proto/audit';
import { type GrpcService, grpcService } from '@cellwright/service-kit/grpc';
import { genesisHash } from '../domain/audit-chain.ts';
import type { AuditLog } from '../domain/audit-log.ts';

const maxPage = 1000;

/** AuditService of proto/cellwright/audit.proto. */
export function createAuditService(audit: AuditLog): GrpcService {
  return grpcService(AuditServiceService, {
    listAudit: async ({ subjectId, action, since, until, before, limit }) => {
      const entries = await audit.list({
        subjectID: subjectId || undefined,
        action: action || undefined,
        since: since || undefined,
        until: until || undefined,
        before: before || undefined,
        limit: limit > 0 ? Math.min(limit, maxPage) : maxPage,
      });
      return { entriesJson: Buffer.from(JSON.stringify(entries)) };
    },
    verifyAudit: async ({ afterSeq, afterHash }) => {
      const place = afterSeq > 0 ? { seq: afterSeq, hash: afterHash } : { seq: 0, hash: genesisHash };
      const { place: reached, problem, ...check } = await audit.verify(place);
      return { ...reached, ...check, problem: problem ?? '' };
    },
  });
}
