import { inExhaustiveRuns, isExhaustive, pickRows } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { blindFingerOn, type Control, distanceOf, listControls } from './gloves.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { clickMeant, enterMeant, startByFinger, tapMeant } from './pointer.fixture.ts';
import { watchPresses } from './press-watch.fixture.ts';
import { drawHappenings, RandomHand } from './random-presses.fixture.ts';
import { importRoutine, untilInput1 } from './routine-editing.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot, waitForFreeControl, waitForStep } from './socket.fixture.ts';

const testMS = withPatience(120_000);
const bench = shareArmPage();

/** Interval between two hasty taps, ms: shorter than a control rests, minus the delay of a slow machine. */
const gapsMS = isExhaustive() ? [120, 250, 400] : [400];
const places: readonly ('home' | 'editor')[] = isExhaustive() ? ['home', 'editor'] : ['home'];

interface Window {
  readonly width: number;
  readonly height: number;
}
const windows: readonly Window[] = pickRows(
  [
    { width: 1280, height: 800 },
    { width: 1024, height: 768 },
    { width: 800, height: 1280 },
    { width: 1280, height: 600 },
  ],
  [{ width: 1280, height: 800 }],
);
/** Number of random events on each screen of a walk. */
const happeningCount = isExhaustive() ? 12 : 8;
const walks: readonly (readonly ('home' | 'editor' | 'move' | 'preflight')[])[] = isExhaustive()
  ? [['home', 'editor', 'move', 'preflight', 'home']]
  : [['home', 'editor']];

const waiting = {
  mainLoopStepID: 'step_loop',
  steps: [{ id: 'step_loop', stepKind: 'Loop', steps: [{ id: 'step_wait', stepKind: 'Wait' }] }],
  stepConfigurations: { step_loop: { stepKind: 'Loop', args: {} }, step_wait: untilInput1 },
};

const ask = (message: string) => ({
  stepKind: 'WaitForConfirmation',
  args: { message, delayMS: 0, answeredBy: 'anyone' },
});
const twoQuestions = {
  steps: ['first', 'second', 'end'].map((name) => ({
    id: `step_${name}`,
    stepKind: name === 'end' ? 'Wait' : 'WaitForConfirmation',
  })),
  stepConfigurations: {
    step_first: ask('Is the fixture empty?'),
    step_second: ask('Is nobody inside the fence?'),
    step_end: untilInput1,
  },
};

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const state = (page: Page) => page.getByTestId('runner-state');
const prompt = (page: Page) => page.getByTestId('operator-prompt');

/** Opens Home or the editor with a loaded routine, and the arm on its brakes. */
async function openLoaded(
  name: string,
  routine: Parameters<typeof importRoutine>[3],
  where: 'home' | 'editor' = 'home',
) {
  const page = await bench.open('/');
  const routineID = await importRoutine(bench, page, name, routine);
  await sendToRobot(
    page,
    bench,
    ['stop', {}],
    ['forceInput', { name: 'Input 1', level: 'low' }],
    ['loadRoutine', { routineID }],
    ['setBrakes', { state: 'engaged' }],
  );
  if (where === 'editor') await page.goto(`${bench.url}/routines/${routineID}`);
  else await shown(page.getByTestId('loaded-routine')).toHaveText(name);
  await shown(button(page, 'Release brakes')).toBeEnabled();
  await waitForFreeControl(page);
  return page;
}

async function openRunning(name: string, routine: Parameters<typeof importRoutine>[3], where: 'home' | 'editor') {
  const page = await openLoaded(name, routine, where);
  await tapMeant(button(page, 'Release brakes'));
  await startByFinger(button(page, 'Play'));
  return page;
}

/** Waits long enough to see an effect of a second tap. */
const settle = (page: Page) => page.waitForTimeout(1000);

