// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { readText, wrapIn } from '../i18n/in-language.fixture.tsx';
import { WaitNotice } from './WaitNotice.tsx';

async function textIn(language: 'en' | 'de', waitingFor: 'database' | null): Promise<string> {
  return readText(renderToStaticMarkup(await wrapIn(language, <WaitNotice waitingFor={waitingFor} />)));
}

describe('WaitNotice', () => {
  it('shows in both languages that the run waits for the database', async () => {
    expect(await textIn('en', 'database')).toBe('Waiting for the database. The routine continues by itself.');
    expect(await textIn('de', 'database')).toBe('Wartet auf die Datenbank. Der Ablauf geht von selbst weiter.');
  });

  it('shows nothing while the run does not wait', async () => {
    expect(await textIn('en', null)).toBe('');
  });
});
