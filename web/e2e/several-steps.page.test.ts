import { inExhaustiveRuns, isExhaustive } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { switchOnFlags } from './flags.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { fingerOn, mouseOn, under } from './pointer.fixture.ts';
import { expectSaved, expectSteps, importRoutine, stepSaying } from './routine-editing.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(90_000);
const bench = sharePage();

const step = (id: string, stepKind: string, ...steps: object[]) => ({
  id: `step_${id}`,
  stepKind,
  ...(steps.length > 0 && { steps }),
});
const wait = (milliseconds: number) => ({ stepKind: 'Wait', args: { milliseconds } });
const plain = (stepKind: string) => ({ stepKind, args: {} });
const parts = { kind: 'variable', variableID: 'variable_parts' };
const pose = { x: 0.4, y: -0.2, z: 0.3, i: 0, j: 1, k: 0, w: 0 };
const positions = [{ jointAngles: [0, 0, 1.5, 0, -1.5, 0], pose }];

/** Move with everything it depends on; the positions and the variable that it names belong to the routine. */
const filling = {
  mainLoopStepID: 'step_fill',
  steps: [
    step(
      'fill',
      'Loop',
      step('short', 'Wait'),
      step('move', 'MoveArmToV2', step('there', 'Waypoint')),
      step('count', 'SetEnvironmentVariable'),
      step('long', 'Wait'),
    ),
  ],
  stepConfigurations: {
    step_fill: plain('Loop'),
    step_short: wait(100),
    step_move: plain('MoveArmToV2'),
    step_there: {
      stepKind: 'Waypoint',
      args: {
        targetKind: 'positionList',
        positionListID: 'space_shelf',
        // Conditions that end a move early are stored as text.
        stopEarlyConditions: JSON.stringify([
          [{ kind: 'conditional', operator: '>', left: parts, right: { kind: 'constant', value: 3 } }],
        ]),
      },
    },
    step_count: {
      stepKind: 'SetEnvironmentVariable',
      args: { variableID: 'variable_parts', newValue: { kind: 'constant', value: 7 } },
    },
    step_long: wait(200),
  },
  space: [
    { id: 'space_rack', name: 'Rack', kind: 'singlePosition', positions },
    {
      id: 'space_shelf',
      name: 'Shelf',
      kind: 'singlePosition',
      positions,
      anchoredToID: 'space_rack',
      anchorPose: pose,
    },
  ],
  environmentVariables: [{ id: 'variable_parts', name: 'parts', initialValue: 0 }],
};
const fillingSteps = [
  '1 Repeat forever',
  '1.1 Wait 0.1 s',
  '1.2 Move the arm at 50 %',
  '1.2.1 Move to Shelf',
  '1.3 Set parts to 7',
  '1.4 Wait 0.2 s',
];

const emptying = {
  mainLoopStepID: 'step_empty',
  steps: [step('empty', 'Loop', step('pause', 'Wait'))],
  stepConfigurations: { step_empty: { stepKind: 'Loop', args: { times: 2 } }, step_pause: wait(500) },
};

/** Resets both routines in the cell, and opens their list. */
async function openRoutines(): Promise<Page> {
  const page = await bench.open('/routines');
  await switchOnFlags(page, bench, ['stopEarlyIf']);
  await importRoutine(bench, page, 'Fill boxes', filling);
  await importRoutine(bench, page, 'Empty boxes', emptying);
  return page;
}

/** Uses the list, since the page is loaded only once. */
async function goTo(page: Page, routine: string): Promise<void> {
  await page.getByRole('link', { name: 'Routines', exact: true }).tap();
  await page.getByRole('main').getByRole('link', { name: routine }).tap();
  await shown(page.getByRole('textbox', { name: 'Name of the routine' })).toHaveValue(routine);
}

/** Selects from one step to another below it, by keyboard. */
async function choose(page: Page, first: string, below: number): Promise<void> {
  await stepSaying(page, first).click();
  for (let count = 0; count < below; count++) await page.keyboard.press('Shift+ArrowDown');
  await shown(page.getByRole('treeitem', { selected: true })).toHaveCount(below + 1);
}

/** Expects that the saved routine is valid in the cell as well: the editor's result may be outdated. */
async function expectValid(page: Page): Promise<void> {
  await expectSaved(page);
  const headers = { authorization: `Bearer ${bench.token}` };
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const answer = await page.request.post(`${bench.url}/api/v1/cell/routines/${id}/validate`, { headers });
  expect(await answer.json()).toEqual({ problems: [] });
  await shown(page.getByTestId('problem-count')).toHaveText('0 problems');
}