describe.each(gapsMS)('The second of two taps %i ms apart has no effect when the first', (gapMS) => {
  it(
    'releases the brakes: nothing plays',
    async () => {
      const page = await openLoaded('Twice', waiting);
      const finger = await blindFingerOn(page);
      await finger.tapTwice(button(page, 'Release brakes'), gapMS);
      await shown(button(page, 'Play')).toBeVisible();
      await settle(page);
      await shown(state(page)).toHaveText('Idle');
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it.each(['home', 'editor'] as const)(
      'pauses a run at %s: it stays paused',
      async (where) => {
        const page = await openRunning('Twice', waiting, where);
        await shown(button(page, 'Pause')).toBeEnabled();
        const finger = await blindFingerOn(page);
        await finger.tapTwice(button(page, 'Pause'), gapMS);
        await shown(state(page)).toHaveText('Paused');
        await settle(page);
        await shown(state(page)).toHaveText('Paused');
        await page.getByTestId('stop').tap();
      },
      testMS,
    );
  });

  it(
    'stops a run in the editor: no step plays',
    async () => {
      const page = await openRunning('Twice', waiting, 'editor');
      await shown(button(page, 'Stop run')).toBeEnabled();
      const finger = await blindFingerOn(page);
      await finger.tapTwice(button(page, 'Stop run'), gapMS);
      await shown(state(page)).toHaveText('Idle');
      await settle(page);
      await shown(state(page)).toHaveText('Idle');
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'answers a prompt: the next one waits',
      async () => {
        const page = await openRunning('Questions', twoQuestions, 'home');
        const confirm = prompt(page).getByRole('button', { name: 'Confirm' });
        await shown(confirm).toBeEnabled();
        const finger = await blindFingerOn(page);
        await finger.tapTwice(confirm, gapMS);
        await shown(prompt(page)).toContainText('Is nobody inside the fence?');
        await settle(page);
        await shown(prompt(page)).toContainText('Is nobody inside the fence?');
        await page.getByTestId('stop').tap();
      },
      testMS,
    );
  });
});

describe('A control that starts the arm', () => {
  it(
    'must be held by a finger for 0.6 s; a tap shows a hint, and a finger that slips off starts nothing',
    async () => {
      const page = await openLoaded('Twice', waiting);
      await tapMeant(button(page, 'Release brakes'));
      const play = button(page, 'Play');
      // The button has just been enabled: at first it ignores taps.
      await shown(async () => {
        await play.tap();
        await shown(page.getByText('Hold the button to start')).toBeVisible({ timeout: 2000 });
      }).toPass({ timeout: withPatience(20_000) });
      await settle(page);
      await shown(state(page)).toHaveText('Idle');
      await startByFinger(play);
      await shown(state(page)).toHaveText('Running');
      await page.getByTestId('stop').tap();
      await shown(state(page)).toHaveText('Idle');
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'needs only a click by mouse or keyboard',
      async () => {
        const page = await openLoaded('Twice', waiting);
        await clickMeant(button(page, 'Release brakes'));
        await clickMeant(button(page, 'Play'));
        await waitForStep(page);
        await clickMeant(button(page, 'Stop run'));
        await shown(state(page)).toHaveText('Idle');
        await shown(button(page, 'Start over')).toBeEnabled();
        await enterMeant(button(page, 'Start over'));
        await shown(state(page)).toHaveText('Running');
        await page.getByTestId('stop').tap();
      },
      testMS,
    );
  });

  it.each(places)(
    'never appears at the place of another control at %s, nor near STOP',
    async (where) => {
      const page = await openLoaded('Twice', waiting, where);
      const seen: Control[] = await listControls(page);
      const look = async () => void seen.push(...(await listControls(page)));
      await tapMeant(button(page, 'Release brakes'));
      await shown(button(page, 'Play')).toBeEnabled();
      await look();
      await startByFinger(button(page, 'Play'));
      await shown(button(page, 'Pause')).toBeEnabled();
      await waitForStep(page);
      await look();
      await tapMeant(button(page, 'Pause'));
      await shown(button(page, 'Resume')).toBeEnabled();
      await look();
      await page.getByTestId('stop').tap();
      await shown(button(page, 'Start over')).toBeEnabled();
      await shown(
        page
          .getByRole('main')
          .getByRole('button', { name: /^Continue/ })
          .first(),
      ).toBeEnabled();
      await look();
      const starters = seen.filter(({ startsMotion }) => startsMotion);
      const others = seen.filter(({ startsMotion }) => !startsMotion);
      expect(starters.map(({ text }) => text)).toEqual(expect.arrayContaining(['Play', 'Resume', 'Start over']));
      expect(others.map(({ text }) => text)).toEqual(expect.arrayContaining(['Release brakes', 'Pause', 'Stop run']));
      const shared = starters.flatMap((starter) =>
        others
          .filter(({ box }) => distanceOf(box, starter.box) === 0)
          .map(({ text }) => `${starter.text} over ${text}`),
      );
      expect(shared).toEqual([]);
      const stop = await page.getByTestId('stop').boundingBox();
      if (!stop) throw new Error('STOP is not shown');
      const stopBox = { left: stop.x, top: stop.y, right: stop.x + stop.width, bottom: stop.y + stop.height };
      const near = starters.filter(({ box }) => distanceOf(box, stopBox) < 96).map(({ text }) => text);
      expect(near).toEqual([]);
    },
    testMS,
  );
});

