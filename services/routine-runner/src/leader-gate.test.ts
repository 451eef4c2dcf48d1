import { silentLogger } from '@cellwright/service-kit';
import { describe, expect, it } from 'vitest';
import { LeaderGate } from './leader-gate.ts';

async function startGate(orphaned: AbortSignal) {
  const ended: string[] = [];
  const gate = new LeaderGate({
    leadership: {
      start: async () => undefined,
      current: { number: 1, ended: new AbortController().signal },
      win: async () => undefined,
      close: async () => undefined,
    },
    createSessions: () => ({
      begin: async () => undefined,
      close: async () => void ended.push('close'),
      giveUp: async () => void ended.push('giveUp'),
    }),
    sleep: async () => undefined,
    log: silentLogger,
    orphaned,
  });
  await gate.start();
  return { gate, ended };
}

describe('LeaderGate', () => {
  it('closes the sessions when the runner is asked to stop', async () => {
    const { gate, ended } = await startGate(new AbortController().signal);
    await gate.close();
    expect(ended).toEqual(['close']);
  });

  it('aborts the sessions when the cell process died, so that the run is reported as interrupted', async () => {
    const orphaned = new AbortController();
    const { gate, ended } = await startGate(orphaned.signal);
    orphaned.abort();
    await gate.close();
    expect(ended).toEqual(['giveUp']);
  });
});
