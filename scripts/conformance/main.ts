// `npm run conformance`: checks a real device against the suite of its kind.
import { createInterface } from 'node:readline/promises';
import { runConformance } from './run.ts';

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());

process.exitCode = await runConformance(process.argv.slice(2), {
  out: (text) => console.log(text),
  complain: (text) => console.error(text),
  confirm,
  interrupted: interruption.signal,
});

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal: interruption.signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    return false;
  } finally {
    lines.close();
  }
}
