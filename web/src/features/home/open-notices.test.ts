import { describe, expect, it } from 'vitest';
import { groupNotices, openNotices } from './open-notices.ts';

type Notices = Parameters<typeof openNotices>[0];
const shown = (notices: Notices, asked?: Parameters<typeof openNotices>[1]) =>
  openNotices(notices, asked).map(({ id }) => id);

describe('A notice', () => {
  it('stays until it is dismissed', () => {
    const notices: Notices = [
      { id: 'new', kind: 'robotFailure', status: {} },
      { id: 'viewed', kind: 'externalControl', status: { ada: 'viewed' } },
      { id: 'dismissed', kind: 'robotFailure', status: { ada: 'dismissed' } },
      { id: 'archived', kind: 'externalControl', status: { ada: 'archived' } },
    ];
    expect(shown(notices)).toEqual(['new', 'viewed']);
  });

  it('stays hidden if a screen already showed it as a toast', () => {
    expect(shown([{ id: 'toast', kind: 'toast', status: {} }])).toEqual([]);
  });
});

describe('The notice of a prompt', () => {
  const question = (id: string, stepID: string, robotKind: 'live' | 'simulated' = 'live') =>
    ({ id, kind: 'waitForConfirmation', robotKind, stepID, status: {} }) as const;
  const asked = { robotKind: 'live', stepID: 'door' } as const;

  it('appears while the robot asks, and disappears when it is answered or its run ends', () => {
    const notices = [question('open', 'door'), question('answered', 'part')];
    expect(shown(notices, asked)).toEqual(['open']);
    expect(shown(notices)).toEqual([]);
  });

  it('counts only as the newest if a step asked more than once', () => {
    expect(shown([question('second', 'door'), question('first', 'door')], asked)).toEqual(['second']);
  });

  it('does not restore earlier ones when it is dismissed', () => {
    const away = { ...question('second', 'door'), status: { ada: 'dismissed' } } as const;
    expect(shown([away, question('first', 'door')], asked)).toEqual([]);
  });

  it('differs from that of another robot', () => {
    expect(shown([question('other', 'door', 'simulated')], asked)).toEqual([]);
  });
});

describe('groupNotices', () => {
  const failure = (id: string, failureReason: string, robotKind: 'live' | 'simulated' = 'live') =>
    ({ id, kind: 'robotFailure', robotKind, failureReason, status: {} }) as const;
  const grouped = (...args: Parameters<typeof groupNotices>) =>
    groupNotices(...args).map(({ ids, isOpen }) => ({ ids, isOpen }));

  it('groups equal notices of one robot', () => {
    const notices = [failure('3', 'Collision'), failure('2', 'Out of reach'), failure('1', 'Collision')];
    expect(grouped(notices, undefined).map(({ ids }) => ids)).toEqual([['3', '1'], ['2']]);
  });

  it('keeps robots apart', () => {
    expect(grouped([failure('2', 'Collision'), failure('1', 'Collision', 'simulated')], undefined)).toHaveLength(2);
  });

  it('leaves only the present failure of the shown robot open', () => {
    const notices = [failure('3', 'Collision'), failure('2', 'Out of reach'), failure('1', 'Collision', 'simulated')];
    const open = grouped(notices, { robotKind: 'live', reason: 'Collision' }).filter(({ isOpen }) => isOpen);
    expect(open.map(({ ids }) => ids)).toEqual([['3']]);
    expect(grouped(notices, undefined).some(({ isOpen }) => isOpen)).toBe(false);
  });

  it('leaves prompts and programs that take control open', () => {
    expect(grouped([{ id: '1', kind: 'externalControl', robotKind: 'live', status: {} }], undefined)).toEqual([
      { ids: ['1'], isOpen: true },
    ]);
  });
});
