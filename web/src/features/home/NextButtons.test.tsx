// @vitest-environment happy-dom
import { idleSession } from '@cellwright/testkit';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { readText, wrapIn } from '../../i18n/in-language.fixture.tsx';
import { NextButtons } from './NextButtons.tsx';
import type { NextAction } from './next-action.ts';

const robot = vi.hoisted(() => ({ status: {} }));
vi.mock('../../api/use-robot.ts', () => ({
  useRobot: (select: (status: object) => unknown) => select(robot.status),
  useRobotKind: () => 'simulated',
  useRunner: () => undefined,
}));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => undefined }));

const pick = { id: 'routine_1', name: 'Pick', version: 2, stepCount: 4 };

/** The buttons for what is next, with that routine loaded. */
async function buttonsIn(language: 'en' | 'de', action: NextAction, routine: typeof pick | null): Promise<string> {
  robot.status = { state: { ...idleSession(), routine }, isStale: false };
  return readText(renderToStaticMarkup(await wrapIn(language, <NextButtons action={action} />)));
}

describe('the buttons of home', () => {
  it('lead to the routines while none is loaded', async () => {
    expect(await buttonsIn('en', 'chooseRoutine', null)).toContain('Choose a routine');
    expect(await buttonsIn('de', 'chooseRoutine', null)).toContain('Ablauf wählen');
    expect(await buttonsIn('en', 'releaseBrakes', null)).toContain('Choose a routine');
  });

  it('do not where one is loaded, or something else is urgent', async () => {
    expect(await buttonsIn('en', 'releaseBrakes', pick)).not.toContain('Choose a routine');
    expect(await buttonsIn('en', 'resetEStop', null)).not.toContain('Choose a routine');
  });
});
