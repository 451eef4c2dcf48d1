import type { Page } from '@playwright/test';
import { type Figure, figureOf } from './figures.ts';
import { drag, takeResponses, type, watchResponses } from './responses.ts';

/** Target of typing, selecting, dragging and scrolling: a routine of very many steps, or an empty page. */
export interface Place {
  readonly page: Page;
  readonly field: () => ReturnType<Page['getByRole']>;
  /** Position of its rows. */
  readonly x: number;
  readonly top: number;
}

const rowHeight = 44;

/** Selects rows, types in the field and drags a row; returns the response times of each, ms. */
export async function measureAnswers({ page, field, x, top }: Place): Promise<Record<string, Figure>> {
  const answers: Record<string, Figure> = {};
  const choose = async () => {
    for (let row = 0; row < 40; row++) await page.mouse.click(x, top + (row % 8) * rowHeight, { delay: 20 });
  };
  const ways = [
    { name: 'selectMS', event: 'mousedown', act: choose },
    { name: 'typeMS', event: 'keydown', act: () => type(page, field()) },
    { name: 'dragMS', event: 'mousemove', act: () => drag(page, x, top, top + 300) },
  ] as const;
  for (const { name, event, act } of ways) {
    await watchResponses(page, event);
    await act();
    const { responsesMS } = await takeResponses(page);
    answers[name] = figureOf(responsesMS);
  }
  return answers;
}

/** Selects the first step of a routine in the editor. */
export async function findRows(page: Page): Promise<Place> {
  const first = page.getByTestId('step-Wait').first();
  await first.click();
  const box = await first.boundingBox();
  if (!box) throw new Error('the editor shows no step');
  const field = () => page.getByRole('textbox', { name: 'Label' });
  return { page, field, x: box.x + box.width / 2, top: box.y + box.height / 2 };
}
