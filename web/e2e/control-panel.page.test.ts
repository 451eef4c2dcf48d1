import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, it } from 'vitest';
import { choiceOf, expectStored, openFlags, openPanel } from './control-panel.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { enterPin, inviteUser, openWithToken } from './people.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(120_000);
const flagScreen = '/control-panel/feature-flags/customer';
const bench = sharePage();

const schemeOf = (page: Page) => shown(page.locator('html'));

describe('The PIN entry of the control panel', () => {
  it(
    'asks for the PIN, rejects a wrong one, opens for the right one, and locks again',
    async () => {
      const page = await bench.open('/');
      await page.getByRole('link', { name: 'Control panel' }).click();
      await enterPin(page, '000000');
      await shown(page.getByRole('alert').filter({ hasText: 'Wrong PIN' })).toBeVisible();
      await enterPin(page, bench.user.pin);
      await shown(page.getByRole('link', { name: /Customer/ })).toBeVisible();
      await page.reload();
      await shown(page.getByRole('link', { name: /Customer/ })).toBeVisible();
      await page.getByRole('button', { name: 'Lock' }).click();
      await shown(page.getByRole('heading', { name: 'Enter your PIN' })).toBeVisible();
      await page.goto(`${bench.url}${flagScreen}`);
      await shown(page).toHaveURL(`${bench.url}/control-panel`);
      await shown(page.getByRole('heading', { name: 'Enter your PIN' })).toBeVisible();
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'checks its token every second: without a valid one it shows the PIN entry',
      async () => {
        const page = await openFlags(bench, 'Customer');
        await page.evaluate(() => sessionStorage.removeItem('cellwright.controlPanelToken'));
        await shown(page).toHaveURL(`${bench.url}/control-panel`);
        await enterPin(page, bench.user.pin);
        await page.getByRole('link', { name: /Customer/ }).click();
        await shown(page.getByTestId('flag-darkMode')).toBeVisible();
        const claims = { exp: Math.floor(Date.now() / 1000) - 1, permissions: { controlPanel: true } };
        const expired = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
        await page.evaluate((token) => sessionStorage.setItem('cellwright.controlPanelToken', token), expired);
        await shown(page.getByText('The control panel was locked after 15 minutes')).toBeVisible();
        shown(await page.evaluate(() => sessionStorage.getItem('cellwright.controlPanelToken'))).toBeNull();
      },
      testMS,
    );

    it(
      'explains to a user signed in with a token that a token has no PIN',
      async () => {
        const page = await openWithToken(bench, bench.token, '/control-panel');
        await shown(page.getByText('A token has no PIN')).toBeVisible();
      },
      testMS,
    );

    it(
      'lets a user without a PIN set one, and explains a missing permission',
      async () => {
        const grace = await inviteUser(bench, {
          username: `${bench.prefix}-grace`,
          permissions: { connectToRobot: true, controlPanel: true },
        });
        const page = await bench.open('/control-panel', { as: grace });
        await shown(page.getByText('You have no PIN yet.')).toBeVisible();
        await page.getByLabel('Your password', { exact: true }).fill(grace.password);
        await page.getByLabel('New PIN', { exact: true }).fill(grace.pin);
        await page.getByRole('button', { name: 'Set the PIN and open' }).click();
        await page.getByRole('button', { name: 'Lock' }).click();
        await enterPin(page, grace.pin);
        await shown(page.getByRole('link', { name: /Customer/ })).toBeVisible();
        const bob = await inviteUser(bench, { username: `${bench.prefix}-bob`, permissions: { connectToRobot: true } });
        const his = await bench.open('/control-panel', { as: bob });
        await shown(
          his.getByText(
            'Your user needs the permission ‘Control panel’. A user with the permission ‘Account’ can grant it.',
          ),
        ).toBeVisible();
        await shown(his.getByLabel('PIN', { exact: true })).toHaveCount(0);
      },
      testMS,
    );

    it(
      'lets a user change the PIN with the password, which opens it at once',
      async () => {
        const page = await bench.open('/control-panel');
        await page.getByRole('button', { name: 'Set another PIN' }).click();
        await page.getByLabel('Your password', { exact: true }).fill('wrong horse battery');
        await page.getByLabel('New PIN', { exact: true }).fill('12');
        await shown(page.getByText('A PIN has 4 to 12 digits.')).toBeVisible();
        await page.getByLabel('New PIN', { exact: true }).fill(bench.user.pin);
        await page.getByRole('button', { name: 'Set the PIN and open' }).click();
        await shown(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
        await page.getByLabel('Your password', { exact: true }).fill(bench.user.password);
        await page.getByRole('button', { name: 'Set the PIN and open' }).click();
        await shown(page.getByRole('link', { name: /Customer/ })).toBeVisible();
      },
      testMS,
    );
  });
});

