// `npm run check:cluster`: starts a cluster of one node on this machine, installs a cell, and tries what only a cluster can
// show. A table goes to stderr, JSON to stdout. Exits with 0 when all passed, 1 when something failed, 3 when something was
// not run: where a cluster cannot run, all points are "not run", never "passed".
//   --fetch  only builds and downloads the programs into the cache, for this and for the tests of the API server
import { parseArgs } from 'node:util';
import { Report } from '../containers/report.ts';
import { openCache } from './cache.ts';
import { obtainPrograms, runClusterChecks } from './run-checks.ts';

const { values } = parseArgs({ options: { fetch: { type: 'boolean', default: false } } });
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!interrupted.signal.aborted) process.stderr.write(`${signal}: tearing down…\n`);
    interrupted.abort(new Error('interrupted'));
  });
}
const options = {
  signal: interrupted.signal,
  say: (text: string) => void process.stderr.write(`${text}\n`),
};

async function fetchPrograms(): Promise<Report> {
  const report = new Report(options.say, options.signal);
  await report.point('programs', () => obtainPrograms(openCache(), options));
  return report;
}

const report = values.fetch ? await fetchPrograms() : await runClusterChecks(options);
process.stderr.write(`\n${report.table()}\ncheck:cluster: ${report.result.replace('not run', 'not run in full')}\n`);
process.stdout.write(`${JSON.stringify({ result: report.result, points: report.points }, null, 2)}\n`);
process.exitCode = interrupted.signal.aborted ? 130 : report.exitCode;
