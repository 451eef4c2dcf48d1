import { once } from 'node:events';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { shown } from './shown.fixture.ts';

const bench = shareArmPage();

inExhaustiveRuns(() => {
  describe('the editor of a condition', () => {
    it('offers the names that start with the typed text, with their current values', {
      timeout: withPatience(120_000),
    }, async () => {
      // Played to its end, it stays loaded: its variables have values.
      await once(bench.startRoutine('signal-tower.json'), 'exit');
      const page = await bench.open('/routines/routine_example_signal_tower');
      await page.getByTestId('step-Wait').nth(1).click();
      const form = page.getByTestId('step-form');
      await form.getByRole('button', { name: 'Use JavaScript instead' }).click();
      const script = form.getByRole('textbox', { name: 'JavaScript', exact: true });
      const offered = form.getByRole('list', { name: 'Suggestions' });

      await script.fill('vari');
      await shown(offered.getByRole('button', { name: /variables\.cycles/ })).toHaveText(/variable · number · Now: 2/);
      await script.press('Tab');
      await shown(script).toHaveValue('variables.cycles');
      await shown(offered).toHaveCount(0);

      await script.pressSequentially(' === 2 && three');
      await offered
        .getByRole('button', { name: /Three times/ })
        .first()
        .click();
      await shown(script).toHaveValue("variables.cycles === 2 && steps['Three times'].completedCount");

      await script.fill("io['Output 2");
      await shown(offered.getByRole('button')).toHaveText([/io\['Output 2'\]signal · Now: high/]);
      await script.press('Escape');
      await shown(offered).toHaveCount(0);
    });
  });
});
