// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { readText, renderIn } from '../../i18n/in-language.fixture.tsx';
import { NewWaveForm } from './NewWaveForm.tsx';

it.each([
  ['en', 'Watch after install, minutes', 'Max. failures per hour'],
  ['de', 'Beobachtung nach Installation, Minuten', 'Max. Fehler pro Stunde'],
] as const)('NewWaveForm offers limits of production in the language %s', async (language, watch, failures) => {
  const html = await renderIn(language, <NewWaveForm onDone={() => undefined} />);
  expect(readText(html)).toContain(watch);
  expect(readText(html)).toContain(failures);
  expect([...html.matchAll(/<input[^>]*value="([^"]*)"/g)].map(([, value]) => value)).toEqual([
    ...['', '', '10, 50, 100'],
    ...['0', '30', '3', '20'],
  ]);
});
