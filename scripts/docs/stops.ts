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
that starts a new epoch invalidates all earlier commands. After a stop, nothing moves again by itself.

A stop button in a browser, and the states shown there, are not safety-rated: they are aids for the user. Only the
wired emergency stop protects people. The dependencies of a stop are listed in [what a stop needs](what-a-stop-needs.md).

| Kind | What happened | Category | New epoch | Failure (recovery) | To move again |
|---|---|---|---|---|---|
${rows.join('\n')}

## Failures of a routine

One rule decides whether a failure ends or pauses the run:

- A failure of a step ends the run. The arm stops and the session is in Failure. After recovery, play the routine again.
- Any other raised failure pauses the run: a recoverable \`TriggerFault\` step, or a client's
  \`setInFailureState\` with \`isRecoverable\`. The session is in Failure, the run is paused. After recovery it is resumed with
  the checks of every resume, and a \`TriggerFault\` step then counts as completed.

An unrecoverable fault (\`isRecoverable\` false, the default of both) ends the run and cannot be recovered under power:
engage the brakes, recover, release the brakes, then play again.

## What the controller does

\`\`\`mermaid
stateDiagram-v2
  [*] --> braked
${arrows.join('\n')}
\`\`\`
`;
}
