// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { readText, renderIn } from '../../i18n/in-language.fixture.tsx';
import { AddDevice } from './AddDevice.tsx';

const nothing = () => undefined;

it('chooses no kind for people: what a kind asks for is shown once they have', async () => {
  const html = await renderIn('en', <AddDevice onAdded={nothing} onCancel={nothing} />);
  expect(html).toMatch(/<option value="" disabled="" selected="">Choose…/);
  expect(html).not.toContain('<input');
  expect(readText(html)).toContain('Cancel');
});
