import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { expectSaved, importRoutine, stepSaying } from './routine-editing.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(90_000);
const bench = sharePage();

const routine = {
  steps: [
    { id: 'step_wait', stepKind: 'Wait' },
    { id: 'step_ask', stepKind: 'WaitForConfirmation' },
  ],
  stepConfigurations: {
    step_wait: { stepKind: 'Wait', args: { milliseconds: 200 } },
    step_ask: { stepKind: 'WaitForConfirmation', args: { message: 'Which part?' } },
  },
};

async function openRoutine(name: string) {
  const page = await bench.open('/routines');
  await importRoutine(bench, page, name, routine);
  await page.getByRole('main').getByRole('link', { name }).tap();
  return { page, form: page.getByTestId('step-form') };
}

describe('A number of a step', () => {
  inExhaustiveRuns(() => {
    it(
      'accepts a decimal comma or a point key by key, is shown as typed and stored as meant',
      async () => {
        const { page, form } = await openRoutine('Decimals');
        await stepSaying(page, 'Wait 0.2 s').click();
        const time = form.getByRole('textbox', { name: 'Time' });
        for (const [typed, kept] of [
          ['0,5', 'Wait 0.5 s'],
          ['0.75', 'Wait 0.75 s'],
          ['1,05', 'Wait 1.05 s'],
        ] as const) {
          await time.selectText();
          await page.keyboard.type(typed);
          await shown(time).toHaveValue(`${typed} s`);
          await shown(stepSaying(page, kept)).toBeVisible();
        }
        await time.fill('2,5');
        await shown(time).toHaveValue('2,5 s');
        await shown(stepSaying(page, 'Wait 2.5 s')).toBeVisible();
        await expectSaved(page);
      },
      testMS,
    );
  });

  it(
    'shows an error for text that is no number, and keeps the previous one',
    async () => {
      const { page, form } = await openRoutine('Words');
      await stepSaying(page, 'Wait 0.2 s').click();
      const time = form.getByRole('textbox', { name: 'Time' });
      await time.selectText();
      await page.keyboard.type('x');
      await shown(form.getByText('‘x’ is not a number')).toBeVisible();
      await shown(time).toHaveValue('0.2 s');
      await page.keyboard.type('3');
      await shown(form.getByText('is not a number')).toBeHidden();
      await shown(stepSaying(page, 'Wait 3 s')).toBeVisible();
      await time.fill('1.234,5');
      await shown(form.getByText('‘1.234,5’ is not a number')).toBeVisible();
      await shown(stepSaying(page, 'Wait 3 s')).toBeVisible();
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'follows the language of the page, never wrong by a factor of a thousand',
      async () => {
        const { page, form } = await openRoutine('Thousands');
        await stepSaying(page, 'Wait 0.2 s').click();
        const time = form.getByRole('textbox', { name: 'Time' });
        await time.selectText();
        await page.keyboard.type('1,500');
        await shown(time).toHaveValue('1500 s');
        await shown(stepSaying(page, 'Wait 1500 s')).toBeVisible();
        await time.fill('2,345.5');
        await shown(stepSaying(page, 'Wait 2345.5 s')).toBeVisible();
        await page.getByRole('button', { name: /: Deutsch$/ }).click();
        const zeit = form.getByRole('textbox', { name: 'Zeit' });
        await zeit.selectText();
        await page.keyboard.type('1.500');
        await shown(stepSaying(page, '1500 s warten')).toBeVisible();
        await zeit.selectText();
        await page.keyboard.type('1,25');
        await shown(stepSaying(page, '1,25 s warten')).toBeVisible();
      },
      testMS,
    );
  });
});

inExhaustiveRuns(() => {
  describe('A question to the operator', () => {
    it(
      'shows the fields of its kind of answer, and keeps those of another kind',
      async () => {
        const { page, form } = await openRoutine('Questions');
        await stepSaying(page, 'Which part?').click();
        const choices = form.getByRole('textbox', { name: 'Choices' });
        const needsWords = form.getByRole('switch', { name: 'Needs words' });
        await shown(form.getByRole('textbox', { name: 'Message' })).toBeVisible();
        await shown(choices).toBeHidden();
        await shown(needsWords).toBeHidden();
        await form.getByRole('radio', { name: 'Choose' }).tap();
        await choices.fill('Flange\nShaft');
        await shown(needsWords).toBeHidden();
        await form.getByRole('radio', { name: 'Text' }).tap();
        await shown(choices).toBeHidden();
        await shown(needsWords).toBeVisible();
        await form.getByRole('radio', { name: 'Choose' }).tap();
        await shown(choices).toHaveValue('Flange\nShaft');
      },
      testMS,
    );
  });
});
