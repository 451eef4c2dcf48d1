// `npm run check:containers`: builds the images, starts the compose stack and checks it, in a container engine. A table
// goes to stderr, JSON to stdout. Exits with 0 when all passed, 1 when something failed, 3 when something was not run:
// without an engine all points are "not run", never "passed".
//   --stand-ins  uses no registry for images: creates stand-ins of Debian packages for third-party ones
//   --only NAME  only this point and its prerequisites; may be given several times
import { parseArgs } from 'node:util';
import { runChecks } from './run-checks.ts';

const { values } = parseArgs({
  options: { 'stand-ins': { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
});
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!interrupted.signal.aborted) process.stderr.write(`${signal}: tearing down…\n`);
    interrupted.abort(new Error('interrupted'));
  });
}
const report = await runChecks({
  signal: interrupted.signal,
  isOffline: values['stand-ins'],
  only: values.only,
  say: (text) => void process.stderr.write(`${text}\n`),
});
process.stderr.write(`\n${report.table()}\ncheck:containers: ${report.result}\n`);
process.stdout.write(`${JSON.stringify({ result: report.result, points: report.points }, null, 2)}\n`);
process.exitCode = interrupted.signal.aborted ? 130 : report.exitCode;
