import { calibrationResultSchema } from '@cellwright/domain/equipment';
import { distancePoses, makePose, quaternionFromEulerDegrees } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { expectNoBarriers } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { fingerOn, holdUntil, tapMeant } from './pointer.fixture.ts';
import { shown } from './shown.fixture.ts';

const bench = shareArmPage();
/** Truth of the simulated camera: it is where its configuration says. */
const mount = { x: 0.01, y: -0.09, z: 0.03, rx: 2, ry: -3, rz: 5 };

describe('The calibration of a wrist camera', () => {
  // Slow because the arm drives to eight poses, each with a picture at rest.
  it(
    'drives the simulated arm around a board, and finds the camera within 0.2 mm and 0.1°',
    async () => {
      const page = await bench.open('/calibrate-arm');
      const headers = { authorization: `Bearer ${bench.token}` };
      const root = `${bench.url}/api/v1/cell`;
      await shown(page.getByText('No cameras')).toBeVisible();
      const config = { kind: 'WristCamera', name: 'Eye', ...mount };
      const made = await page.request.post(`${root}/equipment`, { headers, data: { config, isEnabled: true } });
      const { id }: { id: string } = await made.json();
      await page.reload();

      const board = page.getByTestId('board-state');
      await shown(board).toContainText('No whole board');
      await page.getByRole('button', { name: 'Place board in the simulated cell' }).tap();
      await shown(board).toHaveText(/Board found.*Sharp.*Well exposed/);
      await expectNoBarriers(page, 'calibrating a camera');
      await page.getByRole('button', { name: 'Take first picture' }).tap();
      await shown(page.getByTestId('view-count')).toContainText('1 of');
      await tapMeant(page.getByRole('button', { name: 'Release brakes' }));

      const finger = await fingerOn(page);
      const enough = page.getByTestId('view-count').filter({ hasText: /^(8|9|\d\d) of/ });
      await holdUntil(page, enough, (during) => finger.hold(page.getByTestId('drive'), during));
      await page.getByRole('button', { name: 'Calculate' }).tap();
      await shown(page.getByTestId('expected-error')).toContainText('Expected error: 0.');
      const checked = page.getByTestId('check-result');
      await holdUntil(page, checked, (during) => finger.hold(page.getByTestId('check'), during));
      await shown(checked).toContainText(/agrees?: .*0\.\d+ mm off/);
      await page.getByRole('link', { name: 'Move' }).tap();
      const question = page.getByRole('dialog', { name: 'Unsaved changes' });
      await shown(question).toContainText('Calibration of Eye');
      await question.getByRole('button', { name: 'Stay' }).tap();
      await page.getByRole('button', { name: 'Save calibration' }).tap();
      await shown(page.getByTestId('stored-calibration')).toContainText('version 1');

      const stored = await page.request.get(`${root}/camera-calibrations/${id}`, { headers });
      const { pose } = calibrationResultSchema.parse(await stored.json());
      const truth = makePose([mount.x, mount.y, mount.z], quaternionFromEulerDegrees([mount.rx, mount.ry, mount.rz]));
      const { translation, rotation } = distancePoses(pose, truth);
      expect(1000 * translation).toBeLessThan(0.2);
      expect((rotation * 180) / Math.PI).toBeLessThan(0.1);
      await page.getByRole('link', { name: 'Move' }).tap();
      await page.waitForURL('**/move');
    },
    withPatience(180_000),
  );
});
