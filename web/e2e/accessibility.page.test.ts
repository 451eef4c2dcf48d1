import { inExhaustiveRuns, isExhaustive } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { expectNoBarriers, findBarriers, themes } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { enterPin } from './people.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();

const screens = [
  { name: 'sign-in', path: '/', isSignedIn: false, landmark: 'Sign in to this cell' },
  { name: 'home', path: '/', isSignedIn: true, landmark: 'Last runs' },
  { name: 'set-up', path: '/setup#token', isSignedIn: false, landmark: 'Set up your access' },
  { name: 'runs', path: '/runs', isSignedIn: true, landmark: 'No runs' },
  { name: 'box', path: '/box', isSignedIn: true, landmark: 'Add a device' },
  { name: 'move', path: '/move', isSignedIn: true, landmark: 'Shoulder' },
  { name: 'routines', path: '/routines', isSignedIn: true, landmark: 'New routine' },
  { name: 'users', path: '/users', isSignedIn: true, landmark: 'Developer tokens' },
  { name: 'before the run', path: '/preflight', isSignedIn: true, landmark: 'Skip test run' },
  { name: 'unknown page', path: '/nowhere', isSignedIn: true, landmark: 'Oops!' },
  { name: 'help', path: '/help', isSignedIn: true, landmark: 'All articles' },
  { name: 'help article', path: '/help/getting-started', isSignedIn: true, landmark: 'Take control' },
  { name: 'unknown help article', path: '/help/flying', isSignedIn: true, landmark: 'There is no article' },
  { name: 'privacy', path: '/privacy', isSignedIn: true, landmark: 'What is stored' },
  { name: 'terms before the sign-in', path: '/terms', isSignedIn: false, landmark: 'Terms of use' },
];

/** Screens that `npm test` checks; the others run in exhaustive runs. */
const everyday = ['sign-in', 'home', 'move'];

const panelScreens = [
  { name: 'control panel', path: '/control-panel', landmark: 'Feature flags' },
  { name: 'flags', path: '/control-panel/feature-flags/under-development', landmark: 'Locate step' },
];

/** Expects one main heading, which a screen reader names the screen by. */
const expectTitle = (page: Page) => shown(page.getByRole('heading', { level: 1 })).toHaveText([/\S/]);

describe('Accessibility by touch, keyboard and screen reader', () => {
  inExhaustiveRuns(() => {
    it(
      'has no barriers in the editor, in each of its panels',
      async () => {
        const page = await bench.open('/routines');
        await page.getByRole('button', { name: 'New routine', exact: true }).click();
        await page.getByTestId('step-Loop').click();
        await expectTitle(page);
        for (const panel of ['Step', 'Data', 'Problems', 'Comments', 'Versions']) {
          await page.getByRole('radio', { name: panel, exact: true }).click();
          if (panel === 'Data') await page.getByRole('button', { name: 'Add a space item' }).click();
          await expectNoBarriers(page, `editor, ${panel}`);
        }
      },
      withPatience(120_000),
    );

    it(
      'shows the name of an icon button under the mouse',
      async () => {
        const page = await bench.open('/routines');
        await page.getByRole('button', { name: 'New routine', exact: true }).click();
        await page.getByTestId('step-Loop').waitFor();
        const control = page.locator('button[aria-label]:not([title]):visible').filter({ hasNotText: /\S/ }).first();
        await control.hover();
        await shown(page.getByTestId('tooltip')).toHaveText((await control.getAttribute('aria-label')) ?? '');
      },
      withPatience(60_000),
    );
  });

  it.each(isExhaustive() ? screens : screens.filter(({ name }) => everyday.includes(name)))(
    'has no barriers on the screen $name',
    async ({ name, path, isSignedIn, landmark }) => {
      const page = await bench.open(path, { isSignedIn });
      await page.getByText(landmark).first().waitFor();
      if (isSignedIn) await page.getByTestId('connection').getByText('Connected').waitFor();
      await expectTitle(page);
      await expectNoBarriers(page, name);
    },
    withPatience(60_000),
  );

  inExhaustiveRuns(() => {
    it(
      'has no barriers on the control panel and its PIN entry',
      async () => {
        const page = await bench.open('/control-panel');
        await page.getByLabel('PIN', { exact: true }).waitFor();
        await page.getByTestId('connection').getByText('Connected').waitFor();
        await expectNoBarriers(page, 'PIN');
        await enterPin(page, bench.user.pin);
        await page.getByRole('link', { name: /Customer/ }).waitFor();
        for (const { name, path, landmark } of panelScreens) {
          await page.goto(`${bench.url}${path}`);
          await page.getByText(landmark).first().waitFor();
          await page.getByTestId('connection').getByText('Connected').waitFor();
          await expectTitle(page);
          await expectNoBarriers(page, name);
        }
      },
      withPatience(60_000),
    );
  });
});

inExhaustiveRuns(() => {
  it(
    'axe finds no serious problem on the users screen, for a user who manages others',
    async () => {
      const page = await bench.open('/users', { as: bench.owner });
      const parts = [
        { part: 'Users', open: 'Invite a user', landmark: 'Create invitation' },
        { part: 'My profile', open: undefined, landmark: 'Change the password' },
        { part: 'Developer tokens', open: 'New token', landmark: 'Create token' },
      ];
      for (const { colorScheme, rules } of themes) {
        await page.emulateMedia({ colorScheme });
        for (const { part, open, landmark } of parts) {
          await page.getByRole('radio', { name: part }).tap();
          if (open !== undefined) {
            const opener = page.getByRole('button', { name: open });
            await opener.waitFor();
            expect(await findBarriers(page, rules), `${part}, ${colorScheme}`).toEqual([]);
            await opener.tap();
          }
          await page.getByText(landmark).waitFor();
          expect(await findBarriers(page, rules), `${landmark}, ${colorScheme}`).toEqual([]);
        }
      }
      await page.context().close();
    },
    withPatience(120_000),
  );
});
