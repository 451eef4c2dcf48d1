import { type ControllerLogEntry, connectController } from '@cellwright/controller-link';
import { ProductError } from '@cellwright/domain/basics';
import type { RunnerPayload } from '@cellwright/domain/runner-socket';
import { systemClock } from '@cellwright/service-kit';
import { anyProof } from '@cellwright/service-kit/testing/peers';
import type { SessionClient } from '../../src/cli/cell-client.ts';
import type { FaultCell } from './fault-cell.fixture.ts';
import { ready, type StepSketch, sketchFile } from './routines.fixture.ts';

/** An output owned by the safety settings after `storeSafetyOutput`. */
export const safetyOutput = { kind: 'Output', port: 16, name: 'Output 16' } as const;

/** Stores the rule of the output, and waits until the controllers, whose brakes are engaged, apply it. */
export async function storeSafetyOutput(faults: FaultCell): Promise<void> {
  const rules = [{ pair: safetyOutput.port / 2, kind: 'isestop' }];
  await faults.call('PATCH', '/safety-settings/1', JSON.stringify({ outputSafeguardRules: rules }));
  for (const robotKind of ['simulated', 'live'] as const) {
    const watcher = await faults.watch(robotKind);
    await watcher.until(
      `the safety rules of the ${robotKind} robot`,
      ({ safetyRules }) => safetyRules?.outputSafeguardRules.length === 1,
    );
    await watcher.close();
  }
}

/** Tries one way to set a safety output; returns the refusal, or 'accepted'. */
export type Attempt = (faults: FaultCell) => Promise<string>;

const high = { kind: safetyOutput.kind, port: safetyOutput.port, level: 'high' } as const;

const setIO = (id: string, output: object): StepSketch => ({ id, stepKind: 'SetIO', args: { outputs: [output] } });

/** Every way to set an output. */
export const attempts: Readonly<Record<string, Attempt>> = {
  'setOutputIO on the socket': (faults) => send(faults, { outputs: [high] }),
  'a pulse by setOutputIO': (faults) => send(faults, { outputs: [{ ...high, pulseSeconds: 0.1 }] }),
  'together with an output that may be set': (faults) =>
    send(faults, { outputs: [{ kind: 'Output', port: 1, level: 'high' }, high] }),
  'setOutputIO of a safety port': (faults) => sendUnchecked(faults, { kind: 'Safety', port: 1, level: 'low' }),
  'forceInput of the output': (faults) => force(faults, safetyOutput.name, 'high'),
  'forceInput of a safety input to healthy': (faults) => force(faults, 'E-Stop 1', 'high'),
  'a SetIO step': (faults) => play(faults, 'routine_a14_step', [setIO('step_a14', high)]),
  'a SetIO step inside a move': (faults) =>
    play(faults, 'routine_a14_move', [
      {
        id: 'step_a14_move',
        stepKind: 'MoveArmToV2',
        args: {},
        steps: [
          {
            id: 'step_a14_waypoint',
            stepKind: 'Waypoint',
            args: { shouldMatchJointAngles: true, target: { jointAngles: [0.1, ...ready.slice(1)] } },
          },
          setIO('step_a14_child', high),
        ],
      },
    ]),
  'a SetIO step of a safety port': (faults) =>
    play(faults, 'routine_a14_port', [setIO('step_a14_port', { kind: 'Safety', port: 1, level: 'low' })]),
  'the controller’s line, without command': (faults) => speakToController(faults, false),
  'the controller’s line, with command': (faults) => speakToController(faults, true),
  HTTP: async (faults) => {
    const { status } = await faults.call('POST', '/robots/simulated/outputs', JSON.stringify({ outputs: [high] }));
    return `HTTP ${status}`;
  },
  'a device that claims to be the control box': async (faults) => {
    const record = { name: 'Box', config: { kind: 'ControlBoxIO', outputs: [high] }, isEnabled: true };
    const { status } = await faults.call('POST', '/equipment', JSON.stringify(record));
    return `HTTP ${status}`;
  },
};

/** Returns log entries that changed the safety output, or a safety port, other than by following the arm. */
export function findBreaches(log: readonly ControllerLogEntry[]): string[] {
  return log
    .filter(
      ({ kind, detail }) => (kind === 'output' || kind === 'input') && /^(Output 16|E-Stop|Safeguard)/.test(detail),
    )
    .map(({ detail }) => detail)
    .filter((detail) => !detail.endsWith('(isestop)'));
}

async function withSession<T>(faults: FaultCell, work: (session: SessionClient) => Promise<T>): Promise<T | string> {
  const session = await faults.openReadySession('simulated');
  try {
    return await work(session);
  } catch (error) {
    if (error instanceof ProductError) return `${error.code}: ${error.message}`;
    throw error;
  } finally {
    session.close();
  }
}

function send(faults: FaultCell, payload: RunnerPayload<'setOutputIO'>): Promise<string> {
  return withSession(faults, async (session) => {
    await session.send('setOutputIO', payload);
    return 'accepted';
  });
}

/** Sends a payload that no typed client could write. */
function sendUnchecked(faults: FaultCell, output: object): Promise<string> {
  return send(faults, JSON.parse(JSON.stringify({ outputs: [output] })));
}

function force(faults: FaultCell, name: string, level: 'high'): Promise<string> {
  return withSession(faults, async (session) => {
    await session.send('forceInput', { name, level });
    return 'accepted';
  });
}

function play(faults: FaultCell, id: string, steps: readonly StepSketch[]): Promise<string> {
  return withSession(faults, async (session) => {
    const imported = await faults.cell.client.importRoutine(JSON.stringify(sketchFile(id, steps)));
    const [problem] = imported.problems;
    if (problem) return `problem: ${problem.message}`;
    await session.send('loadRoutine', { routineID: imported.routineID });
    const { runID } = await session.send('playRoutine', { isConfirmed: true });
    const run = await faults.untilRunEnded(runID);
    return run.status === 'failed' ? `failed: ${run.failure?.reason}` : run.status;
  });
}

async function speakToController(faults: FaultCell, takesCommand: boolean): Promise<string> {
  const port = faults.portOf('controller-simulated');
  const line = await connectController({
    proof: anyProof,
    host: '127.0.0.1',
    port,
    clock: systemClock,
    commander: 'intruder',
    takesCommand,
  });
  if (!line.ok) throw new Error(line.reason);
  const { driver } = line;
  const result = await driver.setOutputs({ epoch: driver.state.stopEpoch, outputs: [high] });
  await driver.close();
  return result.ok ? 'accepted' : result.refusal.kind;
}