describe('the camera viewer', () => {
  it(
    'shows the current picture of a camera, and greys it with the reason when no new one comes',
    async () => {
      const page = await openPanel(bench);
      const headers = { authorization: `Bearer ${bench.token}` };
      const config = { kind: 'CustomCamera', name: `${bench.prefix} camera`, columns: 320, rows: 240 };
      const equipment = `${bench.url}/api/v1/cell/equipment`;
      const added = await page.request.post(equipment, { headers, data: { config, isEnabled: true } });
      const { id }: { id: string } = await added.json();
      await page.getByRole('link', { name: /Camera viewer/ }).tap();
      const picture = page.getByTestId('camera-picture');
      await shown(picture).toHaveAttribute('data-current', 'true', { timeout: withPatience(30_000) });
      await shown(page.getByTestId('camera-state')).toHaveText('Connected');
      await shown(page.getByTestId('frame-rate')).toHaveText(/per second/);
      await shown(page.getByTestId('frame-age')).toHaveText(/\d ms/);
      await shown(page.getByText(/% black, \d+ % white/)).toBeVisible();
      const levels = await page.getByRole('img', { name: `Picture of ${config.name}` }).evaluate((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement)) throw new Error('A picture is drawn on a canvas');
        return new Set(canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data).size;
      });
      shown(levels).toBeGreaterThan(20);
      // The cell looks for a board in the same picture.
      const method = `${bench.url}/api/v1/cell/cameras/${id}/vision/getChessboardCorners`;
      const looked = await page.request.post(method, { headers, data: {} });
      shown([looked.status(), await looked.json()]).toMatchObject([200, { ok: false, code: 2 }]);
      for (const robotKind of ['live', 'simulated'])
        await page.request.put(`${equipment}/${id}/rehearsal?robotKind=${robotKind}`, {
          headers,
          data: { faults: ['jammed'] },
        });
      await shown(picture).toHaveAttribute('data-current', 'false');
      await shown(picture.getByRole('status')).toHaveText(/stopped sending pictures|out of date/i);
      await page.request.delete(`${equipment}/${id}`, { headers });
    },
    testMS,
  );
});

