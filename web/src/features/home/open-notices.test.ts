import { describe, expect, it } from 'vitest';
import { openNotices } from './open-notices.ts';

type Notices = Parameters<typeof openNotices>[0];
const shown = (notices: Notices, asked?: Parameters<typeof openNotices>[1]) =>
  openNotices(notices, asked).map(({ id }) => id);

describe('a notice', () => {
  it('is shown until it is put away', () => {
    const notices: Notices = [
      { id: 'new', kind: 'robotFailure', status: {} },
      { id: 'viewed', kind: 'externalControl', status: { ada: 'viewed' } },
      { id: 'dismissed', kind: 'robotFailure', status: { ada: 'dismissed' } },
      { id: 'archived', kind: 'externalControl', status: { ada: 'archived' } },
    ];
    expect(shown(notices)).toEqual(['new', 'viewed']);
  });

  it('that a screen showed as a toast already is not shown again', () => {
    expect(shown([{ id: 'toast', kind: 'toast', status: {} }])).toEqual([]);
  });
});

describe('the notice of a question', () => {
  const question = (id: string, stepID: string, robotKind: 'live' | 'simulated' = 'live') =>
    ({ id, kind: 'waitForConfirmation', robotKind, stepID, status: {} }) as const;
  const asked = { robotKind: 'live', stepID: 'door' } as const;

  it('is shown while the robot asks it, and vanishes when it is answered or its run ends', () => {
    const notices = [question('open', 'door'), question('answered', 'part')];
    expect(shown(notices, asked)).toEqual(['open']);
    expect(shown(notices)).toEqual([]);
  });

  it('is the newest where a step asked more than once', () => {
    expect(shown([question('second', 'door'), question('first', 'door')], asked)).toEqual(['second']);
  });

  it('that was put away does not bring back those before it', () => {
    const away = { ...question('second', 'door'), status: { ada: 'dismissed' } } as const;
    expect(shown([away, question('first', 'door')], asked)).toEqual([]);
  });

  it('of another robot is not taken for it', () => {
    expect(shown([question('other', 'door', 'simulated')], asked)).toEqual([]);
  });
});
