import type { Page } from '@playwright/test';
import * as z from 'zod';
import type { FileBench } from './shared-browser.fixture.ts';
import { shown } from './shown.fixture.ts';

const createdSchema = z.object({ id: z.string() });

/** Creates a document of the cell, such as 'equipment' or 'space-items'; resolves to its id. */
export async function createDocument(
  { url, token }: Pick<FileBench, 'url' | 'token'>,
  page: Page,
  path: string,
  data: object,
): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.post(`${url}/api/v1/cell/${path}`, { headers, data });
  shown(answer.status(), await answer.text()).toBe(200);
  return createdSchema.parse(await answer.json()).id;
}
