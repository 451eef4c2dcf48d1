import { describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { pressPast, releaseBrakesOnMove, tapMeant } from './pointer.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot } from './socket.fixture.ts';

const testMS = withPatience(90_000);
const bench = shareArmPage();

describe('A failure that needs manual motion', () => {
  it(
    'shows its recovery action, lets the arm move only that way, and then recovers',
    async () => {
      const page = await bench.open('/move');
      await releaseBrakesOnMove(page);
      await sendToRobot(page, bench, ['injectFault', { fault: 'jointLimit', joint: 0, size: 0.02 }]);
      await shown(page.getByTestId('way-out-text')).toContainText('Joint 0 is beyond its limit');
      const recover = page.getByTestId('way-out').getByRole('button', { name: 'Recover' });
      expect(await recover.isDisabled()).toBe(true);
      const isBeyond = page.getByTestId('way-out-text').filter({ hasText: 'beyond its limit' });
      await pressPast(page.getByTestId('J0-minus'), () => isBeyond.isHidden());
      await page.mouse.up();
      await tapMeant(recover);
      await shown(page.getByTestId('way-out')).toBeHidden();
    },
    testMS,
  );
});
