import { modeTransitions, type StopRule, stopTable } from '@cellwright/controller-link';

/** The stop table and the controller's diagram. */
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

## What the controller does

\`\`\`mermaid
stateDiagram-v2
  [*] --> braked
${arrows.join('\n')}
\`\`\`
`;
}
