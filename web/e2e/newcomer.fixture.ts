import type { Page } from '@playwright/test';
import { withPatience } from './patience.fixture.ts';
import { middleOf, type Pointer, under } from './pointer.fixture.ts';
import { shown } from './shown.fixture.ts';

/** Parts of the journey of a new user, in order, from the set-up link to the first completed run. */
export const newcomerJourney: readonly ((page: Page, pointer: Pointer) => Promise<void>)[] = [
  becomeFirstUser,
  addGripper,
  teachTwo,
  buildRoutine,
  playIt,
  findTheRun,
];

async function becomeFirstUser(page: Page, { press }: Pointer): Promise<void> {
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('textbox', { name: 'Username' }).fill('ada');
  await page.getByLabel('New password', { exact: true }).fill('correct horse battery');
  await press(page.getByRole('button', { name: 'Set up and sign in' }));
  await shown(page.getByTestId('connection')).toHaveText('Connected');
}

async function addGripper(page: Page, { press }: Pointer): Promise<void> {
  await press(page.getByRole('link', { name: 'Devices' }));
  await press(page.getByRole('button', { name: 'Add a device' }));
  await press(page.getByTestId('kind-OnRobot2FG7'));
  await page.getByRole('textbox', { name: 'Name' }).fill('Left gripper');
  await page.getByRole('textbox', { name: 'Host' }).fill('192.168.1.20');
  await press(page.getByRole('button', { name: 'Add', exact: true }));
  await shown(page.getByTestId('device-status')).toHaveText('Ready');
  await press(page.getByRole('button', { name: 'Mount on the flange' }));
  await shown(page.getByRole('button', { name: 'Unmount from the flange' })).toBeVisible();
}

/** Teaches P1 and P2, with the base joint turned to either side. */
async function teachTwo(page: Page, { press, hold }: Pointer): Promise<void> {
  await press(page.getByRole('link', { name: 'Move', exact: true }));
  await shown(page.getByTestId('jog-reason')).toContainText('Release them to move the arm');
  await press(page.getByRole('button', { name: 'Release brakes' }));
  const angle = async () =>
    Number.parseFloat(((await page.getByTestId('J0-value').textContent()) ?? '').replace('−', '-'));
  await shown(page.getByTestId('J0-plus')).toBeEnabled();
  const start = await angle();
  const isMoving = async () =>
    (await page.getByTestId('J0-value').locator('xpath=..').getAttribute('data-active')) === 'true';
  /** Holds until the joint has arrived; after a stop on the way it releases and holds again, as the screen says. */
  const turn = async (button: string, isThere: (degrees: number) => boolean) => {
    while (!isThere(await angle())) {
      await hold(page.getByTestId(button), () =>
        shown.poll(async () => isThere(await angle()) || !(await isMoving()), { intervals: [50] }).toBe(true),
      );
    }
  };
  await turn('J0-plus', (degrees) => degrees > start + 4);
  await press(page.getByRole('button', { name: 'Teach this position' }));
  await shown(page.getByText('Saved as P1')).toBeVisible();
  await turn('J0-minus', (degrees) => degrees < start - 4);
  await press(page.getByRole('button', { name: 'Teach this position' }));
  await shown(page.getByText('Saved as P2')).toBeVisible();
}

async function buildRoutine(page: Page, { press, drag }: Pointer): Promise<void> {
  const step = (kind: string, index = 0) => page.getByTestId(`step-${kind}`).nth(index);
  const form = page.getByTestId('step-form');
  await press(page.getByRole('link', { name: 'Routines' }));
  await press(page.getByRole('button', { name: 'New routine', exact: true }));
  await page.getByRole('textbox', { name: 'Name of the routine' }).fill('First parts');
  const dragIn = (name: string, to: Parameters<Pointer['drag']>[1]) =>
    drag(page.getByRole('complementary', { name: 'Step library' }).getByRole('button', { name, exact: true }), to);
  await dragIn('Move arm', () => middleOf(page.getByRole('button', { name: 'Tap or drag a step here' })));
  await form.getByRole('combobox', { name: 'Position' }).selectOption({ label: 'P1' });
  await shown(step('Waypoint')).toContainText('Move to P1');
  await dragIn('Actuate gripper', under(step('Waypoint')));
  await shown(form.getByText('Choose a gripper')).toBeVisible();
  await form.getByRole('combobox', { name: 'Gripper' }).selectOption({ label: 'Left gripper' });
  await dragIn('Wait', under(step('ActuateGripper')));
  await dragIn('Wait for confirmation', under(step('Wait')));
  await form.getByRole('textbox', { name: 'Message' }).fill('Is the part in the gripper?');
  await dragIn('Move arm', under(step('WaitForConfirmation')));
  await form.getByRole('combobox', { name: 'Position' }).selectOption({ label: 'P2' });
  await press(step('Loop'));
  await page.getByRole('textbox', { name: 'Times' }).fill('1');
  const problems = () =>
    page.getByTestId('problem-badge').evaluateAll((badges) => badges.map(({ ariaLabel }) => ariaLabel));
  await shown.poll(problems).toEqual([]);
  await shown(page.getByTestId('problem-count')).toHaveText('0 problems');
  await shown(page.getByTestId('save-status')).toHaveText(/Saved/);
}

async function playIt(page: Page, { press, start }: Pointer): Promise<void> {
  await start(page.getByRole('button', { name: 'Play', exact: true }));
  const prompt = page.getByTestId('operator-prompt');
  await shown(prompt).toContainText('Is the part in the gripper?');
  await press(prompt.getByRole('button', { name: 'Confirm' }));
  await shown(prompt).toBeHidden();
  await shown(page.getByTestId('progress')).toContainText('Completed', { timeout: withPatience(60_000) });
}

async function findTheRun(page: Page, { press }: Pointer): Promise<void> {
  await press(page.getByRole('link', { name: 'Runs' }));
  const row = page.getByRole('row', { name: /First parts/ });
  await shown(row).toContainText('Completed');
  await press(row.getByRole('link'));
  const timeline = page.getByTestId('timeline-row');
  for (const name of ['Repeat once', 'Grip inward to 45 mm', 'Is the part in the gripper?', 'Move to P2']) {
    await shown(timeline.filter({ hasText: name }).first()).toContainText('Done');
  }
  await shown(timeline.last()).toContainText('The run ended');
}
