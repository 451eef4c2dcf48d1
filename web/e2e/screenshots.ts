// Takes screenshots of every screen of a started cell, light, dark and in forced colours, at tablet and desktop sizes,
// into .cache/screens. With --publish, those of the docs are also written to docs/pictures. `npm run screenshots --
// [screen…]`; build first.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type BrowserBench, startBrowserBench } from './browser.fixture.ts';
import { enterPin, type SeenUser } from './people.fixture.ts';

const folder = '.cache/screens';
const sizes = {
  tablet: { width: 1280, height: 800 },
  small: { width: 1024, height: 768 },
  upright: { width: 800, height: 1280 },
  desk: { width: 1920, height: 1080 },
} as const;
const looks = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const;
const drawnWithinMS = 2000;

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly isSignedIn?: boolean;
  /** Prepares the screen. */
  prepare?(page: Page, bench: BrowserBench): Promise<void>;
  /** Undoes the preparation. */
  leave?(page: Page): Promise<void>;
}

let routineID = '';
let user: SeenUser | undefined;

const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/', isSignedIn: false },
  { name: 'home', path: '/' },
  { name: 'routines', path: '/routines' },
  {
    name: 'editor',
    get path() {
      return `/routines/${routineID}`;
    },
    async prepare(page) {
      await page.getByTestId('step-Waypoint').nth(3).click();
    },
  },
  {
    name: 'editor-items',
    get path() {
      return `/routines/${routineID}`;
    },
    async prepare(page) {
      await page.getByRole('radio', { name: 'Data' }).click();
      await page.getByRole('button', { name: 'Add a space item' }).click();
    },
  },
  {
    name: 'editor-debug',
    get path() {
      return `/routines/${routineID}`;
    },
    async prepare(page) {
      await releaseBrakes(page);
      const gutters = page.getByRole('button', { name: /^Breakpoint at step/ });
      if ((await gutters.nth(1).getAttribute('aria-pressed')) !== 'true') await gutters.nth(1).click();
      await page.getByRole('button', { name: /^(Play|Start over)$/ }).click();
      await page.getByTestId('paused-at').waitFor({ timeout: 60_000 });
      await page.getByRole('radio', { name: 'Debug' }).click();
      const watch = page.getByRole('textbox', { name: 'Watch an expression' });
      await watch.fill('1 + 1');
      await watch.press('Enter');
    },
    async leave(page) {
      await page.getByTestId('stop').click();
      await page.getByRole('button', { name: /^(Play|Start over)$/ }).waitFor();
    },
  },
  {
    name: 'editor-proof',
    get path() {
      return `/routines/${routineID}`;
    },
    async prepare(page) {
      await page.getByTestId('problem-count').click();
      await page.getByRole('button', { name: 'Start dry run', exact: true }).click();
      await page
        .getByTestId('proof-findings')
        .or(page.getByText('Dry run completed'))
        .first()
        .waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'editor-versions',
    get path() {
      return `/routines/${routineID}`;
    },
    prepare: (page) => page.getByRole('radio', { name: 'Versions' }).click(),
  },
  { name: 'move', path: '/move' },
  { name: 'box', path: '/box' },
  {
    name: 'box-registers',
    path: '/box',
    async prepare(page) {
      await page.getByRole('button', { name: /Press/ }).click();
      await page.getByRole('button', { name: 'Read', exact: true }).click();
      await page.getByTestId('probe-0-uint16-ABCD').click();
      await page.getByRole('textbox', { name: 'Name of the register' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'box-entries',
    path: '/box',
    async prepare(page) {
      await page.getByRole('button', { name: /Press/ }).click();
      await page.getByRole('button', { name: 'Add to Registers' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'box-io',
    path: '/box',
    prepare: (page) => page.getByRole('radio', { name: 'I/O' }).click(),
  },
  {
    name: 'box-speed',
    path: '/box',
    prepare: (page) => page.getByRole('radio', { name: 'Speed profiles' }).click(),
  },
  {
    name: 'box-safety',
    path: '/box',
    prepare: (page) => page.getByRole('radio', { name: 'Safety' }).click(),
  },
  {
    name: 'space',
    path: '/scene',
    prepare: (page) => page.getByRole('button', { name: /Tray/ }).click(),
  },
  { name: 'runs', path: '/runs' },
  {
    name: 'run',
    path: '/runs',
    async prepare(page) {
      await page.getByRole('row').nth(1).getByRole('link').click();
      await page.getByTestId('timeline-row').first().waitFor();
    },
  },
  {
    name: 'replay',
    path: '/runs',
    async prepare(page) {
      await page
        .getByRole('row', { name: /Completed/ })
        .first()
        .getByRole('link')
        .click();
      await page.getByRole('button', { name: 'Replay' }).click();
      await page.getByTestId('replay-facts').waitFor();
      const slider = page.getByRole('slider', { name: 'Time in the run' });
      await slider.focus();
      for (let press = 0; press < 3; press++) await slider.press('PageUp');
    },
  },
  { name: 'preflight', path: '/preflight' },
  { name: 'users', path: '/users' },
  {
    name: 'profile',
    path: '/users',

    prepare: (page) => page.getByRole('radio', { name: 'My profile' }).click(),
  },
  { name: 'pin', path: '/control-panel' },
  {
    name: 'control-panel',
    path: '/control-panel',

    prepare: (page) => enterPin(page, user?.pin ?? ''),
  },
  {
    name: 'feature-flags',
    path: '/control-panel',

    async prepare(page) {
      await enterPin(page, user?.pin ?? '');
      await page.getByRole('link', { name: /Customer/ }).click();
    },
  },
  ...(['Diagnostics', 'Bug reporting'] as const).map((title) => ({
    name: title.toLowerCase().replace(' ', '-'),
    path: '/control-panel',
    async prepare(page: Page) {
      await enterPin(page, user?.pin ?? '');
      await page.getByRole('link', { name: new RegExp(title) }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    },
  })),
  { name: 'absent-page', path: '/webxr' },
  { name: 'help', path: '/help' },
  { name: 'help-article', path: '/help/your-first-routine' },
  { name: 'unknown-page', path: '/nowhere' },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
  {
    name: 'broken-screen',
    path: '/',
    async prepare(page) {
      const body = 'export default function Broken() { throw new Error("the screen is broken"); }';
      await page.route(/RunsScreen-.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body }));
      await page.getByRole('link', { name: 'Runs' }).click();
      await page.getByRole('heading', { name: 'Error rendering component' }).waitFor();
    },
  },
  {
    name: 'prompt',
    path: '/',
    async prepare(page, bench) {
      await new Promise((resolve) => bench.startRoutine('machine-feeding.json').once('exit', resolve));
      await page.getByRole('button', { name: /^(Play|Start over)$/ }).click();
      await page.getByTestId('operator-prompt').waitFor();
    },
    async leave(page) {
      await page.getByTestId('stop').click();
      await page.getByTestId('operator-prompt').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'failure',
    path: '/routines',
    async prepare(page, bench) {
      const headers = { authorization: `Bearer ${bench.token}` };
      const made = await page.request.post(`${bench.url}/api/v1/cell/routines`, { headers, data: fullBox });
      const { id }: { id: string } = await made.json();
      await page.goto(`${bench.url}/routines/${id}`);
      await releaseBrakes(page);
      await page.getByRole('button', { name: /^(Play|Start over)$/ }).click();
      await page.getByTestId('failure-card').waitFor();
    },
    async leave(page) {
      await page.getByTestId('run-strip').getByRole('button', { name: 'Recover' }).click();
      await page.getByTestId('failure-card').waitFor({ state: 'hidden' });
      await page.getByTestId('stop').click();
      await page.getByRole('button', { name: /^(Play|Start over)$/ }).waitFor();
    },
  },
  {
    name: 'emergency-stop',
    path: '/',
    async prepare(page, bench) {
      const headers = { authorization: `Bearer ${bench.token}` };
      await page.request.post(`${bench.url}/api/v1/cell/robots/simulated/emergency-stop`, { headers });
      await page.getByTestId('notice').first().waitFor();
    },
  },
];

/** Screens of the docs and the README: tablet, light. */
const published = ['home', 'editor', 'move', 'box', 'runs', 'replay', 'routines'];

/** Returns a position that the gripper reaches from above. */
const above = (x: number, y: number) => ({ pose: { x, y, z: 0.2, i: 1, j: 0, k: 0, w: 0 } });
const tray = {
  kind: 'gridPositionList',
  name: 'Tray',
  numColumns: 4,
  numRows: 3,
  cornerA: above(0.4, -0.2),
  cornerB: above(0.4, 0.2),
  cornerD: above(0.65, -0.2),
};

const press = {
  config: {
    ...{ kind: 'ModbusTCPServer', name: 'Press', host: '192.168.1.60' },
    registers: [
      { id: 'parts', name: 'Parts', offset: 0, format: 'uint32' },
      { id: 'force', name: 'Force', offset: 2, format: 'float32', order: 'CDAB' },
      { id: 'open', name: 'Open', type: 'coil', offset: 0, format: 'boolean' },
    ],
  },
};

/** Fails like a routine that finds its box full. */
const fullBox = {
  name: 'Full box',
  steps: [{ id: 'step_full', stepKind: 'TriggerFault', isDisabled: false }],
  stepConfigurations: {
    step_full: {
      stepKind: 'TriggerFault',
      args: { message: 'The box is full. Put an empty one there.', isRecoverable: true },
    },
  },
};

async function releaseBrakes(page: Page): Promise<void> {
  const strip = page.getByTestId('run-strip');
  const release = strip.getByRole('button', { name: 'Release brakes' });
  const play = strip.getByRole('button', { name: /^(Play|Start over)$/ });
  await release.or(play).waitFor();
  if (await release.isVisible()) await release.click();
  await play.waitFor();
}

async function fill(bench: BrowserBench): Promise<void> {
  const played = bench.startRoutine('pick-and-place.json');
  await new Promise((resolve) => played.once('exit', resolve));
  user = await bench.makeOwner();
  const page = await bench.open('/');
  const headers = { authorization: `Bearer ${bench.token}` };
  await page.request.post(`${bench.url}/api/v1/cell/equipment`, { headers, data: press });
  await page.request.post(`${bench.url}/api/v1/cell/space-items`, { headers, data: tray });
  const found = await page.request.get(`${bench.url}/api/v1/cell/routines`, { headers });
  const { items }: { items: { id: string }[] } = await found.json();
  routineID = items[0]?.id ?? '';
  await page.context().close();
}

async function shoot(bench: BrowserBench, screen: Screen, size: keyof typeof sizes): Promise<void> {
  const { path, isSignedIn = true } = screen;
  const page = await bench.open(path, { isSignedIn, draws3D: true });
  await page.setViewportSize(sizes[size]);
  if (isSignedIn) await page.getByTestId('connection').getByText('Connected').waitFor();
  await screen.prepare?.(page, bench);
  await page.waitForLoadState('networkidle');
  for (const [look, media] of Object.entries(looks)) {
    await page.emulateMedia(media);
    // The theme and the 3D view change: rendering on the CPU takes time.
    await page.waitForTimeout(drawnWithinMS);
    await page.screenshot({ path: join(folder, `${screen.name}-${size}-${look}.png`) });
  }
  await screen.leave?.(page);
  await page.context().close();
}

mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const bench = await startBrowserBench();
try {
  await fill(bench);
  for (const screen of screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const size of Object.keys(sizes) as (keyof typeof sizes)[]) await shoot(bench, screen, size);
    process.stderr.write(`${screen.name}\n`);
  }
} finally {
  await bench.stop();
}
if (process.argv.includes('--publish')) {
  for (const name of published)
    copyFileSync(join(folder, `${name}-tablet-light.png`), `docs/pictures/screen-${name}.png`);
}
