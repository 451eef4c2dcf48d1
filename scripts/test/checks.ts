import { lowestPriority, runProcess } from './processes.ts';

export interface CheckResult {
  readonly name: string;
  readonly seconds: number;
  readonly isOk: boolean;
  /** Shown if it failed. */
  readonly output: string;
}

const npm = (script: string) => ['npm', ['run', '--silent', script]] as const;
const checks = [
  ['Lint and format', ...npm('lint')],
  ['Contracts', ...npm('contracts')],
  ['Types', ...npm('typecheck')],
  ['Walls', ...npm('walls')],
  ['First load of the web app', 'npx', ['--no-install', 'tsx', 'scripts/bench/bundle.ts']],
] as const;

/** Runs every check, one after another at the lowest priority. A failed check does not stop the next. */
export async function runChecks(report: (line: string) => void): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const [name, command, args] of checks) {
    const start = performance.now();
    const { code, output } = await runProcess(command, args, { isQuiet: true, priority: lowestPriority });
    const seconds = (performance.now() - start) / 1000;
    results.push({ name, seconds, isOk: code === 0, output });
    report(`${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(0)} s)`);
  }
  return results;
}
