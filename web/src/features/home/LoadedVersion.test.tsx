// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { readText, wrapIn } from '../../i18n/in-language.fixture.tsx';
import { LoadedVersion } from './LoadedVersion.tsx';

/** What is said of v6 where `newest` is the newest stored one; undefined: nobody has said yet. */
async function saidIn(language: 'en' | 'de', newest: number | undefined): Promise<string> {
  const queries = new QueryClient();
  if (newest !== undefined) queries.setQueryData(['routines', 'routine_1', 'newest version'], newest);
  return readText(renderToStaticMarkup(await wrapIn(language, <LoadedVersion id="routine_1" version={6} />, queries)));
}

describe('the loaded version', () => {
  it('says that a newer one is stored', async () => {
    expect(await saidIn('en', 8)).toBe('v6 (v8 is newer)');
    expect(await saidIn('de', 8)).toBe('v6 (v8 ist neuer)');
  });

  it('stands alone where it is the newest, or before that is known', async () => {
    expect(await saidIn('en', 6)).toBe('v6');
    expect(await saidIn('en', 5)).toBe('v6');
    expect(await saidIn('en', undefined)).toBe('v6');
  });
});
