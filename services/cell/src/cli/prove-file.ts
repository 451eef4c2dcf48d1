import { durationText } from '@cellwright/domain/basics';
import type { ProofFinding, ProofReport, ProofStep } from '@cellwright/domain/run';
import type { CellClient } from './cell-client.ts';
import type { Output } from './output.ts';

/** Proves a routine file and prints the findings. Returns the exit code: 1 when there are errors. */
export async function proveFile(
  client: CellClient,
  fileText: string,
  options: Readonly<Record<string, unknown>>,
  output: Output,
): Promise<number> {
  const report = await client.proveFile(fileText, options);
  for (const line of describeSteps(report.steps)) output.line(line);
  for (const finding of report.findings) output.line(describeFinding(finding));
  output.result({ ...report }, describeTotals(report));
  return report.findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}

function describeFinding({ severity, stepPath, message }: ProofFinding): string {
  return `${severity.padEnd(8)} ${stepPath === null ? '' : `step ${stepPath}: `}${message}`;
}

const head = [
  'step',
  'kind',
  'plays',
  'time',
  'planning',
  'moving',
  'device',
  'waiting',
  'clearance mm',
  'speed %',
  'torque %',
];

/** Returns a table of the played steps. */
function describeSteps(steps: readonly ProofStep[]): string[] {
  const rows = steps.filter(({ playCount }) => playCount > 0).map(describeStep);
  if (rows.length === 0) return [];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

function describeStep(step: ProofStep): string[] {
  const { stepPath, stepKind, playCount, motion } = step;
  const durations = [
    step.durationSeconds,
    step.planningSeconds,
    step.movingSeconds,
    step.deviceSeconds,
    step.waitingSeconds,
  ].map((seconds) => durationText(seconds, 2));
  const clearance = motion?.leastClearance ? (motion.leastClearance.meters * 1000).toFixed(0) : '';
  return [
    stepPath,
    stepKind,
    String(playCount),
    ...durations,
    clearance,
    motion ? greatest(motion.speedShares) : '',
    motion ? greatest(motion.torqueShares) : '',
  ];
}

/** Returns the greatest share over the joints with such a limit, in percent. */
function greatest(shares: readonly (number | null)[]): string {
  const known = shares.filter((share) => share !== null);
  return known.length === 0 ? '' : (Math.max(...known) * 100).toFixed(0);
}

function describeTotals({ outcome, findings, totals, computedSeconds }: ProofReport): string {
  const count = (severity: ProofFinding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length;
  const { leastClearance, cycleTimeSeconds } = totals;
  const show = (seconds: number) => durationText(seconds, 2);
  return [
    outcome === 'completed' ? 'Dry run completed.' : outcomes[outcome],
    `${count('error')} errors, ${count('warning')} warnings, ${count('note')} notes.`,
    `Duration ${show(totals.durationSeconds)}`,
    `(planning ${show(totals.planningSeconds)}, moving ${show(totals.movingSeconds)}, devices ${show(totals.deviceSeconds)}, waiting ${show(totals.waitingSeconds)})${cycleTimeSeconds === null ? '' : `, cycle time ${show(cycleTimeSeconds)}`}.`,
    ...(leastClearance
      ? [
          `Min. clearance ${(leastClearance.meters * 1000).toFixed(1)} mm, ${leastClearance.link} to ${leastClearance.other}.`,
        ]
      : []),
    `Computed in ${show(computedSeconds)}`,
  ].join(' ');
}

const outcomes = {
  notPlayed: 'Not played.',
  failed: 'The routine fails.',
  ended: 'Ended by a limit of the dry run.',
} as const;
