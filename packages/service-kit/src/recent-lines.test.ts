import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { RecentLines, recentLines } from './recent-lines.ts';

describe('RecentLines', () => {
  it('keeps the newest lines within both limits', () => {
    const lines = new RecentLines({ lineCount: 3, characterCount: 20, lineLength: 10 });
    for (let n = 0; n < 20; n += 1) lines.add(`line ${n}\n`);
    expect(lines.list()).toEqual(['line 18', 'line 19']);
    const short = new RecentLines({ lineCount: 3, characterCount: 1000, lineLength: 10 });
    for (let n = 0; n < 20; n += 1) short.add(`${n}\n`);
    expect(short.list()).toEqual(['17', '18', '19']);
  });

  it('keeps the start of a long line', () => {
    const lines = new RecentLines({ lineCount: 3, characterCount: 100, lineLength: 4 });
    lines.add('a very long line');
    expect(lines.list()).toEqual(['a ve']);
  });

  it('receives the lines of every logger of the process', () => {
    const written: string[] = [];
    const log = createLogger('one', { level: 'INFO', destination: { write: (line) => void written.push(line) } });
    log.child({ robotKind: 'live' }).info('a line for diagnostics');
    expect(recentLines.list().at(-1)).toBe(written[0]?.trimEnd());
    expect(written[0]).toContain('a line for diagnostics');
  });
});