inExhaustiveRuns(() => {
  describe('Steps between two routines', () => {
    it(
      'can be copied with the objects that they use, and are valid there',
      async () => {
        const page = await openRoutines();
        await goTo(page, 'Fill boxes');
        await choose(page, 'Move the arm', 2);
        await page.keyboard.press('Control+c');
        await goTo(page, 'Empty boxes');
        await stepSaying(page, 'Wait 0.5 s').click();
        await page.keyboard.press('Control+v');
        const pasted = [
          '1 Repeat twice',
          '1.1 Wait 0.5 s',
          '1.2 Move the arm at 50 %',
          '1.2.1 Move to Shelf',
          '1.3 Set parts to 7',
        ];
        await expectSteps(page, pasted);
        await expectValid(page);
        await page.getByRole('radio', { name: 'Data' }).tap();
        await shown(page.getByRole('textbox', { name: 'Name of the space item' })).toHaveCount(2);
        await shown(page.getByRole('textbox', { name: 'Name of the variable' })).toHaveValue('parts');
        await page.reload();
        await expectSteps(page, pasted);
        await expectValid(page);
        await goTo(page, 'Fill boxes');
        await expectSteps(page, fillingSteps);
      },
      testMS,
    );

    it(
      'can be cut from one and pasted into the other; an undo in each reverts its part',
      async () => {
        const page = await openRoutines();
        await goTo(page, 'Fill boxes');
        await choose(page, 'Set parts', 1);
        await page.keyboard.press('Control+x');
        await expectSteps(page, fillingSteps.slice(0, 4));
        await page.keyboard.press('Control+z');
        await expectSteps(page, fillingSteps);
        await page.keyboard.press('Control+y');
        await expectSteps(page, fillingSteps.slice(0, 4));
        await goTo(page, 'Empty boxes');
        await stepSaying(page, 'Repeat twice').click();
        await page.keyboard.press('Control+v');
        const pasted = ['1 Repeat twice', '1.1 Wait 0.5 s', '2 Set parts to 7', '3 Wait 0.2 s'];
        await expectSteps(page, pasted);
        await expectValid(page);
        await page.keyboard.press('Control+z');
        await expectSteps(page, pasted.slice(0, 2));
        await goTo(page, 'Fill boxes');
        await expectSteps(page, fillingSteps.slice(0, 4));
      },
      testMS,
    );

    it(
      "stay in the system's clipboard for a reloaded page; a place where they are not allowed shows a message",
      async () => {
        const page = await openRoutines();
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await goTo(page, 'Fill boxes');
        await stepSaying(page, 'Move to Shelf').click();
        await page.keyboard.press('Control+c');
        await page.goto(`${bench.url}/routines/routine_several_steps_empty_boxes`);
        await stepSaying(page, 'Wait 0.5 s').click();
        await page.keyboard.press('Control+v');
        await shown(page.getByText('This step cannot be placed there.')).toBeVisible();
        await expectSteps(page, ['1 Repeat twice', '1.1 Wait 0.5 s']);
        await page.getByRole('button', { name: 'Steps', exact: true }).click();
        await page.getByTestId('library-MoveArmToV2').click();
        await expectSteps(page, [
          '1 Repeat twice',
          '1.1 Wait 0.5 s',
          '1.2 Move the arm at 50 %',
          '1.2.1 Move to a position (joint)',
        ]);
        await stepSaying(page, 'Move to a position (joint)').click();
        await page.keyboard.press('Control+v');
        await shown(stepSaying(page, 'Move to Shelf')).toHaveText(/^1\.2\.2/);
      },
      testMS,
    );
  });
});

describe('Several steps selected by keyboard', () => {
  it(
    'can be disabled, duplicated and deleted together, and each action is one undo',
    async () => {
      const page = await openRoutines();
      await goTo(page, 'Fill boxes');
      const disabled = page.getByRole('treeitem').getByLabel('Disabled', { exact: true });
      await choose(page, 'Set parts', 1);
      await page.keyboard.press('Control+/');
      await shown(disabled).toHaveCount(2);
      await page.keyboard.press('Control+/');
      await shown(disabled).toHaveCount(0);
      await page.keyboard.press('Control+z');
      await shown(disabled).toHaveCount(2);
      await page.keyboard.press('Control+z');
      await shown(disabled).toHaveCount(0);

      await page.keyboard.press('Control+d');
      await expectSteps(page, [...fillingSteps, '1.5 Set parts to 7', '1.6 Wait 0.2 s']);
      await page.keyboard.press('Control+z');
      await expectSteps(page, fillingSteps);

      // Upwards as well, and back by one.
      await stepSaying(page, 'Wait 0.2 s').click();
      for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(`Shift+${key}`);
      await shown(page.getByRole('treeitem', { selected: true })).toHaveCount(2);
      await page.keyboard.press('Delete');
      await expectSteps(page, fillingSteps.slice(0, 4));
      await page.keyboard.press('Control+z');
      await expectSteps(page, fillingSteps);
      await expectValid(page);
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'include every step after Ctrl+A; a routine keeps at least one, and shows why',
      async () => {
        const page = await openRoutines();
        await goTo(page, 'Fill boxes');
        await stepSaying(page, 'Wait 0.1 s').click();
        await page.keyboard.press('Control+a');
        await shown(page.getByRole('treeitem', { selected: true })).toHaveCount(fillingSteps.length);
        await page.keyboard.press('Delete');
        await shown(page.getByText('A routine needs at least one step. Add another step first.')).toBeVisible();
        await expectSteps(page, fillingSteps);
        await page.keyboard.press('Control+d');
        const twice = [...fillingSteps, ...fillingSteps.map((text) => text.replace(/^1/, '2'))];
        await expectSteps(page, twice);
        await expectValid(page);
        await page.keyboard.press('Control+z');
        await expectSteps(page, fillingSteps);
      },
      testMS,
    );

    it(
      'can be duplicated only where each of them is allowed',
      async () => {
        const page = await openRoutines();
        await goTo(page, 'Fill boxes');
        // A waypoint, and a step beside the move around it.
        await choose(page, 'Move to Shelf', 1);
        await page.keyboard.press('Control+d');
        await shown(page.getByText('This step cannot be placed there.')).toBeVisible();
        await expectSteps(page, fillingSteps);
        await expectValid(page);
      },
      testMS,
    );
  });
});

