import type { RobotKind } from '@cellwright/domain/robot';
import type { JournalEntry } from '@cellwright/domain/run';
import type { Page } from '@playwright/test';
import { persist } from '../../services/cell/e2e/faults/fault-cell.fixture.ts';
import { listCartons } from '../../services/cell/e2e/faults/stacking.fixture.ts';
import {
  prepareStacking,
  StackingCell,
  suspendDatabase,
} from '../../services/cell/e2e/faults/stacking-cell.fixture.ts';
import { findFreePort, openSession, type Shape } from '../../services/cell/e2e/harness.ts';
import { launchBrowser } from './chromium.fixture.ts';
import { createPageOpener, type PageOpener } from './page-opener.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { makeOwner } from './people.fixture.ts';
import { fingerOn, holdUntil, startByFinger, tapMeant } from './pointer.fixture.ts';
import { shown } from './shown.fixture.ts';
import { waitForFreeControl } from './socket.fixture.ts';

/** Cartons that are placed before the fault. */
const placedBefore = 2;
/** Cartons that the second run places at least. The stack has many more, so that no run completes before its stop. */
const placedAfter = 3;

/** A fault during palletizing, at the cell or at the tablet. Resolves when the lost part is back. */
export type TabletFault = (tablet: { readonly stacking: StackingCell; readonly page: Page }) => Promise<void>;

/** Cartons by their order from 1, of all runs together. */
export interface Stacked {
  /** Label of the button that continued: 'Continue at 2.1.2 – Place carton, carton 3 of 10'. */
  readonly label: string;
  /** Cartons in the scene when the run was offered. */
  readonly standing: readonly number[];
  /** Cartons in the scene after the second run, which was stopped. */
  readonly standingAfter: readonly number[];
  /** Numbers of completed moves that placed a carton, in the first and the second run. */
  readonly placed: readonly [number, number];
}

/** A cell that stacks cartons, and a tablet of an operator that shows its Home screen. */
export class StackingTablet {
  private readonly shape: Shape;
  private cell: StackingCell | undefined;
  private opener: PageOpener | undefined;

  constructor(shape: Shape) {
    this.shape = shape;
  }

  get stacking(): StackingCell {
    if (!this.cell) throw new Error('The cell is not started');
    return this.cell;
  }

  /** Starts the cell on a port that it keeps: pages find it again after a power cycle. */
  async start(): Promise<void> {
    const port = await findFreePort();
    this.cell = new StackingCell(this.shape, { PORT: String(port) });
    await this.cell.start();
    const { client, url } = this.cell.faults.cell;
    const link = await persist(() => client.createSetUpLink());
    if (link === null) throw new Error('The cell has a user already');
    const owner = await makeOwner(url, link);
    this.opener = createPageOpener({ url, user: async () => owner, openFlat: () => launchBrowser('flat') });
  }

  async remove(): Promise<void> {
    await this.opener?.close();
    await this.cell?.remove();
  }

  /** Stacks cartons from Home, causes a fault in the middle, continues from Home, and stops after some more cartons. */
  async continueAfter(robotKind: RobotKind, fault: TabletFault): Promise<Stacked> {
    const page = await this.openHome(robotKind);
    try {
      await this.stackUntil(page, robotKind, placedBefore);
      const first = await this.findNewestRunID(robotKind);
      await fault({ stacking: this.stacking, page });
      await waitForOffer(page).catch(async (cause: unknown) => {
        const { status } = await this.stacking.faults.getRun(first);
        throw new Error(`Home offers no place of the run, which is ${status}`, { cause });
      });
      const standing = await persist(() => listCartons(this.stacking.faults, robotKind));
      await makeReady(page, continueButton(page));
      const label = (await continueButton(page).textContent()) ?? '';
      await startByFinger(continueButton(page));
      const second = await persist(() => this.findNewestRunID(robotKind, first));
      await this.waitForCartons(robotKind, standing.length + placedAfter);
      await page.getByTestId('stop').tap();
      await this.stacking.faults.untilRunEnded(second);
      const placed = [await this.countPlaced(first), await this.countPlaced(second)] as const;
      return { label, standing, placed, standingAfter: await listCartons(this.stacking.faults, robotKind) };
    } finally {
      await page.context().close();
    }
  }

