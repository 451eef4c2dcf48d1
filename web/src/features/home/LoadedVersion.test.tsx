// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { readText, wrapIn } from '../../i18n/in-language.fixture.tsx';
import { LoadedVersion } from './LoadedVersion.tsx';

/** Returns the text for v6 when `newest` is the newest stored version; undefined while that is unknown. */
async function saidIn(language: 'en' | 'de', newest: number | undefined): Promise<string> {
  const queries = new QueryClient();
  if (newest !== undefined) queries.setQueryData(['routines', 'routine_1', 'newest version'], newest);
  return readText(renderToStaticMarkup(await wrapIn(language, <LoadedVersion id="routine_1" version={6} />, queries)));
}

describe('LoadedVersion', () => {
  it('shows that a newer version is stored', async () => {
    expect(await saidIn('en', 7)).toBe('v6 (v7 is newer)');
    expect(await saidIn('en', 8)).toBe('v6 (v8 is newer)');
    expect(await saidIn('de', 8)).toBe('v6 (v8 ist neuer)');
  });

  it('shows the version alone if it is the newest, or before that is known', async () => {
    expect(await saidIn('en', 6)).toBe('v6');
    expect(await saidIn('en', 5)).toBe('v6');
    expect(await saidIn('en', undefined)).toBe('v6');
  });
});