/** Asks, counts down, waits, and repeats. */
const asking = {
  mainLoopStepID: 'step_loop',
  steps: [
    {
      id: 'step_loop',
      stepKind: 'Loop',
      steps: [
        { id: 'step_wait', stepKind: 'Wait' },
        { id: 'step_ask', stepKind: 'WaitForConfirmation' },
      ],
    },
  ],
  stepConfigurations: {
    step_loop: { stepKind: 'Loop', args: {} },
    step_wait: { stepKind: 'Wait', args: { milliseconds: 12_000 } },
    step_ask: {
      stepKind: 'WaitForConfirmation',
      args: { message: 'Is the fixture empty?', delayMS: 8000, answeredBy: 'anyone' },
    },
  },
};

/** Opens another screen without reloading the page. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState({}, '', to), path);
  await shown(page).toHaveURL(`${bench.url}${path}`);
}

/** Presses at random on some screens of one window, while the arm is stopped at random. */
async function pressAtRandom(
  window: Window,
  walk: readonly ('home' | 'editor' | 'move' | 'preflight')[],
  seed: number,
) {
  const page = await openLoaded('Random', asking);
  await page.setViewportSize(window);
  const editor = new URL(
    (await page.getByTestId('loaded-routine').getByRole('link').getAttribute('href')) ?? '',
    bench.url,
  );
  const paths = { home: '/', editor: editor.pathname, move: '/move', preflight: '/preflight' };
  const readFindings = await watchPresses(page);
  await tapMeant(button(page, 'Release brakes'));
  await startByFinger(button(page, 'Play'));
  const hand = await RandomHand.at(page, bench);
  for (const [index, screen] of walk.entries()) {
    await goTo(page, paths[screen]);
    await hand.live(drawHappenings(seed + index, happeningCount));
  }
  await page.getByTestId('stop').tap();
  return readFindings();
}

describe.each(windows)('In a window of $width × $height', (window) => {
  it.each(walks)(
    'no random press reaches a control that starts the arm too early, and none appears where a stop was: %s',
    async (...walk) => {
      const { early, overlaps, nearStop, startCount } = await pressAtRandom(window, walk, window.width + window.height);
      expect({ early, overlaps, nearStop }).toEqual({ early: [], overlaps: [], nearStop: [] });
      expect(startCount).toBeGreaterThan(0);
    },
    withPatience(240_000),
  );
});

/** Returns the box of an element, if it is in the page. */
function findBox(selector: string) {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box && { x: box.x, y: box.y, width: box.width, height: box.height };
}

describe('A prompt that appears', () => {
  it(
    'moves nothing else, stays away from STOP, and ignores taps meant for covered controls',
    async () => {
      const page = await openLoaded('Questions', twoQuestions);
      await tapMeant(button(page, 'Release brakes'));
      const before = await button(page, 'Play').boundingBox();
      const finger = await blindFingerOn(page);
      // At the moment of its appearance: 0.7 s later the tap would be meant for it.
      const tapped = async () => {
        const found = await page.waitForFunction(findBox, '[data-testid="operator-prompt"] [data-guarded="answer"]', {
          timeout: testMS,
        });
        const box = await found.jsonValue();
        if (!box) throw new Error('The question is not shown');
        await finger.tapAt({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
        return box;
      };
      // Shortly after it has released the brakes, the page no longer has control.
      await waitForFreeControl(page);
      const [box] = await Promise.all([tapped(), sendToRobot(page, bench, ['playRoutine', {}])]);
      await shown(prompt(page)).toContainText('Is the fixture empty?');
      await settle(page);
      await shown(prompt(page)).toContainText('Is the fixture empty?');
      const stop = await page.getByTestId('stop').boundingBox();
      if (!stop) throw new Error('STOP is not shown');
      const asBox = (of: typeof stop) => ({ left: of.x, top: of.y, right: of.x + of.width, bottom: of.y + of.height });
      expect(distanceOf(asBox(box), asBox(stop))).toBeGreaterThanOrEqual(96);
      await page.getByTestId('stop').tap();
      await shown(prompt(page)).toBeHidden();
      const goOn = page.getByRole('main').getByRole('button', { name: /^Continue / });
      await shown(goOn).toBeEnabled();
      await expect.poll(() => goOn.boundingBox()).toEqual(before);
    },
    testMS,
  );
});
