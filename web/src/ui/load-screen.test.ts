import { describe, expect, it } from 'vitest';
import { loadScreen } from './load-screen.ts';

const failure = new TypeError('Failed to fetch dynamically imported module: http://cell/assets/move-1.js');

/** @param answers whether the cell answers after each failure, in order; afterwards it does */
function bench(outcomes: (string | Error)[], answers: boolean[] = []) {
  const slept: number[] = [];
  const asked: string[] = [];
  const styles: number[] = [];
  const next = async (from: string) => {
    asked.push(from);
    const outcome = outcomes.shift() ?? failure;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const loaded = loadScreen(() => next('import'), {
    sleep: async (ms) => slept.push(ms),
    now: () => 17,
    importModule: next,
    isAnswering: async () => answers.shift() ?? true,
    loadStyles: async () => styles.push(asked.length),
  });
  return { loaded, slept, asked, styles };
}

describe('loadScreen', () => {
  it('loads a screen immediately when nothing fails', async () => {
    const { loaded, slept } = bench(['screen']);
    expect(await loaded).toBe('screen');
    expect(slept).toEqual([]);
  });

  it('retries with a cache-busting time parameter', async () => {
    const { loaded, asked } = bench([failure, 'screen']);
    expect(await loaded).toBe('screen');
    expect(asked).toEqual(['import', 'http://cell/assets/move-1.js?t=17']);
  });

  it('loads styles again, and then the screen itself, if a style sheet failed', async () => {
    const noStyles = new Error('Unable to preload CSS for http://cell/assets/move-1.css');
    const { loaded, asked, styles } = bench([noStyles, 'screen']);
    expect(await loaded).toBe('screen');
    expect(asked).toEqual(['import', 'import']);
    expect(styles).toEqual([1]);
  });

  it('gives up after five attempts with delays of 0, 1, 2, 3 and 4 seconds', async () => {
    const { loaded, slept, asked } = bench([]);
    await expect(loaded).rejects.toThrow('Failed to fetch');
    expect(slept).toEqual([1000, 2000, 3000, 4000]);
    expect(asked).toHaveLength(5);
  });

  it('retries every second for as long as the cell does not answer', async () => {
    const { loaded, slept } = bench([...Array.from({ length: 60 }, () => failure), 'screen'], Array(60).fill(false));
    expect(await loaded).toBe('screen');
    expect(slept).toEqual(Array(60).fill(1000));
  });
});
