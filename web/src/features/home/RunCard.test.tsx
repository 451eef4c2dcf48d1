// @vitest-environment happy-dom
import { idleSession } from '@cellwright/testkit';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readText, wrapIn } from '../../i18n/in-language.fixture.tsx';
import type { BrokenDevice } from '../../parts/next-action.ts';
import { RunCard } from './RunCard.tsx';

const robot = vi.hoisted(() => ({ status: {} }));
// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('../../api/use-robot.ts', () => ({
  useRobot: (select: (status: object) => unknown) => select(robot.status),
}));
vi.mock('../../ui/AppLink.tsx', () => ({ AppLink: () => undefined }));
vi.mock('./LoadedVersion.tsx', () => ({ LoadedVersion: () => undefined }));
vi.mock('../../parts/WaitNotice.tsx', () => ({ WaitNotice: () => undefined }));

async function readCard(broken: BrokenDevice | undefined, language: 'en' | 'de' = 'en'): Promise<string> {
  const routine = { id: 'routine_1', name: 'Pick', version: 2, stepCount: 4 };
  robot.status = { state: { ...idleSession(), brakes: 'disengaged', routine }, isStale: false };
  return readText(renderToStaticMarkup(await wrapIn(language, <RunCard broken={broken} />)));
}

describe('RunCard', () => {
  it('shows the arm as ready while every device of the routine works', async () => {
    expect(await readCard(undefined)).toContain('The arm is ready.');
  });

  it('names the device of the routine that does not work instead', async () => {
    const silent = await readCard({ name: '2FG7', isReached: false });
    expect(silent).toContain('‘2FG7’ does not answer. Check it before you play.');
    expect(silent).not.toContain('The arm is ready.');
    expect(await readCard({ name: '2FG7', isReached: true })).toContain('‘2FG7’ has an error.');
    expect(await readCard({ name: '2FG7', isReached: false }, 'de')).toContain('„2FG7“ antwortet nicht.');
  });
});
