import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { tapMeant } from './pointer.fixture.ts';
import { importRoutine } from './routine-editing.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot } from './socket.fixture.ts';

const testMS = withPatience(90_000);
const bench = shareArmPage();

const devicesSchema = z.object({
  items: z.array(z.object({ id: z.string(), config: z.object({ kind: z.string(), name: z.string() }) })),
});
const headersOf = () => ({ authorization: `Bearer ${bench.token}` });
const equipment = () => `${bench.url}/api/v1/cell/equipment`;

async function findGripper(page: Page) {
  const answer = await page.request.get(`${equipment()}?isEnabled=true`, { headers: headersOf() });
  const gripper = devicesSchema.parse(await answer.json()).items.find(({ config }) => config.kind === 'OnRobot2FG7');
  if (!gripper) throw new Error('The cell has no 2FG7');
  return { id: gripper.id, name: gripper.config.name };
}

async function rehearse(page: Page, id: string, faults: readonly string[]): Promise<void> {
  const to = `${equipment()}/${id}/rehearsal?robotKind=simulated`;
  expect((await page.request.put(to, { headers: headersOf(), data: { faults } })).status()).toBe(200);
}

inExhaustiveRuns(() => {
  describe('The devices on Home', () => {
    it(
      'disable Play, and are named, while one that the routine uses does not answer',
      async () => {
        const page = await bench.open('/');
        const { id, name } = await findGripper(page);
        const routineID = await importRoutine(bench, page, 'Gripping', {
          steps: [{ id: 'step_grip', stepKind: 'ActuateGripper' }],
          stepConfigurations: { step_grip: { stepKind: 'ActuateGripper', args: { equipmentID: id } } },
        });
        await sendToRobot(page, bench, ['loadRoutine', { routineID }], ['setBrakes', { state: 'disengaged' }]);
        const chip = page.getByTestId('home-devices').getByRole('link', { name });
        const play = page.getByRole('main').getByRole('button', { name: 'Play', exact: true });
        await shown(chip).toContainText('Ready');
        await shown(play).toBeEnabled();
        await rehearse(page, id, ['silent']);
        await shown(page.getByTestId('next-text')).toHaveText(/^‘.*’ (does not answer|has an error)\. Check it/);
        await shown(page.getByTestId('next-text')).toContainText(`‘${name}’`);
        await shown(play).toBeDisabled();
        await rehearse(page, id, []);
        await shown(page.getByTestId('next-text')).toHaveText('The arm is ready.');
        await shown(play).toBeEnabled();
        await tapMeant(chip);
        await shown(page).toHaveURL(new RegExp(`/box\\?device=${id}`));
      },
      testMS,
    );
  });
});
