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

Generated from \`services/routine-runner/src/domain/session/session-machine.ts\`, the table by which every event is accepted or
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

## The tool on the flange

Which device hangs on the flange is chosen, for each robot, with \`setTool\`: a device of any kind that describes a tool, or
null for a bare flange. Motion, collision and the controller take TCP, mass, centre of gravity and boxes from that device
and no other. A device that is switched off hangs there all the same; one that hangs there cannot be deleted. Until somebody
chooses, the only enabled tool of the cell is taken, the oldest of several. A step may actuate another device; the TCP
stays that of the chosen one.

A motion belongs to one tool, from the moment it is asked for to its end, because its targets were worked out for that tool:

- When the description of the tool changes during a move of a run, also while it is planned, the run pauses at once; its
  journal and \`run.pauseReason\` say why. It resumes when the tool is again as the move was planned with, or is stopped.
- Between moves a change is taken over, and the next move is planned with the tool that is there.
- A run that is paused, wherever it is, resumes only with the tool it paused with: TCP within 1 µm and 1 µrad, mass, centre
  of gravity and boxes. A name, or the device itself, is not compared: it moves nothing.
- When the chosen device is no tool any more (its configuration cannot be read), the run pauses as well.
- Hand motion that was planned with the former tool ends where it is.

While the equipment service does not say what is there, nothing new by hand, no play and no resume is accepted; a run goes on.

## Who holds a move

A move by hand goes on only while it is held and never over 250 mm/s at the tool. A message with \`isHeld: false\` is a program's
move: a simulated robot takes it, a live one (a twin, too) only in control mode \`api\` (\`setControlMode\`), which ends with
the session.

## Events

| In | on | when | goes to |
|---|---|---|---|
${rows.join('\n')}
`;
}
