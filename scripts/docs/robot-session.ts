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

Generated from \`services/routine-runner/src/domain/core/session-machine.ts\`, the table that defines the accepted events
of each state. Each robot, live and simulated, has one session, which is in one of these states.

\`\`\`mermaid
stateDiagram-v2
  [*] --> Constructing
${arrows.join('\n')}
\`\`\`

A stop is not an event of this table: it bypasses every state. It starts a new stop epoch and is sent to the arm
immediately; the current motion then ends, and this end is the event. While a run is paused, manual motion and guided
mode can use the arm. The run resumes only when the arm is back at its pause position, within 0.01 rad, with the same tool,
payload and version of the routine. Recovery never resumes a run.

After the arm has stopped, the current steps are left: a step kind may have to set an output, or end an arc, whenever it is
not playing. Each step has half a second for this, and the session stays in RoutineRunning until then.

## The tool on the flange

The tool on the flange is selected, for each robot, with \`setTool\`: a device of any kind that describes a tool, or
null for a bare flange. Motion, collision checks and the controller use the TCP, mass, centre of gravity and boxes of that device
only. A disabled device stays mounted; a mounted device cannot be deleted. Until a
tool is selected, the only enabled tool of the cell is used, or the oldest of several. A step can actuate another device; the TCP
remains that of the selected one.

The load on the flange is calculated in one place (ADR 39): the tool, with the mass and centre of gravity of its device, and the payload
that a step, \`setRobotPayload\` or \`POST /payload\` set last, at the TCP. The joints of the arm must hold the sum; the payload
is returned as it was set.

A motion is bound to one tool, from its request to its end, because its targets were computed for that tool:

- If the description of the tool changes during a move of a run, or while the move is planned, the run pauses immediately; its
  journal and \`run.pauseReason\` contain the reason. The run can resume when the tool matches the plan of the move again; otherwise stop it.
- Between moves, a change takes effect immediately, and the next move is planned with the new tool.
- A paused run resumes only with the same tool as before the pause: TCP within 1 µm and 1 µrad, mass, centre
  of gravity and boxes. The name and the device itself are not compared, because they do not affect motion.
- If the selected device is no longer a tool (its configuration cannot be read), the run pauses as well.
- Manual motion that was planned with the previous tool ends at its current position.

While the equipment service is unavailable, manual motion, play and resume are refused; a run continues.

## While the database is slow or unavailable

A run continues until its next external effect (outputs, devices, HTTP requests, presses), because the intent of an effect is committed first
(ADR 49). It waits there for up to a minute, which does not count towards the time limit of the step; meanwhile \`run.waitingFor\` is \`database\`. Then it
continues by itself, or fails with a failure that names the database. Stop and pause are never delayed. Other audited commands
are refused after 2 s.

## Who controls the robot

One client at a time is the holder: \`control.holder\` in the state (ADR 67). Without a run it is the client whose connection has the
lease. While a run is active, the client that started or paused it remains the holder even if its lease expires, until the run ends, it releases
control, or another client takes over. A client is a session or a token, on any connection. Messages that need the lease, and
raising the speed, are refused for other clients with \`api_control_required\`; pausing, slowing down and stopping are not. \`control.losses\` lists
clients that lost control, with the new holder, until they send \`acknowledgeControlLoss\`. Ten seconds after its last connection is lost, a holder is
shown as lost; it remains the holder.

## Held moves

Manual motion continues only while it is held and never exceeds 250 mm/s at the tool. A message with \`isHeld: false\` is a move of a
program: a simulated robot accepts it, a live robot (or twin) only in control mode \`api\` (\`setControlMode\`), which ends with
the session.

## Debugging

The debugging state belongs to the session and is shared by all clients: \`debug\` in the state, changed by messages of the
[runner socket](runner-socket.md) or over HTTP (\`/api/v1/cell/robots/{robotKind}/debug/…\`).

- **Breakpoints** (\`setBreakpoints\`) are set before or after a step, with or without a condition, and replace all previous breakpoints. They
  belong to one routine, regardless of the loaded version: a breakpoint whose step is missing in the loaded version is kept, but not verified.
  They can be set before the routine is loaded; loading another routine removes them and their watches.
- **A halt is a normal pause**: the whole run pauses, the arm is held, the clock of the run stops, a resume has the checks
  above, and a stop ends the run. \`debug.pausedAt\` and the journal's \`paused\` entry contain the step, the thread, the position (before, during or after the step)
  and the reason. A breakpoint in background steps also pauses the routine. If
  several threads reach breakpoints at once, each halts in turn.
- A condition that cannot be evaluated halts the run, with the reason.
- A move plays its waypoints as one motion: a breakpoint at a waypoint pauses the move there, and the arm stops
  on its path, after the point where it blends. Points that it passes while it stops count as passed. Moves that blend into
  each other are played separately if there is a breakpoint between them.
- \`stepOver\` halts before the next step that is not nested deeper, \`stepInto\` before the next step, \`runTo\` before the given
  step; a breakpoint that is reached earlier halts first. Stepping stays in the thread that halted; when that thread has ended, it continues in the
  routine. If nothing is playing, these commands start the routine: \`stepOver\` and \`stepInto\` halt before the first step. A prompt in between does not end them.
- \`setStepDisabled\` skips a step of the loaded routine in the current run, or otherwise in the next one; the end of
  the run resets it. Steps that are disabled in the document remain disabled.
- \`setVariableState\` sets a variable, also while paused; \`setWatches\` sets expressions whose values are sent at every
  pause, when a variable is set manually, and twice a second during a run.

Breakpoints and watches require the same access as a pause; commands that continue the run require the same access as a resume.

## Events

| State | Event | Guard | Next state |
|---|---|---|---|
${rows.join('\n')}
`;
}
