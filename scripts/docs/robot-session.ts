import { sessionTransitions } from '@cellwright/routine-runner/session-machine';

/** Renders the states of a robot session from the table that the routine runner uses. */
export function renderRobotSession(): string {
  const arrows = sessionTransitions.map(({ from, event, guard, to }) => {
    const label = guard === undefined ? event : `${event} [${guard}]`;
    return `  ${from} --> ${to}: ${label}`;
  });
  const rows = sessionTransitions.map(
    ({ from, event, guard, to }) => `| ${from} | \`${event}\` | ${guard ?? ''} | ${to} |`,
  );
  return `# The robot session

Generated from \`services/routine-runner/src/domain/core/session-machine.ts\`, the table by which every event is accepted or
refused by name. Each robot, live and simulated, has one session and is in one of these states.

\`\`\`mermaid
stateDiagram-v2
  [*] --> Constructing
${arrows.join('\n')}
\`\`\`

A stop is not an event of this table: it bypasses every state. It starts a new stop epoch and is sent to the arm
immediately; current motion then ends, and its end is the event. While a run is paused, manual motion and guided
mode may borrow the arm; the run resumes only when the arm is back where it paused, within 0.01 rad, with the same tool,
payload and version of the routine. Recovering never resumes anything.

After the arm was stopped, steps that were playing are left: a step kind may have to set an output, or end an arc, whenever it does
not play. Each step has half a second for it, and the session stays in RoutineRunning until then.

## The tool on the flange

The tool on the flange is chosen, for each robot, with \`setTool\`: a device of any kind that describes a tool, or
null for a bare flange. Motion, collision and the controller take TCP, mass, centre of gravity and boxes from that device
and no other. A disabled device stays mounted; a mounted device cannot be deleted. Until a
tool is chosen, the only enabled tool of the cell is used, the oldest of several. A step may actuate another device; the TCP
stays that of the chosen one.

What the flange carries is added up in one place (ADR 39): the tool, by the mass and centre of gravity of its device, and the payload
that a step, \`setRobotPayload\` or \`POST /payload\` set last, held at the TCP. The joints of the arm have to hold the sum; the payload
is read back as it was set.

A motion belongs to one tool, from its request to its end, because its targets were computed for that tool:

- When the description of the tool changes during a move of a run, also while it is planned, the run pauses at once; its
  journal and \`run.pauseReason\` say why. It resumes when the tool matches the plan of the move again, or is stopped.
- Between moves a change applies, and the next move is planned with the new tool.
- A run that is paused, wherever it is, resumes only with the tool it paused with: TCP within 1 µm and 1 µrad, mass, centre
  of gravity and boxes. A name, or the device itself, is not compared: it moves nothing.
- When the chosen device is no longer a tool (its configuration cannot be read), the run pauses as well.
- Manual motion that was planned with the former tool ends at its current position.

While the equipment service does not answer, no manual motion, play or resume is accepted; a run continues.

## While the database is slow or unavailable

A run continues until its next effect outside (outputs, devices, HTTP requests, presses): the intent of an effect is committed first
(ADR 49). It waits there for up to a minute, outside the time limit of the step; \`run.waitingFor\` is \`database\` meanwhile. Then it
continues by itself, or fails with a failure that names the database. Stop and pause are never delayed. Other commands that have to be in
the audit log are refused after 2 s.

## Who controls the robot

One client at a time is the holder: \`control.holder\` in the state (ADR 67). Without a run it is the client whose connection has the
lease. While a run is active, the client that started it, or paused it, stays the holder when its lease expires, until the run ends, it gives
control back, or another client takes over. A client is a session or a token, on whichever connection. Messages that need the lease, and
raising the speed, are refused to others with \`api_control_required\`; pausing, slowing down and stopping are not. \`control.losses\` names
clients that lost control, and to whom, until they send \`acknowledgeControlLoss\`. Ten seconds after its last connection is lost a holder is
shown as lost; it stays the holder.

## Held moves

Manual motion continues only while it is held and never over 250 mm/s at the tool. A message with \`isHeld: false\` is a move of a
program: a simulated robot accepts it, a live one (a twin, too) only in control mode \`api\` (\`setControlMode\`), which ends with
the session.

## Debugging

The debugging state belongs to the session and is shared by all clients: \`debug\` in the state, changed by messages of the
[runner socket](runner-socket.md) or over HTTP (\`/api/v1/cell/robots/{robotKind}/debug/…\`).

- **Breakpoints** (\`setBreakpoints\`) are set before or after a step, with or without a condition, and replace all former ones. They
  belong to one routine, whichever version of it is loaded: one whose step the loaded version lacks is kept and not verified.
  They may be set before the routine is loaded; loading another routine drops them, and what was watched with them.
- **A halt is a normal pause**: the whole run pauses, the arm is held, the clock of the run stops, resuming is guarded as
  above, a stop ends it. \`debug.pausedAt\` says at which step, in which thread, before, during or after it, and why; the journal's
  \`paused\` entry says it, too. A breakpoint in background steps also pauses the routine. Of
  several threads that reach breakpoints at once, each halts in turn.
- A condition that cannot be evaluated halts, with the reason.
- A move plays its waypoints as one motion: a breakpoint at one of them pauses the move there, and the arm comes to a
  stop on its path, past the point where it blends. Points that it passes while it stops count as passed. Moves that lead on into
  each other are played one by one where a breakpoint stands between them.
- \`stepOver\` halts before the next step that is not nested deeper, \`stepInto\` before the next step, \`runTo\` before the named
  one; a breakpoint on the way comes first. A step stays in the thread that halted; when that has ended, it continues in the
  routine. When nothing plays they start the routine: the steps halt before the first one. A prompt in between does not end them.
- \`setStepDisabled\` skips a step of the loaded routine in the current run, or otherwise the next one; the end of
  the run resets it. What is disabled in the document stays so.
- \`setVariableState\` sets a variable, also while paused; \`setWatches\` sets expressions whose values are sent at every
  pause, when a variable is set manually, and twice a second during a run.

Breakpoints and watches need what a pause needs; commands that continue the run need what a resume needs.

## Events

| In | on | when | goes to |
|---|---|---|---|
${rows.join('\n')}
`;
}
