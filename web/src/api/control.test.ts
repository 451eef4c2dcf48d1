import { ProductError } from '@cellwright/domain/basics';
import type { ControlHolder } from '@cellwright/domain/robot';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { cellErrors } from '../i18n/cell-errors.ts';
import { showError } from '../ui/toasts.ts';
import { findHolder, findLoss, findOtherHolder, onRefusedControl, showRefusal } from './control.ts';
import { idleStatus, withState } from './hand-motion/status.fixture.ts';

// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('../ui/toasts.ts', () => ({ showError: vi.fn() }));

const holder: ControlHolder = {
  clientID: 'my client',
  name: 'Ada',
  kind: 'person',
  since: '2026-05-04T08:00:00.000Z',
  reason: 'paused',
  isLost: false,
};
const admission = {
  kind: 'authenticated' as const,
  sessionID: 'me',
  clientID: 'my client',
  name: 'Ada',
  permissions: [],
};
const statusWith = (control: Partial<ControlHolder>, lease: string | null = null) => ({
  ...withState({
    control: { holder: { ...holder, ...control }, losses: [] },
    lease: lease === null ? null : { holderID: lease, holderName: 'Ada', sequence: 1 },
  }),
  admission,
});

describe('findHolder', () => {
  it('returns undefined while no client has control', () => {
    expect(findHolder({ ...idleStatus, admission })).toBeUndefined();
  });

  it('finds this client in control of a run without a lease, on any of its connections', () => {
    expect(findHolder(statusWith({}))).toEqual({ name: 'Ada', isMine: true, isProgram: false, isLost: false });
  });

  it('finds another connection of this client in control while that has the lease', () => {
    expect(findHolder(statusWith({}, 'me'))).toMatchObject({ isMine: true });
    expect(findOtherHolder(statusWith({}, 'my other tab'))).toBe('Ada');
  });

  it('returns the name of a program, and a holder that is not connected', () => {
    const program = statusWith({ clientID: 'token', name: 'Palletiser', kind: 'program', isLost: true });
    expect(findHolder(program)).toEqual({ name: 'Palletiser', isMine: false, isProgram: true, isLost: true });
  });
});

describe('findLoss', () => {
  it('returns the loss of this client only', () => {
    const loss = (clientID: string) =>
      ({ id: clientID, clientID, byName: 'Bo', reason: 'paused', at: holder.since }) as const;
    const losses = [loss('other'), loss('my client')];
    expect(findLoss({ ...withState({ control: { holder, losses } }), admission })).toMatchObject({ id: 'my client' });
  });
});

describe('showRefusal', () => {
  it('asks to take over when another client has control', () => {
    const listener = vi.fn();
    const stop = onRefusedControl(listener);
    const refusal = new ProductError('api_control_required', 'Bo controls the robot. Take over control first');
    showRefusal(refusal);
    expect(listener.mock.calls).toEqual([[refusal]]);
    stop();
  });

  it('shows any other error in the language of the page', () => {
    const translated = new Error('Lösen Sie zuerst die Bremsen');
    const translate = vi.spyOn(cellErrors, 'translate').mockReturnValue(translated);
    showRefusal(new ProductError('brakes_must_be_disengaged', 'Release the brakes first'));
    expect(vi.mocked(showError).mock.calls).toEqual([[translated]]);
    translate.mockRestore();
  });
});
