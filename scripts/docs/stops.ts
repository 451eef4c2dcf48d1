import { modeTransitions, type StopRule, stopTable } from '@cellwright/controller-link';

/** Renders the stop table and the controller's diagram. */
export function renderStops(): string {
  const rules: [string, StopRule][] = Object.entries(stopTable);
  const rows = rules.map(([kind, { title, category, startsEpoch, failure, toMoveAgain }]) => {
    const recovery = failure === null ? '—' : `${failure.kind} (${failure.recovery})`;
    return `| \`${kind}\` | ${title} | ${category} | ${startsEpoch ? 'yes' : 'no'} | ${recovery} | ${toMoveAgain} |`;
  });
  const arrows = Object.entries(modeTransitions).flatMap(([from, next]) => next.map((to) => `  ${from} --> ${to}`));
  return `# Stops

Generated from \`packages/controller-link/src/stop-table.ts\` and \`mode-transitions.ts\`. Every stop slows the arm down on its path
with the arm's stop decelerations. Category 1 then engages the brakes, category 2 keeps power on (IEC 60204-1). A stop
that starts a new epoch makes every command given before it too late. Nothing moves again by itself.

A stop button in a browser, and the states shown there, are not safety-rated: they inform and they help, and the
wired emergency stop is what protects. What a stop depends on, and what not: [what a stop needs](what-a-stop-needs.md).

| Kind | What happened | Category | New epoch | Failure (recovery) | To move again |
|---|---|---|---|---|---|
${rows.join('\n')}

## Failures of a routine

One rule decides whether a failure ends or pauses the run:

- A failure of a step ends the run. The arm stops, the session is in Failure, and playing starts again after recovery.
- Any other raised failure pauses the run: a \`TriggerFault\` step that is recoverable, or a client's
  \`setInFailureState\` with \`isRecoverable\`. The session is in Failure, the run is paused. After recovery it is resumed under
  the guard of every resume, and a \`TriggerFault\` step then counts as completed.

A fault that is not recoverable (\`isRecoverable\` false, the default of both) ends the run and cannot be recovered under power:
engage the brakes, recover, release the brakes, then play again.

## What the controller does

\`\`\`mermaid
stateDiagram-v2
  [*] --> braked
${arrows.join('\n')}
\`\`\`
`;
}
