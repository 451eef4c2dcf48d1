import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { expectSaved, importRoutine, stepSaying } from './routine-editing.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';
import { showByKey } from './show-by-key.fixture.ts';

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
      'keeps the order of the keys in a number with thousands separators',
      async () => {
        const { page, form } = await openRoutine('Thousands');
        await stepSaying(page, 'Wait 0.2 s').click();
        const time = form.getByRole('textbox', { name: 'Time' });
        for (const [typed, kept] of [
          ['1,234.5', '1234.5'],
          ['12,345', '12345'],
        ] as const) {
          await time.selectText();
          await page.keyboard.type(typed);
          await shown(time).toHaveValue(`${kept} s`);
          await shown(stepSaying(page, `Wait ${kept} s`)).toBeVisible();
        }
      },
      testMS,
    );

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

const counting = {
  steps: [
    { id: 'step_loop', stepKind: 'Loop', steps: [{ id: 'step_count', stepKind: 'SetEnvironmentVariable' }] },
    { id: 'step_until', stepKind: 'Wait' },
  ],
  stepConfigurations: {
    step_loop: { stepKind: 'Loop', args: { times: 3 } },
    step_count: {
      stepKind: 'SetEnvironmentVariable',
      args: { variableID: 'variable_count', newValue: { kind: 'constant', value: 0 } },
    },
    step_until: { stepKind: 'Wait', args: { condition: { kind: 'constant', value: true } } },
  },
  environmentVariables: [
    { id: 'variable_count', name: 'count', initialValue: 0 },
    { id: 'variable_weight', name: 'Part weight', initialValue: 1.5 },
  ],
};

async function openCounting(name: string) {
  const page = await bench.open('/routines');
  await importRoutine(bench, page, name, counting);
  await page.getByRole('main').getByRole('link', { name }).tap();
  return { page, form: page.getByTestId('step-form') };
}

describe('the value of a step', () => {
  it(
    'can be typed as a formula, with errors while typing, suggestions and undo',
    async () => {
      const { page, form } = await openCounting('Formulas');
      await stepSaying(page, 'Set count to 0').click();
      await form.getByRole('combobox', { name: 'New value' }).selectOption('Formula');
      const formula = form.getByRole('textbox', { name: 'New value: Formula' });
      await formula.fill('count + 1');
      await shown(stepSaying(page, 'Set count to count + 1')).toBeVisible();
      await formula.fill('count +* 1');
      await shown(form.getByText('A value is missing before ‘*’')).toBeVisible();
      await shown(stepSaying(page, 'Set count to count + 1')).toBeVisible();
      await formula.fill('round(wei');
      await shown(form.getByRole('list', { name: 'Suggestions' }).getByRole('button')).toHaveText([/Part weight/]);
      await formula.press('Tab');
      await formula.pressSequentially(' * 2)');
      await shown(formula).toHaveValue('round([Part weight] * 2)');
      await shown(stepSaying(page, 'Set count to round(Part weight * 2)')).toBeVisible();
      await shown(form.getByTestId('field-warning')).toHaveCount(0);
      await expectSaved(page);
      await form.getByRole('button', { name: 'Use JavaScript instead' }).tap();
      await shown(stepSaying(page, 'Set count to a JavaScript expression')).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();
      await shown(formula).toHaveValue('round([Part weight] * 2)');
      await page.getByRole('button', { name: 'Undo' }).click();
      await shown(stepSaying(page, 'Set count to 0')).toBeVisible();
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'can be a script behind one button, whose warning looks different from its errors',
      async () => {
        const { page, form } = await openCounting('Scripts');
        await stepSaying(page, 'Set count to 0').click();
        await form.getByRole('button', { name: 'Use JavaScript instead' }).tap();
        const script = form.getByRole('textbox', { name: 'JavaScript' });
        await script.fill('variables.count +* 1');
        await shown(form.getByRole('alert').filter({ hasText: 'cannot be read' })).toBeVisible();
        await script.fill('variables.count + 1');
        await shown(form.getByRole('alert')).toHaveCount(0);
        await shown(form.getByTestId('field-warning')).toHaveText(/deprecated/);
        await form.getByRole('button', { name: 'Use the form instead' }).tap();
        await shown(form.getByTestId('field-warning')).toHaveCount(0);
      },
      testMS,
    );
  });
});

inExhaustiveRuns(() => {
  describe('A target beyond the reach of the arm', () => {
    it(
      'counts as a warning in the editor, and the form describes it',
      async () => {
        const page = await bench.open('/routines');
        const pose = { x: 3, y: 0, z: 0.3, i: 1, j: 0, k: 0, w: 0 };
        const id = await importRoutine(bench, page, 'Far away', {
          steps: [{ id: 'step_move', stepKind: 'MoveArmToV2', steps: [{ id: 'step_far', stepKind: 'Waypoint' }] }],
          stepConfigurations: {
            step_move: { stepKind: 'MoveArmToV2', args: {} },
            step_far: { stepKind: 'Waypoint', args: { targetKind: 'singlePosition', target: { pose } } },
          },
        });
        await page.goto(`${bench.url}/routines/${id}`);
        await shown(page.getByTestId('problem-count')).toHaveText('0 problems · 1 warning');
        await page.getByTestId('step-Waypoint').tap();
        await shown(page.getByTestId('step-form')).toContainText('The target is 3.0 m from the base, out of reach');
      },
      testMS,
    );
  });
});

