import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();

/** Leaves an output on. */
const file = {
  format: 'cellwright.routine',
  formatVersion: 1,
  routine: {
    id: 'routine_lamp',
    name: 'Lamp',
    description: '',
    isTemplate: false,
    steps: [
      { id: 'step_lamp', stepKind: 'SetIO' },
      { id: 'step_wait', stepKind: 'Wait' },
    ],
    stepConfigurations: {
      step_lamp: { stepKind: 'SetIO', args: { outputs: [{ kind: 'Output', port: 4, level: 'high' }] } },
      step_wait: { stepKind: 'Wait', args: { milliseconds: 1500 } },
    },
    space: [],
    environmentVariables: [],
  },
};

inExhaustiveRuns(() => {
  describe('The tests of a routine in the editor', () => {
    it(
      'run on the edited version, and show failed expectations',
      async () => {
        const page = await bench.open('/');
        const headers = { authorization: `Bearer ${bench.token}` };
        const tests = [
          { name: 'Lights the lamp', expect: { outputs: { 'Output 4': 'high' } } },
          { name: 'Does not wait', expect: { notReached: ['step_wait'] } },
        ];
        const data = { ...file, routine: { ...file.routine, id: 'routine_tested_lamp', name: 'Tested lamp', tests } };
        const imported = await page.request.post(`${bench.url}/api/v1/cell/routines/import`, { headers, data });
        expect(imported.status()).toBe(200);
        await page.goto(`${bench.url}/routines/routine_tested_lamp`);
        await page.getByTestId('problem-count').tap();
        const run = page.getByRole('button', { name: 'Run the tests' });
        expect((await run.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        await run.tap();
        await shown(page.getByTestId('tests-status')).toHaveText('1 of 2 passed', { timeout: withPatience(60_000) });
        const results = page.getByTestId('test-results');
        await shown(results.getByRole('listitem')).toHaveCount(2);
        await results.getByRole('button', { name: /expect\.notReached\.0/ }).tap();
        await shown(page.getByTestId('step-Wait')).toHaveAttribute('aria-selected', 'true');
      },
      withPatience(120_000),
    );
  });
});

describe('A dry run in the editor', () => {
  it(
    'shows its findings at the steps, and the duration of the routine',
    async () => {
      const page = await bench.open('/');
      const headers = { authorization: `Bearer ${bench.token}` };
      const imported = await page.request.post(`${bench.url}/api/v1/cell/routines/import`, { headers, data: file });
      expect(imported.status()).toBe(200);
      await page.goto(`${bench.url}/routines/routine_lamp`);
      await page.getByTestId('problem-count').tap();

      const prove = page.getByRole('button', { name: 'Start dry run', exact: true });
      expect((await prove.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      const totals = page.getByTestId('proof-totals');
      const before = await totals.boundingBox();
      await prove.tap();
      await shown(page.getByTestId('proof-status')).toHaveText('Dry run completed', { timeout: withPatience(60_000) });
      await shown(totals).toContainText(/1\.5\d s/);
      expect(await totals.boundingBox()).toEqual(before);
      await shown(page.getByTestId('step-SetIO').getByTestId('proof-badge')).toHaveAttribute(
        'data-severity',
        'warning',
      );
      const finding = page.getByTestId('proof-findings').getByRole('button');
      await shown(finding).toContainText('1 · Output left on');
      await shown(finding).toContainText('Output 4 is still on at the end of the routine');

      await page.getByRole('button', { name: 'Play in 3D' }).tap();
      const bar = page.getByTestId('dry-run-bar');
      await shown(page.getByTestId('replay-time')).toContainText('/ 1.5');
      // The finding is where its step began.
      await finding.tap();
      await shown(page.getByTestId('step-SetIO')).toHaveAttribute('aria-current', 'step');
      const instant = bar.getByRole('slider', { name: 'Time in the run' });
      for (let times = 0; times < 5; times++) await instant.press('ArrowRight');
      await shown(page.getByTestId('step-Wait')).toHaveAttribute('aria-current', 'step');
      await page.getByTestId('problem-count').tap();
      await bar.getByRole('button', { name: 'Close the dry run' }).tap();
      await shown(bar).toHaveCount(0);

      await finding.tap();
      await shown(page.getByTestId('step-SetIO')).toHaveAttribute('aria-selected', 'true');
      await page.getByRole('textbox', { name: 'Name of the routine' }).fill('Lamp 2');
      await shown(page.getByTestId('proof-badge')).toHaveCount(0);
      await page.getByTestId('problem-count').tap();
      await shown(page.getByTestId('proof-status')).toHaveText('The routine changed after the dry run. Run it again.');

      await page.evaluate(() => localStorage.setItem('cellwright.language', 'de'));
      await page.reload();
      await page.getByTestId('problem-count').tap();
      await shown(page.getByRole('button', { name: 'Probelauf starten' })).toBeEnabled();
    },
    withPatience(120_000),
  );
});

inExhaustiveRuns(() => {
  describe('The editor in German', () => {
    it(
      'shows the steps, the library and a form in German as soon as it is chosen',
      async () => {
        const page = await bench.open('/');
        const headers = { authorization: `Bearer ${bench.token}` };
        const data = { ...file, routine: { ...file.routine, id: 'routine_german_lamp', name: 'German lamp' } };
        const imported = await page.request.post(`${bench.url}/api/v1/cell/routines/import`, { headers, data });
        expect(imported.status()).toBe(200);
        await page.goto(`${bench.url}/routines/routine_german_lamp`);
        await shown(page.getByTestId('step-SetIO')).toContainText('Set Output 4 high', {
          timeout: withPatience(60_000),
        });

        await page.getByRole('button', { name: 'Language: Deutsch' }).tap();
        await shown(page.getByTestId('step-SetIO')).toContainText('Output 4 auf Ein setzen');
        await shown(page.getByTestId('step-Wait')).toContainText('1,5 s warten');
        await page.getByRole('button', { name: 'Schritte', exact: true }).tap();
        await shown(page.getByTestId('library-ActuateGripper')).toHaveText('Greifer betätigen');
        const search = page.getByRole('textbox', { name: 'Schritte suchen' });
        await search.fill('schrauber');
        await shown(page.getByTestId('library-ActuateScrewdriver')).toBeVisible();
        await shown(page.getByTestId('library-ActuateGripper')).toHaveCount(0);
        await search.fill('press button');
        await shown(page.getByTestId('library-PressButton')).toHaveText('Taster drücken');

        await page.getByTestId('step-SetIO').tap();
        const form = page.getByTestId('step-form');
        await shown(form).toContainText('E/A setzen');
        await shown(form).toContainText('Sicherheitsausgänge können nicht gesetzt werden.');
        await shown(form.getByRole('textbox', { name: 'Nummer' })).toHaveValue('4');
        await shown(form.getByRole('radio', { name: 'Ein', exact: true })).toBeChecked();

        await page.getByRole('button', { name: 'Sprache: English' }).tap();
        await shown(page.getByTestId('step-SetIO')).toContainText('Set Output 4 high');
      },
      withPatience(120_000),
    );
  });
});
