import type { CDPSession, Page } from '@playwright/test';
import fc from 'fast-check';
import { type Control, listControls } from './gloves.fixture.ts';
import type { FileBench } from './shared-browser.fixture.ts';

/** Random event: the hand presses a control and then a position, or the cell changes by itself. */
export type Happening =
  | {
      readonly kind: 'press';
      /** Index of the control, and of a position that any control had; both wrap around. */
      readonly control: number;
      readonly place: number;
      /** Interval between the two presses, ms. */
      readonly gapMS: number;
      /** True if the second press is a hold. */
      readonly isHeld: boolean;
    }
  | { readonly kind: 'emergencyStop' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('press' as const),
      control: fc.nat(1000),
      place: fc.nat(1000),
      gapMS: fc.integer({ min: 120, max: 700 }),
      isHeld: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'emergencyStop' as const }) },
);

/** Returns the same events for the same seed. */
export function drawHappenings(seed: number, count: number): readonly Happening[] {
  const [drawn = []] = fc.sample(fc.array(happening, { minLength: count, maxLength: count }), { seed, numRuns: 1 });
  return drawn;
}

const holdMS = 750;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Hand that presses hastily on a page, while the cell changes. */
export class RandomHand {
  private readonly places = new Map<string, Control>();
  private readonly page: Page;
  private readonly bench: Pick<FileBench, 'url' | 'token'>;
  private readonly session: CDPSession;

  private constructor(page: Page, bench: Pick<FileBench, 'url' | 'token'>, session: CDPSession) {
    this.page = page;
    this.bench = bench;
    this.session = session;
  }

  static async at(page: Page, bench: Pick<FileBench, 'url' | 'token'>): Promise<RandomHand> {
    return new RandomHand(page, bench, await page.context().newCDPSession(page));
  }

  async live(happenings: readonly Happening[]): Promise<void> {
    for (const each of happenings) {
      if (each.kind === 'press') await this.press(each);
      else await this.stopAtTheCell();
    }
  }

  private async press({ control, place, gapMS, isHeld }: Extract<Happening, { kind: 'press' }>): Promise<void> {
    const controls = await listControls(this.page);
    for (const each of controls) this.places.set(JSON.stringify(each.box), each);
    const first = controls[control % Math.max(1, controls.length)];
    const second = [...this.places.values()][place % Math.max(1, this.places.size)];
    if (!first || !second) return;
    // Controls that start the arm are held, so that runs occur, too.
    await this.touch(first, first.startsMotion ? holdMS : 0);
    await wait(gapMS);
    await this.touch(isHeld ? second : first, isHeld ? holdMS : 0);
  }

  private async touch({ box }: Control, heldMS: number): Promise<void> {
    const point = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    await this.session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await wait(heldMS);
    await this.session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  private async stopAtTheCell(): Promise<void> {
    const headers = { authorization: `Bearer ${this.bench.token}` };
    await this.page.request.post(`${this.bench.url}/api/v1/cell/robots/simulated/emergency-stop`, { headers });
  }
}
