import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { countEvents } from './newest-run.fixture.ts';
import { expectNoBarriers } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import type { SeenUser } from './people.fixture.ts';
import { fingerOn } from './pointer.fixture.ts';
import { shareBrowser, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(90_000);
const bench = shareBrowser();

/** First user, who sets up the cell by the set-up link in the first test. */
const ada: SeenUser = { name: 'Ada', username: 'ada', password: 'correct horse battery', pin: '' };

describe('The first user', () => {
  it(
    'sets up by the link, signs out, signs in by password, and sees an error for a wrong one',
    async () => {
      const page = await bench.open(new URL(bench.setUpLink).pathname + new URL(bench.setUpLink).hash, {
        isSignedIn: false,
      });
      await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
      await page.getByRole('textbox', { name: 'Username' }).fill('ada');
      await page.getByLabel('New password', { exact: true }).fill('short');
      await shown(page.getByText('A password has at least 10 characters')).toBeVisible();
      await page.getByLabel('New password', { exact: true }).fill('correct horse battery');
      await page.getByRole('button', { name: 'Set up and sign in' }).tap();
      await shown(page.getByTestId('connection')).toHaveText('Connected');
      await page.reload();
      await shown(page.getByTestId('connection')).toHaveText('Connected');
      await page.goto(`${bench.url}/logout`);
      await shown(page.getByRole('heading', { name: 'Sign in to this cell' })).toBeVisible();
      await page.getByRole('textbox', { name: 'Username' }).fill('ada');
      await page.getByLabel('Password', { exact: true }).fill('wrong horse battery');
      await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
      await shown(page.getByRole('alert')).toBeVisible();
      await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
      await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
      await shown(page.getByTestId('connection')).toHaveText('Connected');
      await shown(page).toHaveURL(`${bench.url}/`);
    },
    testMS,
  );
});

describe('An example', () => {
  it(
    'can be set up on a new cell with its requirements, played, and removed again',
    async () => {
      const page = await bench.open('/', { as: ada });
      const { press, start } = await fingerOn(page);
      await press(page.getByRole('link', { name: 'Try an example' }));
      const card = page.getByTestId('example-counted-in-code');
      await shown(card).toContainText('Will be set up: Code blocks, Pack in batches of two');
      const open = card.getByRole('button', { name: 'Open Counted in code' });
      expect((await open.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await press(open);

      const setUp = page.getByTestId('example-set-up');
      const confirm = setUp.getByRole('button', { name: 'Set up and open' });
      await shown(setUp.getByText('Enabling features requires the control-panel PIN.')).toBeVisible();
      await shown(confirm).toBeDisabled();
      await expectNoBarriers(page, 'the set-up of an example');
      await setUp.getByLabel('Your password', { exact: true }).fill(ada.password);
      await setUp.getByLabel('New PIN', { exact: true }).fill('493817');
      await press(setUp.getByRole('button', { name: 'Set the PIN and open' }));
      await press(confirm);

      await shown(page.getByRole('textbox', { name: 'Name of the routine' })).toHaveValue('Counted in code');
      await shown(page.getByTestId('problem-count')).toHaveText('0 problems');
      await press(page.getByRole('button', { name: 'Release brakes' }));
      await start(page.getByRole('button', { name: 'Play', exact: true }));
      await shown(page.getByTestId('progress')).toContainText('Completed', { timeout: withPatience(30_000) });

      await page.goto(`${bench.url}/routines?show=examples`);
      await shown(card).toContainText('In this cell');
      await expectNoBarriers(page, 'the examples');
      await press(card.getByRole('button', { name: 'Remove Counted in code' }));
      await shown(page.getByTestId('example-removed')).toHaveText('3 items were removed.');
      await shown(card).toContainText('Will be set up: Code blocks, Pack in batches of two');
      await press(page.getByRole('radio', { name: 'All' }));
      await shown(page.getByText('No routines yet')).toBeVisible();
    },
    testMS,
  );
});

inExhaustiveRuns(() => {
  describe('The routines of a cell', () => {
    it(
      'get distinct names when they are created',
      async () => {
        const page = await bench.open('/routines', { as: ada });
        const name = page.getByRole('textbox', { name: 'Name of the routine' });
        for (const expected of ['New routine', 'New routine 2']) {
          await page.getByRole('button', { name: 'New routine', exact: true }).tap();
          await shown(name).toHaveValue(expected);
          await page.getByRole('link', { name: 'All routines' }).tap();
        }
      },
      testMS,
    );
  });

  describe('The screen of space items', () => {
    it(
      'has no barriers for touch, keyboard or screen reader while it is empty',
      async () => {
        const page = await bench.open('/scene', { as: ada });
        await page.getByText('No space items yet').first().waitFor();
        await page.getByTestId('connection').getByText('Connected').waitFor();
        await expectNoBarriers(page, 'space items');
      },
      testMS,
    );
  });

  describe('The run history', () => {
    it(
      'lists a run with why it ended, filters by result, and opens its timeline and its version',
      async () => {
        const page = await bench.open('/runs', { as: ada });
        const state = page.getByTestId('runner-state');
        await shown(state).toHaveText('Idle');
        bench.startEndless('pick-and-place.json');
        await shown(state).toHaveText('Running');
        await expect.poll(() => countEvents(page, bench, 'stepStarted')).toBeGreaterThan(0);
        await page.getByTestId('stop').tap();
        const row = page.getByRole('row', { name: /Stopped/ }).first();
        await shown(row).toContainText(/Stopped by .+ from the web page/);
        await page.getByRole('radio', { name: 'Failed' }).tap();
        await shown(page.getByText('No runs')).toBeVisible();
        await page.getByRole('radio', { name: 'Stopped' }).tap();
        await row.getByRole('link').tap();
        await shown(page.getByTestId('timeline-row').first()).toBeVisible();
        await shown(page.getByTestId('timeline-row').last()).toContainText('The run ended');
        // Rows in view: how many steps the run had depends on the machine.
        await page.getByRole('radio', { name: 'From the start' }).tap();
        await shown(page.getByTestId('timeline-row').first()).toContainText('Open the gripper');
        await shown(page.getByRole('link', { name: 'Open version 1' })).toHaveAttribute(
          'href',
          /^\/routines\/.+\?version=1$/,
        );
        await page.getByRole('button', { name: 'All runs' }).tap();
        await shown(page.getByRole('heading', { name: 'Runs' })).toBeVisible();
      },
      testMS,
    );
  });
});
