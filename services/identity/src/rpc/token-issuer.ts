import { ProductError } from '@cellwright/domain/basics';
import { type AuditEntry, permissionLabels } from '@cellwright/domain/cell';
import type { Voucher } from '@cellwright/service-kit/callers';
import type { CallAuthor, DescribeAct } from '@cellwright/service-kit/calls';
import type { AccessList } from '../domain/access-list.ts';
import type { People } from '../domain/people.ts';
import type { Signer } from '../secrets/signing.ts';

export interface TokenIssuerDeps {
  readonly people: Pick<People, 'requirePin'>;
  readonly signer: Pick<Signer, 'sign'>;
  /** Proves to other services that the PIN was entered. */
  readonly voucher: Pick<Voucher, 'vouchUnlock'>;
  readonly access: Pick<AccessList, 'findByID'>;
  /** Stores the audit entry of an act that changes nothing else in the database. */
  readonly record: (entry: AuditEntry) => Promise<void>;
  /**
   * Refuses tokens for programs in assembly mode.
   * @throws ProductError forbidden
   */
  readonly requireLive: () => Promise<void>;
}

/** Issues signed tokens that expire after 15 minutes, and end with the session or developer token behind them. */
export function createTokenIssuer({ people, signer, voucher, access, record, requireLive }: TokenIssuerDeps) {
  const requireAccess = ({ accessId }: CallAuthor, kind?: 'session') => {
    if (accessId === '')
      throw new ProductError('forbidden', 'This requires a user. The key of this machine needs no other token');
    const record = access.findByID(accessId);
    if (record && (kind === undefined || record.kind === kind)) return record;
    throw new ProductError('authorization_required', 'This requires a signed-in user. Sign in first');
  };
  return {
    async issueApiToken(author: CallAuthor) {
      await requireLive();
      const { id, subjectID, permissions } = requireAccess(author);
      const claims = { subjectID, accessID: id, audience: 'api', permissions: flagsOf(permissions) } as const;
      const { token, expiresAt } = await signer.sign(claims);
      return { token, expiresAt: expiresAt.toISOString() };
    },
    async openControlPanel(author: CallAuthor, pin: string, describeAct: DescribeAct) {
      await people.requirePin(requireAccess(author, 'session').subjectID, author.accessId, pin);
      // Read after the check, so that a PIN changed in the meantime ends the token immediately.
      const { id, subjectID, name, pinPermissions, pinChangedAt } = requireAccess(author, 'session');
      if (!pinPermissions.includes('controlPanel'))
        throw new ProductError('forbidden', `${name} does not have the permission '${permissionLabels.controlPanel}'`);
      await record(describeAct());
      const permissions = flagsOf(pinPermissions);
      const unlock = voucher.vouchUnlock(id, pinPermissions);
      const claims = { subjectID, accessID: id, audience: 'control-panel', permissions, pinChangedAt, unlock } as const;
      const { token, expiresAt } = await signer.sign(claims);
      return { accessToken: token, expiresAt: expiresAt.toISOString() };
    },
  };
}

function flagsOf(permissions: readonly string[]): Record<string, boolean> {
  return Object.fromEntries(permissions.map((permission) => [permission, true]));
}
