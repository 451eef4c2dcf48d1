import type { Run, RunStop } from '@cellwright/domain/run';
import { describe, expect, it } from 'vitest';
import { textsIn } from '../../i18n/in-language.fixture.tsx';
import type { Language } from '../../i18n/index.ts';
import { describeEnd } from './describe-end.ts';

const ada: RunStop['by'] = { kind: 'person', id: 'user_1', name: 'Ada', isPage: true };

async function why(stop: RunStop | null, language: Language = 'en', changes: Partial<Run> = {}): Promise<string> {
  const { t } = await textsIn(language);
  return describeEnd(t, { status: 'stopped', failure: null, interruptedIn: null, stop, ...changes });
}

describe('describeEnd', () => {
  it('includes who stopped the run, and from where', async () => {
    expect(await why({ how: 'stop', by: ada })).toBe('Stopped by Ada from the web page');
    expect(await why({ how: 'stop', by: ada }, 'de')).toBe('Angehalten von Ada über die Webseite');
    expect(await why({ how: 'stop', by: { ...ada, isPage: false } })).toBe('Stopped by Ada');
    const plc: RunStop['by'] = { kind: 'program', id: 'token_1', name: 'line PLC', isPage: false };
    expect(await why({ how: 'stop', by: plc })).toBe('Stopped by a program (token ‘line PLC’)');
    const machine: RunStop['by'] = { kind: 'machine', id: 'admin', name: 'This machine', isPage: false };
    expect(await why({ how: 'stop', by: machine })).toBe('Stopped from the command line of the cell');
  });

  it('includes how the run was stopped', async () => {
    expect(await why({ how: 'afterCycle', by: ada })).toBe('Stopped after the cycle by Ada from the web page');
    expect(await why({ how: 'shutdown', by: null })).toBe('Stopped because the routine runner was shut down');
  });

  it('omits the cause if the record does not contain it', async () => {
    expect(await why(null)).toBe('Stopped');
  });
});
