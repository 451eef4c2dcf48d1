// @vitest-environment happy-dom
import { idleSession } from '@cellwright/testkit';
import type { ReactNode } from 'react';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { renderIn } from '../i18n/in-language.fixture.tsx';
import { SpeedSegment } from './SpeedSegment.tsx';

const robot = vi.hoisted(() => ({ status: {} }));
// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('../api/use-robot.ts', () => ({
  useRobot: (select: (status: object) => unknown) => select(robot.status),
}));
vi.mock('../ui/AppLink.tsx', () => ({
  AppLink: ({ href, tabIndex, children }: { href: string; tabIndex?: number; children: ReactNode }) => (
    <a href={href} tabIndex={tabIndex}>
      {children}
    </a>
  ),
}));

describe('The speed in the status bar', () => {
  it('leads to Home, where it is changed', async () => {
    robot.status = { state: { ...idleSession(), speedRestrictionPercentage: 0.9 } };
    const shown = document.createElement('div');
    shown.innerHTML = await renderIn('en', <SpeedSegment />);
    const link = shown.querySelector('[data-testid="speed"] a');
    expect([link?.getAttribute('href'), link?.textContent]).toEqual(['/', '90 %']);
    expect(link?.getAttribute('tabindex'), 'Tab leads from the stop to a question without it').toBe('-1');
  });
});