  /** Opens Home with the loaded routine, without cartons of earlier runs. */
  private async openHome(robotKind: RobotKind): Promise<Page> {
    const { faults } = this.stacking;
    const session = await persist(() => openSession(faults.cell.client, robotKind));
    try {
      await persist(() => prepareStacking(this.stacking, session, robotKind), withPatience(120_000));
    } finally {
      session.close();
    }
    if (!this.opener) throw new Error('The cell is not started');
    const page = await this.opener.open('/');
    if (robotKind === 'live') {
      await page.getByTestId('mode').tap();
      await page.getByRole('button', { name: /^LIVE/i }).tap();
    }
    await shown(page.getByTestId('loaded-routine')).toHaveText('Stacking');
    await waitForFreeControl(page);
    return page;
  }

  private async stackUntil(page: Page, robotKind: RobotKind, count: number): Promise<void> {
    const play = strip(page).getByRole('button', { name: 'Play', exact: true });
    await makeReady(page, play);
    await startByFinger(play);
    await this.waitForCartons(robotKind, count);
  }

  private async waitForCartons(robotKind: RobotKind, count: number): Promise<void> {
    const stand = async () => (await listCartons(this.stacking.faults, robotKind)).length;
    await shown.poll(stand, { timeout: withPatience(60_000), intervals: [50] }).toBeGreaterThanOrEqual(count);
  }

  private async countPlaced(runID: string): Promise<number> {
    return (await this.stacking.faults.readJournal(runID)).filter(isPlaced).length;
  }

  /** Returns the newest run, which must not be the earlier one. */
  private async findNewestRunID(robotKind: RobotKind, earlierID?: string): Promise<string> {
    const [run] = await this.stacking.faults.listRuns(robotKind);
    if (!run || run.id === earlierID) throw new Error('There is no new run');
    return run.id;
  }
}

const strip = (page: Page) => page.getByTestId('run-strip');
const continueButton = (page: Page) => strip(page).getByRole('button', { name: /^Continue (at|after) / });
const isPlaced = ({ event, stepID, result }: JournalEntry) =>
  event === 'stepEnded' && stepID === 'step_place' && result === 'completed';

/** Waits until Home offers to continue; stops a run that survived the fault. */
async function waitForOffer(page: Page): Promise<void> {
  const pause = strip(page).getByRole('button', { name: 'Pause', exact: true });
  await shown(async () => {
    await shown(page.getByTestId('status-bar')).toHaveAttribute('data-stale', 'false', { timeout: 2000 });
    if (await pause.isEnabled({ timeout: 100 }).catch(() => false)) await page.getByTestId('stop').tap();
    await shown(continueButton(page)).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: withPatience(90_000) });
}

/** Follows the buttons of Home until a control that starts the arm is enabled. */
async function makeReady(page: Page, start: ReturnType<Page['locator']>): Promise<void> {
  const act = strip(page).getByRole('button', { name: /^(Recover|Release brakes|Engage brakes)$/ });
  const back = page.getByTestId('resume-card').getByRole('button', { name: 'Hold to return the arm' });
  await shown(async () => {
    if (await act.isVisible()) await tapMeant(act);
    else if (await back.isVisible()) {
      const finger = await fingerOn(page);
      const isBack = page.getByText('The arm is back at its position.');
      await holdUntil(page, isBack, (during) => finger.hold(back, during));
    }
    await shown(start).toBeEnabled({ timeout: 2000 });
  }).toPass({ timeout: withPatience(90_000) });
}

/** Time without a network, ms: the page shows that it is stale. */
const offlineMS = 1000;

/** Disconnects the tablet from the network for a while. */
export const disconnectTablet: TabletFault = async ({ page }) => {
  await page.context().setOffline(true);
  await shown(page.getByTestId('status-bar')).toHaveAttribute('data-stale', 'true');
  await page.waitForTimeout(offlineMS);
  await page.context().setOffline(false);
};

/** Stops the run while the database does not respond. */
export const stopWithoutDatabase: TabletFault = ({ stacking, page }) =>
  suspendDatabase(() => page.getByTestId('stop').tap())(stacking);
