// @vitest-environment happy-dom
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { renderIn } from '../i18n/in-language.fixture.tsx';
import Toasts, { showToast } from './Toasts.tsx';

const shelf = vi.hoisted(() => ({ props: {}, note: vi.fn() }));
// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('sonner', () => ({
  toast: Object.assign(shelf.note, { error: shelf.note, loading: shelf.note, success: shelf.note }),
  Toaster: (props: Record<string, unknown>) => {
    shelf.props = props;
    return null;
  },
}));
afterEach(() => {
  shelf.note.mockClear();
  window.history.replaceState(null, '', '/');
});

describe('Toasts', () => {
  it('appear above the run bar at the lower edge, away from titles and fields', async () => {
    await renderIn('en', <Toasts />);
    expect(shelf.props).toMatchObject({ position: 'bottom-center', offset: { bottom: 84 } });
    showToast({ kind: 'note', text: 'Saved' });
    expect(shelf.note).toHaveBeenCalledWith('Saved', expect.not.objectContaining({ position: expect.anything() }));
  });

  it('appear at the upper left where buttons that move the arm fill the lower edge', () => {
    window.history.replaceState(null, '', '/move');
    showToast({ kind: 'note', text: 'Saved' });
    expect(shelf.note).toHaveBeenCalledWith('Saved', expect.objectContaining({ position: 'top-left' }));
  });

  it('appear in the line of sight as hints', () => {
    showToast({ kind: 'note', text: 'Hold', isHint: true });
    expect(shelf.note).toHaveBeenCalledWith('Hold', expect.objectContaining({ position: 'top-center' }));
  });
});
