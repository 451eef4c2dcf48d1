import { sessionTransitions } from '@cellwright/routine-runner/session-machine';

/** The states of a robot session, drawn from the table that the routine runner works by. */
export function renderRobotSession(): string {
  const arrows = sessionTransitions.map(({ from, event, guard, to }) => {
    const label = guard === undefined ? event : `${event} [${guard}]`;
    return `  ${from} --> ${to}: ${label}`;
  });
  const rows = sessionTransitions.map(
    ({ from, event, guard, to }) => `| ${from} | \`${event}\` | ${guard ?? ''} | ${to} |`,
  );
  return `# The robot session

Generated from \`services/routine-runner/src/domain/session-machine.ts\`, the table by which every event is accepted or
refused by name. Each robot, live and simulated, has one session and is in one of these states.

\`\`\`mermaid
stateDiagram-v2
  [*] --> Constructing
${arrows.join('\n')}
\`\`\`

A stop is not an event of this table: it passes by every state. It starts a new stop epoch and goes to the arm at
once; whatever was moving the arm then ends, and its end is the event. While a run is paused, hand motion and guided
mode may borrow the arm; the run resumes only when the arm is back where it paused, within 0.01 rad, with the same tool,
payload and version of the routine. Recovering never resumes anything.

| In | on | when | goes to |
|---|---|---|---|
${rows.join('\n')}
`;
}