describe('a condition', () => {
  it(
    'can be built by touch from lists, with a compared value of the matching type',
    async () => {
      const { page, form } = await openCounting('Form conditions');
      await stepSaying(page, 'Wait until true').tap();
      const subject = (place: string) => form.getByRole('combobox', { name: `Condition ${place}: value`, exact: true });
      const operator = (place: string) => form.getByRole('combobox', { name: `Condition ${place}: comparison` });
      await subject('1').selectOption('count');
      await operator('1').selectOption('is between');
      await form.getByRole('textbox', { name: 'Condition 1: to: Value' }).fill('5');
      await shown(stepSaying(page, 'Wait until count ≥ 0 and count ≤ 5')).toBeVisible();
      await form.getByRole('button', { name: 'Add condition' }).tap();
      await form.getByRole('combobox', { name: 'Condition 2: compared with: Value' }).selectOption('Low');
      await form.getByRole('combobox', { name: 'Combined with' }).selectOption({ index: 1 });
      await shown(stepSaying(page, "(count ≥ 0 and count ≤ 5) or Input 1 = 'low'")).toBeVisible();
      await subject('2').selectOption('1 Loop: times completed');
      await shown(form.getByRole('textbox', { name: 'Condition 2: compared with: Value' })).toHaveValue('0');
      await form.getByRole('button', { name: 'Edit as formula' }).tap();
      const formula = form.getByRole('textbox', { name: 'Until: Formula' });
      await shown(formula).toHaveValue('count ≥ 0 and count ≤ 5 or [1 Loop: times completed] = 0');
      await formula.fill('count > 2');
      await form.getByRole('button', { name: 'Edit as list' }).tap();
      await shown(operator('1')).toHaveValue('>');
      await shown(form.getByRole('button', { name: 'Remove condition 1' })).toHaveCount(0);
      await expectSaved(page);
    },
    testMS,
  );
});

inExhaustiveRuns(() => {
  describe('several steps of one kind', () => {
    it(
      'change together if the author chooses so, with one undo',
      async () => {
        const { page, form } = await openRoutine('Alike');
        const first = stepSaying(page, 'Wait 0.2 s').first();
        await first.click();
        await page.getByRole('button', { name: 'Duplicate' }).tap();
        await first.click();
        await page.keyboard.press('Shift+ArrowDown');
        await form.getByRole('radio', { name: 'All 2 selected' }).tap();
        await form.getByRole('textbox', { name: 'Time' }).fill('3');
        await shown(stepSaying(page, 'Wait 3 s')).toHaveCount(2);
        await page.getByRole('button', { name: 'Undo' }).click();
        await shown(stepSaying(page, 'Wait 0.2 s')).toHaveCount(2);
        await form.getByRole('radio', { name: 'This step' }).tap();
        await form.getByRole('textbox', { name: 'Time' }).fill('4');
        await shown(stepSaying(page, 'Wait 4 s')).toHaveCount(1);
      },
      testMS,
    );
  });
});

describe('the rows of the editor', () => {
  it(
    'become compact if the author chooses so, also after a reload, and their keys are listed',
    async () => {
      const { page } = await openCounting('Density');
      const row = stepSaying(page, 'Set count to 0');
      const heightOf = async () => (await row.boundingBox())?.height;
      await shown.poll(heightOf).toBe(44);
      const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await showByKey(page, '?', sheet);
      await shown(sheet.getByText('Ctrl+D')).toBeVisible();
      await sheet.getByRole('radio', { name: 'Compact' }).tap();
      await page.keyboard.press('Escape');
      await shown(sheet).toHaveCount(0);
      await shown.poll(heightOf).toBe(28);
      await page.reload();
      await shown.poll(heightOf).toBe(28);
      await row.click();
      await page.keyboard.press('ArrowUp');
      await shown(stepSaying(page, 'Repeat three times')).toHaveAttribute('aria-selected', 'true');
      const commands = page.getByRole('combobox', { name: 'Commands' });
      await showByKey(page, 'Control+k', commands);
      await commands.fill('Touch-friendly rows');
      await page.keyboard.press('Enter');
      await shown.poll(heightOf).toBe(44);
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'are opened from another screen by the name of their routine, which also filters the runs',
      async () => {
        const { page } = await openCounting('Named rows');
        await shown(stepSaying(page, 'Set count to 0')).toBeVisible();
        await page.getByRole('link', { name: 'Runs', exact: true }).tap();
        await shown(
          page.getByRole('combobox', { name: 'Routine' }).getByRole('option', { name: 'Named rows' }),
        ).toHaveCount(1);
        const commands = page.getByRole('combobox', { name: 'Commands' });
        await showByKey(page, 'Control+k', commands);
        await commands.fill('named rows');
        await shown(page.getByRole('option', { name: 'Named rows Routine' })).toHaveAttribute('aria-selected', 'true');
        await page.keyboard.press('Enter');
        await shown(stepSaying(page, 'Set count to 0')).toBeVisible();
      },
      testMS,
    );
  });
});
