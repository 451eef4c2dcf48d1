// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, expect, it, vi } from 'vitest';
import { calibrateDe } from '../../i18n/de/calibrate.ts';
import { calibrateEn } from '../../i18n/en/calibrate.ts';
import { wrapIn } from '../../i18n/in-language.fixture.tsx';
import { NoCameras } from './NoCameras.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
const navigate = vi.hoisted(() => vi.fn());
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate }));

it('NoCameras leads to Devices, where a camera is added', async () => {
  const shown = document.createElement('div');
  const root = createRoot(shown);
  const page = await wrapIn('en', <NoCameras />);
  await act(() => root.render(page));
  await act(() => shown.querySelector('button')?.click());
  expect(navigate).toHaveBeenCalledWith({ to: '/box' });
  expect(Object.keys(calibrateDe)).toEqual(Object.keys(calibrateEn));
  await act(() => root.unmount());
});
