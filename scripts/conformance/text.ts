/** The report of `npm run conformance` as text. */
import type { CheckReport, DeviceReport } from '@cellwright/equipment/conformance';

/** Returns one line for a check; for a failed one, followed by the command, the observation and the expectation. */
export function describeCheck({ capability, title, outcome, reason, exchanges, state }: CheckReport): string {
  const line = `${outcome.padEnd(7)}  ${capability}: ${title}`;
  if (outcome === 'passed') return line;
  if (outcome === 'not run') return `${line}\n${indent(reason ?? '')}`;
  const told = exchanges.flatMap(({ commanded, seen }) => [
    `commanded ${JSON.stringify(commanded)}`,
    `seen      ${seen === undefined ? 'nothing: the check ended first' : JSON.stringify(seen)}`,
  ]);
  return [line, ...[...told, `state     ${JSON.stringify(state)}`, reason ?? ''].map(indent)].join('\n');
}

export function describeOutcome({ kind, checks, isConformant }: DeviceReport): string {
  const count = (wanted: CheckReport['outcome']) => checks.filter(({ outcome }) => outcome === wanted).length;
  const verdict = isConformant ? 'conforms, as far as a real device can show' : 'does NOT conform';
  return `${kind}: ${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run. It ${verdict}.`;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '         ');
}
