import { describe, expect, it } from 'vitest';
import { anyEntity } from './entities.ts';
import { looksAlike, redact } from './framework/access.ts';

const entity = anyEntity('notifications');
const subject = (subjectID: string) => ({ subjectID, name: subjectID, permissions: [] });

describe('a notification', () => {
  const stored = { id: 'notification_1', kind: 'toast', status: { ada: 'viewed', bob: 'archived' } };

  it('shows everybody its own status and no other', () => {
    expect(looksAlike(entity)).toBe(false);
    expect(redact(entity, stored, subject('ada')).status).toEqual({ ada: 'viewed' });
    expect(redact(entity, stored, subject('eve')).status).toEqual({});
    expect(redact(entity, stored, subject('__proto__')).status).toEqual({});
  });

  it('is made by clients as a toast only', () => {
    expect(entity.create.safeParse({ kind: 'toast', failureReason: 'No connection' }).success).toBe(true);
    const other = entity.create.safeParse({ kind: 'robotFailure' });
    expect(other.error?.issues[0]?.message).toContain('kind toast');
  });
});
