// @vitest-environment happy-dom
import { idleSession } from '@cellwright/testkit';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readText, wrapIn } from '../../i18n/in-language.fixture.tsx';
import type { BrokenDevice, NextAction } from '../../parts/next-action.ts';
import { NextButtons } from './NextButtons.tsx';
import Ways from './Ways.tsx';

const robot = vi.hoisted(() => ({ status: {}, mayOperate: true }));
// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('../../api/use-robot.ts', () => ({
  useRobot: (select: (status: object) => unknown) => select(robot.status),
  useRobotKind: () => 'simulated',
  useRunner: () => undefined,
}));
vi.mock('../../api/cell.ts', () => ({
  useMayOperate: () => robot.mayOperate,
}));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => undefined }));

const pick = { id: 'routine_1', name: 'Pick', version: 2, stepCount: 4 };

/** Returns the buttons for the next action, with that routine loaded. */
async function buttonsIn(language: 'en' | 'de', action: NextAction, routine: typeof pick | null): Promise<string> {
  robot.status = { state: { ...idleSession(), routine }, isStale: false };
  const ways = renderToStaticMarkup(await wrapIn(language, <Ways action={action} />));
  return readText(ways + renderToStaticMarkup(await wrapIn(language, <NextButtons action={action} />)));
}

const at = { stepID: 'step_1', stepPath: '1', stepKind: 'Wait', name: null, isDone: false, round: null };

/** Returns the buttons while the loaded routine has an unfinished run. */
async function buttonsWithPlace(action: NextAction): Promise<string> {
  const run = { id: 'run_1', routineID: 'routine_1', routineName: 'Pick', routineVersion: 2, endedAt: null };
  const resumePlaces = [{ run: { ...run, status: 'stopped' }, at }];
  robot.status = { state: { ...idleSession(), routine: pick, resumePlaces }, isStale: false };
  return renderToStaticMarkup(await wrapIn('en', <NextButtons action={action} />));
}

describe('The buttons of Home for a read-only user', () => {
  it.each(['play', 'recover', 'releaseBrakes'] as const)('stay disabled for %s', async (action) => {
    robot.status = { state: { ...idleSession(), routine: pick }, isStale: false };
    robot.mayOperate = false;
    const html = renderToStaticMarkup(await wrapIn('en', <NextButtons action={action} />));
    const buttons = html.match(/<button[^>]*data-guarded="[^"]*"[^>]*>/g) ?? [];
    expect(buttons.length).toBeGreaterThan(0);
    expect(buttons.filter((button) => !button.includes('disabled'))).toEqual([]);
    robot.mayOperate = true;
  });
});

describe('The buttons of Home with a run to continue', () => {
  it('have Start over in its own place, and no Play', async () => {
    const html = await buttonsWithPlace('continueRun');
    expect(html).toContain('data-guarded="startOver"');
    expect(html).not.toContain('data-guarded="play"');
  });

  it('keep their places while the arm is not ready, and are replaced by those of the run while it plays', async () => {
    expect(await buttonsWithPlace('recover')).toMatch(
      /data-guarded="startOver"[^>]*disabled|disabled[^>]*data-guarded="startOver"/,
    );
    expect(await buttonsWithPlace('watchRun')).not.toContain('startOver');
  });
});

describe('Play on Home', () => {
  const renderPlay = async (broken: BrokenDevice | undefined) => {
    robot.status = { state: { ...idleSession(), routine: pick }, isStale: false };
    const buttons = <NextButtons action="play" broken={broken} />;
    const html = renderToStaticMarkup(await wrapIn('en', buttons));
    return html.match(/<button[^>]*data-guarded="play"[^>]*>/)?.[0];
  };

  it('stays disabled while a device of the routine does not work', async () => {
    expect(await renderPlay({ name: '2FG7', isReached: false })).toContain('disabled=""');
    expect(await renderPlay(undefined)).not.toContain('disabled=""');
  });
});

describe('The buttons of Home', () => {
  it('restart the controller if the failure requires it, and recover if not', async () => {
    expect(await buttonsIn('en', 'restart', pick)).toContain('Restart the controller');
    expect(await buttonsIn('de', 'restart', pick)).toContain('Steuerung neu starten');
    expect(await buttonsIn('en', 'restart', pick)).not.toContain('Recover');
    expect(await buttonsIn('en', 'recover', pick)).not.toContain('Restart the controller');
  });

  it('link to the routines while none is loaded', async () => {
    expect(await buttonsIn('en', 'chooseRoutine', null)).toContain('Choose a routine');
    expect(await buttonsIn('de', 'chooseRoutine', null)).toContain('Ablauf wählen');
    expect(await buttonsIn('en', 'releaseBrakes', null)).toContain('Choose a routine');
  });

  it('do not link to them if one is loaded, or another action is urgent', async () => {
    expect(await buttonsIn('en', 'releaseBrakes', pick)).not.toContain('Choose a routine');
    expect(await buttonsIn('en', 'resetEStop', null)).not.toContain('Choose a routine');
  });
});