inExhaustiveRuns(() => {
  describe('A feature flag', () => {
    it(
      'can be overridden in one browser only, whatever the cell has, until the override is removed',
      async () => {
        const other = await openFlags(bench, 'Customer');
        const page = await openFlags(bench, 'Customer');
        await choiceOf(page, 'Dark mode in this browser', 'On').click();
        await schemeOf(page).toHaveAttribute('data-mantine-color-scheme', 'dark');
        await page.reload();
        await shown(choiceOf(page, 'Dark mode in this browser', 'On')).toHaveAttribute('aria-checked', 'true');
        await other.reload();
        await shown(choiceOf(other, 'Dark mode in this browser', 'Same as the cell')).toHaveAttribute(
          'aria-checked',
          'true',
        );
        await schemeOf(other).toHaveAttribute('data-mantine-color-scheme', 'light');
        await page.getByRole('button', { name: 'Theme' }).click();
        await schemeOf(page).toHaveAttribute('data-mantine-color-scheme', 'light');
        await shown(choiceOf(page, 'Dark mode in this browser', 'Off')).toHaveAttribute('aria-checked', 'true');
        await choiceOf(page, 'Dark mode in this browser', 'Same as the cell').click();
        await schemeOf(page).toHaveAttribute('data-mantine-color-scheme', 'light');
      },
      testMS,
    );

    it(
      'can be found by a word, and has a value for one browser only if that is allowed',
      async () => {
        const page = await openFlags(bench, 'Under development');
        await shown(page.getByTestId('flag-ros2').getByText('Only for the whole cell')).toBeVisible();
        await shown(choiceOf(page, 'Locate step in this browser', 'Same as the cell')).toBeVisible();
        await shown(page.getByRole('heading', { level: 2 })).toHaveText([
          'Environment and space',
          'Equipment',
          'Infrastructure',
          'Movement',
          'Vision',
          'Other',
        ]);
        await page.getByRole('textbox', { name: 'Search flags' }).fill('python');
        await shown(page.locator('[data-testid^="flag-"]')).toHaveCount(1);
        await page.getByRole('textbox', { name: 'Search flags' }).fill('warp drive');
        await shown(page.getByText('No matching flags')).toBeVisible();
      },
      testMS,
    );
  });

  describe('The safety rules', () => {
    it(
      'require the PIN, and can be changed after it',
      async () => {
        const page = await bench.open('/control-panel/safety-rules');
        await enterPin(page, bench.user.pin);
        await page.getByRole('link', { name: /Safety rules/ }).click();
        const outputs = page.getByLabel('Outputs 13, 14');
        for (const kind of ['Moving', 'None']) {
          await outputs.selectOption(kind);
          await page.getByRole('button', { name: 'Save safety rules' }).click();
          await expectStored(page.getByRole('button', { name: 'Save safety rules' }));
          await shown(outputs.locator('option:checked')).toHaveText(kind);
        }
      },
      testMS,
    );

    it(
      'keep a choice that is made during a save',
      async () => {
        const page = await bench.open('/control-panel/safety-rules');
        await enterPin(page, bench.user.pin);
        await page.getByRole('link', { name: /Safety rules/ }).click();
        const outputs = page.getByLabel('Outputs 13, 14');
        const save = page.getByRole('button', { name: 'Save safety rules' });
        let go = () => {};
        const isChosen = new Promise<void>((resolve) => {
          go = resolve;
        });
        await page.route('**/safety-settings/**', async (route) => {
          if (route.request().method() === 'PATCH') await isChosen;
          await route.continue();
        });
        await outputs.selectOption('Moving');
        await save.click();
        await outputs.selectOption('None');
        go();
        await shown(page.getByText('Safety rules saved')).toBeVisible();
        await shown(outputs.locator('option:checked')).toHaveText('None');
        await save.click();
        await expectStored(save);
        await page.reload();
        await shown(outputs.locator('option:checked')).toHaveText('None');
      },
      testMS,
    );
  });

  describe('The help', () => {
    it(
      'opens all articles from the rail, in the chosen language, and their links work',
      async () => {
        const page = await bench.open('/');
        await page.getByRole('link', { name: 'Help', exact: true }).click();
        await page.getByRole('link', { name: 'All articles' }).click();
        await page.getByRole('link', { name: /Teaching a position/ }).click();
        const article = page.getByTestId('article');
        await shown(article.getByRole('heading', { level: 1, name: 'Teaching a position' })).toBeVisible();
        await page.getByRole('button', { name: 'Language' }).click();
        await shown(article.getByRole('heading', { level: 1, name: 'Eine Position einlernen' })).toBeVisible();
        await article.getByRole('link', { name: 'Ihr erster Ablauf' }).click();
        await shown(page).toHaveURL(`${bench.url}/help/your-first-routine`);
        await shown(article.getByRole('heading', { level: 1, name: 'Ihr erster Ablauf' })).toBeVisible();
        await article.getByRole('link', { name: 'Abläufe' }).click();
        await shown(page).toHaveURL(`${bench.url}/routines`);
      },
      testMS,
    );

    it(
      'reports an unknown article, and links to all',
      async () => {
        const page = await bench.open('/help/flying');
        await shown(page.getByText('There is no article ‘flying’')).toBeVisible();
        await page.getByRole('button', { name: 'All articles' }).click();
        await shown(page.getByRole('link', { name: /Getting started/ })).toBeVisible();
        await page.getByRole('link', { name: 'Terms of use' }).click();
        await shown(page.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible();
      },
      testMS,
    );

    it(
      'leaves privacy and terms accessible from the sign-in',
      async () => {
        const page = await bench.open('/', { isSignedIn: false });
        await page.getByRole('link', { name: 'Privacy' }).click();
        await shown(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
        await page.getByRole('link', { name: 'Go to sign-in' }).click();
        await page.getByRole('link', { name: 'Terms of use' }).click();
        await page.getByRole('link', { name: 'Privacy' }).click();
        await shown(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
      },
      testMS,
    );
  });
});