const pointers = [
  { how: 'the mouse', pointTo: mouseOn },
  { how: 'touch', pointTo: fingerOn },
];

describe.each(isExhaustive() ? pointers : pointers.slice(0, 1))('A drag by $how', ({ pointTo }) => {
  const background = {
    steps: [
      step('loop', 'Loop', step('move', 'MoveArmToV2', step('one', 'Waypoint'), step('other', 'Waypoint'))),
      step('beside', 'RunInBackground', step('inside', 'Wait'), step('then', 'Wait')),
      step('last', 'Wait'),
    ],
    stepConfigurations: {
      step_loop: { stepKind: 'Loop', args: { times: 2 } },
      step_move: plain('MoveArmToV2'),
      step_one: { stepKind: 'Waypoint', args: { targetKind: 'positionList', positionListID: 'space_one' } },
      step_other: { stepKind: 'Waypoint', args: { targetKind: 'positionList', positionListID: 'space_other' } },
      step_beside: plain('RunInBackground'),
      step_inside: wait(100),
      step_then: wait(200),
      step_last: wait(300),
    },
    space: [
      { id: 'space_one', name: 'One', kind: 'singlePosition', positions },
      { id: 'space_other', name: 'Other', kind: 'singlePosition', positions },
    ],
  };
  const steps = [
    '1 Repeat twice',
    '1.1 Move the arm at 50 %',
    '1.1.1 Move to One',
    '1.1.2 Move to Other',
    '2 In the background',
    '2.1 Wait 0.1 s',
    '2.2 Wait 0.2 s',
    '3 Wait 0.3 s',
  ];

  inExhaustiveRuns(() => {
    it(
      'to a place where a step is not allowed is rejected with a message, and changes nothing',
      async () => {
        const page = await bench.open('/routines');
        await importRoutine(bench, page, 'Beside', background);
        await goTo(page, 'Beside');
        await expectSteps(page, steps);
        const { drag, dragInVain } = await pointTo(page);
        const refusals = [
          // A move accepts waypoints, not waits.
          ['Wait 0.3 s', 'Move to One'],
          // Background steps never move the arm, at any depth.
          ['Move the arm', 'Wait 0.1 s'],
          ['Repeat twice', 'Wait 0.1 s'],
          // No step goes into itself.
          ['Repeat twice', 'Move to One'],
          // A waypoint is allowed in a move only.
          ['Move to Other', 'Wait 0.1 s'],
        ] as const;
        const words = page.getByText('This step cannot be placed there.');
        for (const [moved, above] of refusals) {
          await dragInVain(stepSaying(page, moved), under(stepSaying(page, above), { isDeep: true }));
          await shown(words).toBeVisible();
          await page.getByRole('button', { name: 'Close the message' }).tap();
          await shown(words).toBeHidden();
          await expectSteps(page, steps);
        }
        // Dropped where it was picked up, it has not moved.
        await drag(stepSaying(page, 'Wait 0.3 s'), under(stepSaying(page, 'Wait 0.3 s')));
        await expectSteps(page, steps);
        await shown(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
        await expectValid(page);
      },
      testMS,
    );
  });

  it(
    'moves all selected steps, in their order',
    async () => {
      const page = await bench.open('/routines');
      await importRoutine(bench, page, 'Beside', background);
      await goTo(page, 'Beside');
      await choose(page, 'Wait 0.1 s', 1);
      const { drag } = await pointTo(page);
      await drag(stepSaying(page, 'Wait 0.2 s'), under(stepSaying(page, 'Wait 0.3 s')));
      await expectSteps(page, [
        ...steps.slice(0, 5),
        ' Tap or drag a step here',
        '3 Wait 0.3 s',
        '4 Wait 0.1 s',
        '5 Wait 0.2 s',
      ]);
      await page.keyboard.press('Control+z');
      await expectSteps(page, steps);
    },
    testMS,
  );
});
