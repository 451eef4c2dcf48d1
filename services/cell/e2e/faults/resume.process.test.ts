import { createServer, type ServerResponse } from 'node:http';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultCell, persist, startFaultCell } from './fault-cell.fixture.ts';
import { ready, sketchFile } from './routines.fixture.ts';

/** Starts a machine that counts its messages and can withhold an answer. */
async function startMachine() {
  const told: string[] = [];
  const held: ServerResponse[] = [];
  let holdsFrom = Number.POSITIVE_INFINITY;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString('utf8');
    });
    request.on('end', () => {
      told.push(body);
      if (told.length >= holdsFrom) held.push(response);
      else response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    told,
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/parts`,
    holdFrom: (count: number) => {
      holdsFrom = count;
    },
    close: async () => {
      for (const response of held) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const rounds = 4;
let faults: FaultCell;
let machine: Awaited<ReturnType<typeof startMachine>>;
beforeAll(async () => {
  machine = await startMachine();
  faults = await startFaultCell('compact', { EGRESS_LOOPBACK: 'true' });
}, 120_000);
afterAll(async () => {
  await faults.remove();
  await machine.close();
}, 60_000);

function partsFile(url: string) {
  const [, b, c, d, e, f] = ready;
  const waypoint = (id: string, joint0: number) => ({
    id,
    stepKind: 'Waypoint',
    args: { shouldMatchJointAngles: true, target: { jointAngles: [joint0, b, c, d, e, f] } },
  });
  const { routine, ...file } = sketchFile('routine_parts', [
    {
      id: 'step_loop',
      stepKind: 'Loop',
      args: { times: rounds },
      steps: [
        {
          id: 'step_count',
          stepKind: 'SetEnvironmentVariable',
          args: { variableID: 'variable_count', newValue: { kind: 'JavaScript', source: 'variables.count + 1' } },
        },
        {
          id: 'step_tell',
          stepKind: 'NetworkRequest',
          args: { requestKind: 'http', method: 'POST', url, body: { kind: 'variable', variableID: 'variable_count' } },
        },
        { id: 'step_move', stepKind: 'MoveArmToV2', steps: [waypoint('step_left', 0.1), waypoint('step_right', 0)] },
      ],
    },
  ]);
  const environmentVariables = [{ id: 'variable_count', name: 'count', initialValue: 0, isGlobal: false }];
  return { ...file, routine: { ...routine, environmentVariables } };
}

/** Plays a routine until the machine withholds its second answer, and kills the runner at that moment. */
async function killInSecondTelling(file: object): Promise<string> {
  const imported = await faults.cell.client.importRoutine(JSON.stringify(file));
  const session = await faults.openReadySession('simulated');
  await session.send('loadRoutine', { routineID: imported.routineID });
  machine.told.length = 0;
  machine.holdFrom(2);
  const { runID } = await session.send('playRoutine', { isConfirmed: false });
  await persist(async () => expect(machine.told).toHaveLength(2));
  const pid = faults.pidOf('routine-runner');
  faults.signal('routine-runner', 'SIGKILL');
  session.close();
  await faults.untilRestarted('routine-runner', pid);
  return runID;
}

/** Returns a routine that sends the machine one message after the other, in steps at the root. */
function tellingFile(url: string) {
  const tell = (id: string, text: string) => ({
    id,
    stepKind: 'NetworkRequest',
    args: { requestKind: 'http', method: 'POST', url, body: { kind: 'constant', value: text } },
  });
  return sketchFile('routine_telling', [
    tell('step_one', 'one'),
    tell('step_two', 'two'),
    tell('step_three', 'three'),
    tell('step_four', 'four'),
  ]);
}

const resume = (...flags: string[]) => faults.cell.runCli('routine', ['resume', ...flags]);

describe('run whose runner is killed between an external effect and its journal entry (R2)', () => {
  it('resumes at its position, asks about the effect and never repeats it without confirmation, and continues its cycles', async () => {
    const runID = await killInSecondTelling(partsFile(machine.url));
    expect(machine.told).toEqual(['1', '2']);
    expect(await faults.untilRunEnded(runID)).toMatchObject({ status: 'interrupted', cycleCount: 1 });

    const { client } = faults.cell;
    const resumption = await persist(() => client.readResumption(runID));
    expect(resumption).toMatchObject({
      run: { id: runID, status: 'interrupted', cycleCount: 1 },
      at: { stepPath: '1.2', stepKind: 'NetworkRequest', isDone: false, rounds: [{ stepPath: '1', round: 2 }] },
      variables: [{ name: 'count', value: 2 }],
      effects: [
        { stepPath: '1.2', kind: 'sendHttpRequest', question: `POST ${machine.url} was to be sent. Did it arrive?` },
      ],
      obstacle: null,
    });

    machine.holdFrom(Number.POSITIVE_INFINITY);
    const unasked = await resume('--yes');
    expect(unasked.code, unasked.stdout).toBe(1);
    expect(unasked.stdout).toContain('continues  step 1.2 NetworkRequest, round 2 of step 1');
    expect(unasked.stdout).toContain('add --done 1.2 or --again 1.2');
    const unconfirmed = await resume('--done', '1.2');
    expect(unconfirmed.code, unconfirmed.stdout).toBe(1);
    expect(machine.told).toEqual(['1', '2']);

    const resumed = await resume('--done', '1.2', '--yes');
    expect(resumed.code, resumed.stdout).toBe(0);
    expect(machine.told).toEqual(['1', '2', '3', '4']);
    const [run] = await faults.listRuns('simulated');
    expect(run).toMatchObject({ status: 'completed', cycleCount: rounds });
    expect(run?.id).not.toBe(runID);
    const journal = await faults.readJournal(run?.id ?? '');
    expect(journal[0]).toMatchObject({
      event: 'runStarted',
      data: { resumedFrom: { runID, answers: [{ answer: 'done' }] } },
    });
    expect((await resume('--yes')).stdout).toContain('The run has completed');
  }, 120_000);

  inExhaustiveRuns(() => {
    it('resumes at a chosen step only after unknown effects are answered, and repeats nothing before it', async () => {
      const runID = await killInSecondTelling(tellingFile(machine.url));
      expect(await faults.untilRunEnded(runID)).toMatchObject({ status: 'interrupted' });
      await persist(() => faults.cell.client.readResumption(runID));
      machine.holdFrom(Number.POSITIVE_INFINITY);
      const unasked = await resume('--from', 'step_four', '--yes');
      expect(unasked.code, unasked.stdout).toBe(1);
      expect(unasked.stdout).toContain('add --done 2 or --again 2');
      expect(machine.told).toEqual(['one', 'two']);

      const resumed = await resume('--from', 'step_four', '--done', '2', '--yes');
      expect(resumed.code, resumed.stdout).toBe(0);
      expect(machine.told).toEqual(['one', 'two', 'four']);
      const [run] = await faults.listRuns('simulated');
      expect(run?.status).toBe('completed');
      const journal = await faults.readJournal(run?.id ?? '');
      expect(journal.filter(({ event }) => event === 'stepStarted').map(({ stepPath }) => stepPath)).toEqual(['4']);
    }, 120_000);
  });
});
