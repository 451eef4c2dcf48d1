import type { CDPSession, Locator, Page } from '@playwright/test';
import { shown } from './shown.fixture.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pointing device: a mouse or a finger. */
export interface Pointer {
  press(target: Locator): Promise<void>;
  /** Presses a control that starts the arm: a finger holds it. */
  start(target: Locator): Promise<void>;
  /** Holds the target down during `during`. */
  hold(target: Locator, during: () => Promise<void>): Promise<void>;
  /** Drags from an element to a point over a drop line, which must be shown before the release. */
  drag(from: Locator, to: () => Promise<Point>): Promise<void>;
  /** Drags to a place where the step is not allowed, which the dragged step must show, and releases it. */
  dragInVain(from: Locator, to: () => Promise<Point>): Promise<void>;
}

type Landing = 'allowed' | 'refused';

/** Before the release, a drag shows whether the step is allowed there: by a line, or on the dragged step. */
async function expectLanding(page: Page, landing: Landing): Promise<void> {
  await shown(page.locator('[data-allowed]')).toHaveAttribute('data-allowed', String(landing === 'allowed'));
  await shown(page.getByTestId('drop-line')).toHaveCount(landing === 'allowed' ? 1 : 0);
}

export async function middleOf(target: Locator): Promise<Point> {
  const box = await target.boundingBox();
  if (!box) throw new Error('it is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Returns a point below a step at its depth; deeper if a step may go inside it. */
export function under(row: Locator, { isDeep = false } = {}): () => Promise<Point> {
  return async () => {
    const box = await row.boundingBox();
    if (!box) throw new Error('the step is not shown');
    return { x: isDeep ? box.x + box.width / 2 : box.x + 70, y: box.y + box.height - 4 };
  };
}

/**
 * Holds a button with `hold`, repeatedly, until an element is shown. If the button was not enabled yet, or the machine is
 * too busy for the heartbeats of a hold, the arm stops on the way, as it must; then the button is released and held
 * again, as the page says.
 */
export async function holdUntil(
  page: Page,
  there: Locator,
  hold: (during: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const held = page.locator('[data-held="true"]').first();
  let isThere = false;
  while (!isThere) {
    await hold(async () => {
      await appears(held.or(there));
      await shown
        .poll(async () => {
          isThere = await there.isVisible();
          return isThere || !(await held.isVisible());
        })
        .toBe(true);
    });
  }
}

/** Holds a button by the keyboard until the arm has arrived, or another element is shown. */
export async function holdUntilThere(
  page: Page,
  button: Locator,
  there = page.getByText('Arrived', { exact: true }),
): Promise<void> {
  await holdUntil(page, there, async (during) => {
    await keyMeant(button, 'Space');
    await during();
    await page.keyboard.up('Space');
  });
}

/**
 * Taps a control that acts on the cell like a user: repeats the tap if the control moved under the finger, so that the
 * tap was ignored.
 */
export function tapMeant(control: Locator): Promise<void> {
  return repeatUntilClicked(control, () => control.tap());
}

/** Clicks a control by mouse, and again if it changed just before, so that the click was ignored. */
export function clickMeant(control: Locator): Promise<void> {
  return repeatUntilClicked(control, () => control.click());
}

/** Presses a control by the keyboard, and again if it changed just before, so that the key was ignored. */
export function enterMeant(control: Locator): Promise<void> {
  return repeatUntilClicked(control, async () => {
    await shown(control).toBeEnabled();
    await control.focus();
    await control.page().keyboard.press('Enter');
  });
}

/** Time within which the click of a press arrives, ms; one that became a long press or a drag has none. */
const clickWithinMS = 1000;

/**
 * Repeats a press until the control accepted it. Only guarded controls ignore presses: others are pressed once. The
 * control is found again for each press, since the page may have replaced it.
 */
export async function repeatUntilClicked(control: Locator, act: () => Promise<void>): Promise<void> {
  if (!(await control.evaluate((element) => element.closest('[data-guarded]') !== null))) return act();
  let isMeant = false;
  while (!isMeant) {
    const clicks = await control.evaluateHandle((element) => {
      const seen = { isMeant: false, hasArrived: false };
      element.addEventListener('click', () => Object.assign(seen, { isMeant: true }), { once: true });
      // Called before the guard, also for a click that it stops.
      window.addEventListener('click', () => Object.assign(seen, { hasArrived: true }), { once: true, capture: true });
      return seen;
    });
    await act();
    // The click of a tap arrives after the tap, on a busy machine noticeably later.
    isMeant = await clicks.evaluate(async (seen, withinMS) => {
      const end = performance.now() + withinMS;
      while (!seen.hasArrived && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
      return seen.isMeant;
    }, clickWithinMS);
  }
}

/** Releases the brakes by touch, unless they are released, and waits until the control that this enables is enabled. */
export async function releaseBrakes(release: Locator, enabled: Locator): Promise<void> {
  // Until the page knows the robot, its buttons are disabled.
  const isKnown = release.page().locator(':enabled');
  await shown(release.and(isKnown).or(enabled.and(isKnown)).first()).toBeVisible();
  if (await release.isVisible()) await tapMeant(release);
  await shown(enabled).toBeEnabled();
}

/** Does the same on the Move screen; the page shows it. */
export async function releaseBrakesOnMove(page: Page): Promise<void> {
  const buttonNamed = (name: string) => page.getByRole('button', { name });
  await releaseBrakes(buttonNamed('Release brakes'), buttonNamed('Engage brakes'));
  await shown(page.getByTestId('brakes')).toHaveText('Brakes off');
}

/**
 * Holds a control that starts the arm until it has started, like a user: repeats if the button moved meanwhile, so that
 * the hold was ignored or ended without a start.
 */
export async function startByFinger(button: Locator): Promise<void> {
  const page = button.page();
  const finger = await fingerOn(page);
  let hasStarted = false;
  while (!hasStarted) {
    await shown(button).toBeEnabled();
    // Recorded in the page: on a busy machine the hold may be over before it can be queried.
    const noted = await button.evaluateHandle((control) => {
      const note = { wasHeld: false, hasStarted: false };
      const look = () => Object.assign(note, { wasHeld: note.wasHeld || control.dataset.starting !== undefined });
      new MutationObserver(look).observe(control, { attributes: true });
      control.addEventListener('click', () => Object.assign(note, { hasStarted: true }), { once: true });
      return note;
    });
    await finger.hold(button, async () => {
      if (await noted.evaluate(({ wasHeld }) => wasHeld)) await shown(page.locator('[data-starting]')).toHaveCount(0);
    });
    hasStarted = await noted.evaluate(({ hasStarted }) => hasStarted);
  }
}

/**
 * Presses a hold-to-run button and keeps it pressed, like a user: repeats if it moved under the pointer or was still
 * disabled, so that the press was ignored.
 */
export async function pressMeant(button: Locator): Promise<void> {
  const { mouse } = button.page();
  for (;;) {
    await shown(button).toHaveAttribute('aria-disabled', 'false');
    const { x, y } = await middleOf(button);
    await mouse.move(x, y);
    await mouse.down();
    if (await wasTaken(button)) return;
    await mouse.up();
  }
}

/** Does the same by a key, which stays down. */
async function keyMeant(button: Locator, key: string): Promise<void> {
  const { keyboard } = button.page();
  for (;;) {
    await shown(button).toHaveAttribute('aria-disabled', 'false');
    await button.focus();
    await keyboard.down(key);
    if (await wasTaken(button)) return;
    await keyboard.up(key);
  }
}

/** Returns false if the button ignored the press. A hold that was ended because a heartbeat was late was not ignored. */
function wasTaken(button: Locator): Promise<boolean> {
  const page = button.page();
  return appears(button.and(page.locator('[data-held="true"]')).or(page.getByTestId('hold-late')));
}

/** Returns false if none of the elements is shown within 1 s. */
function appears(elements: Locator): Promise<boolean> {
  return elements
    .first()
    .waitFor({ timeout: 1000 })
    .then(
      () => true,
      () => false,
    );
}

/** Way to hold a button that moves the arm. */
interface Grip {
  press(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Waits until the arm has passed a position, and presses again, as the page asks, each time a hold was ended because a
 * heartbeat or the state of the robot was late on a busy machine.
 */
async function holdPast(page: Page, grip: Grip, isPast: () => Promise<boolean>): Promise<void> {
  const held = page.locator('[data-held="true"]').first();
  await grip.press();
  await shown
    .poll(async () => {
      if (!(await isPast()) && !(await held.isVisible())) {
        await grip.release();
        await grip.press();
      }
      return isPast();
    })
    .toBe(true);
}

/** Holds a button that moves the arm until it has passed a position, and keeps it pressed. */
export function pressPast(button: Locator, isPast: () => Promise<boolean>): Promise<void> {
  const page = button.page();
  return holdPast(page, { press: () => pressMeant(button), release: () => page.mouse.up() }, isPast);
}

/** Does the same by a key, which stays down. */
export function keyPast(button: Locator, key: string, isPast: () => Promise<boolean>): Promise<void> {
  const page = button.page();
  return holdPast(page, { press: () => keyMeant(button, key), release: () => page.keyboard.up(key) }, isPast);
}

export function mouseOn(page: Page): Pointer {
  const { mouse } = page;
  const goTo = async (target: Locator) => {
    await target.scrollIntoViewIfNeeded();
    const { x, y } = await middleOf(target);
    await mouse.move(x, y);
    return { x, y };
  };
  const carry = async (from: Locator, to: () => Promise<Point>, landing: Landing) => {
    const start = await goTo(from);
    await mouse.down();
    await mouse.move(start.x + 20, start.y + 5);
    const end = await to();
    await mouse.move(end.x, end.y - 3);
    await mouse.move(end.x, end.y);
    await expectLanding(page, landing);
    await mouse.up();
  };
  return {
    press: clickMeant,
    start: clickMeant,
    async hold(target, during) {
      await goTo(target);
      await mouse.down();
      await during();
      await mouse.up();
    },
    drag: (from, to) => carry(from, to, 'allowed'),
    dragInVain: (from, to) => carry(from, to, 'refused'),
  };
}

export async function fingerOn(page: Page): Promise<Pointer> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const put = async (target: Locator) => {
    await target.scrollIntoViewIfNeeded();
    await touch('touchStart', await middleOf(target));
  };
  const carry = async (from: Locator, to: () => Promise<Point>, landing: Landing) => {
    await put(from);
    await shown(from).toHaveAttribute('data-dragging', 'true');
    const end = await to();
    await touch('touchMove', { x: end.x, y: end.y - 3 });
    await touch('touchMove', end);
    await expectLanding(page, landing);
    await touch('touchEnd');
  };
  return {
    press: tapMeant,
    start: startByFinger,
    async hold(target, during) {
      await put(target);
      await during();
      await touch('touchEnd');
    },
    drag: (from, to) => carry(from, to, 'allowed'),
    dragInVain: (from, to) => carry(from, to, 'refused'),
  };
}
