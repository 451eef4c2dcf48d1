import { describe, expect, it } from 'vitest';
import { groupNotices, openNotices } from './open-notices.ts';

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

describe('groups of notices', () => {
  const failure = (id: string, failureReason: string, robotKind: 'live' | 'simulated' = 'live') =>
    ({ id, kind: 'robotFailure', robotKind, failureReason, status: {} }) as const;
  const grouped = (...args: Parameters<typeof groupNotices>) =>
    groupNotices(...args).map(({ ids, isOpen }) => ({ ids, isOpen }));

  it('have one entry for what was said several times of one robot', () => {
    const notices = [failure('3', 'Collision'), failure('2', 'Out of reach'), failure('1', 'Collision')];
    expect(grouped(notices, undefined).map(({ ids }) => ids)).toEqual([['3', '1'], ['2']]);
  });

  it('keep robots apart', () => {
    expect(grouped([failure('2', 'Collision'), failure('1', 'Collision', 'simulated')], undefined)).toHaveLength(2);
  });

  it('stay open only for the failure that the shown robot is in now', () => {
    const notices = [failure('3', 'Collision'), failure('2', 'Out of reach'), failure('1', 'Collision', 'simulated')];
    const open = grouped(notices, { robotKind: 'live', reason: 'Collision' }).filter(({ isOpen }) => isOpen);
    expect(open.map(({ ids }) => ids)).toEqual([['3']]);
    expect(grouped(notices, undefined).some(({ isOpen }) => isOpen)).toBe(false);
  });

  it('remain open for questions and programs that take control', () => {
    expect(grouped([{ id: '1', kind: 'externalControl', robotKind: 'live', status: {} }], undefined)).toEqual([
      { ids: ['1'], isOpen: true },
    ]);
  });
});
