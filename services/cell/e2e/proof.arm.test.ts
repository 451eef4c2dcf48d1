import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { provePallets, proveStoredPallets, testRoutine } from '@cellwright/calls';
import { createCellClient, createHttp } from '@cellwright/client';
import { proofReportSchema } from '@cellwright/domain/run';
import { proofRefusals } from '@cellwright/domain/runner-socket';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../src/cli/cell-client.ts';
import { shareArmCell } from './arm-cell.ts';
import { examples, makeDataPath } from './harness.ts';

const data = makeDataPath();
const cell = shareArmCell();

async function call(method: string, route: string, body?: object) {
  const response = await fetch(`${cell.url}/api/v1/cell${route}`, {
    method,
    headers: {
      authorization: `Bearer ${cell.client.adminKey}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

function lastLine(stdout: string): unknown {
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

async function readState() {
  const session = await openSession(cell.client, 'simulated');
  const { steps, variables, routine, run, kind, brakes, stopEpoch } = session.state;
  session.close();
  return { steps, variables, routine, run, kind, brakes, stopEpoch };
}

/** Proves a file from the command line. */
async function prove(file: string, ...more: string[]) {
  const { code, stdout, stderr } = await cell.runCli('routine', ['prove', join(examples, file), '--json', ...more]);
  expect(code, `${stdout.slice(-2000)}\n${stderr}`).toBe(0);
  return proofReportSchema.parse(lastLine(stdout));
}

describe('proof in a started cell', () => {
  beforeAll(async () => {}, 120_000);
  afterAll(async () => {
    data.remove();
  });

  it('changes nothing of the cell', async () => {
    const before = await readState();
    await prove('machine-feeding.json', '--confirm', 'Shaft', '--input', 'Input 1=high', '--cycles', '2');
    expect(await readState()).toEqual(before);
  }, 60_000);

  it('prints a table and exits with 1 when the routine has errors', async () => {
    const good = await cell.runCli('routine', ['prove', join(examples, 'signal-tower.json')]);
    expect(good).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^step +kind[\s\S]*Dry run completed\. 0 errors/),
    });
    const bad = await cell.runCli('routine', ['prove', join(examples, 'signal-tower.json'), '--max-seconds', '0.5']);
    expect(bad).toMatchObject({ code: 1, stdout: expect.stringMatching(/^error +step .*0\.5 s of simulated time/m) });
  }, 60_000);

  inExhaustiveRuns(() => {
    it('runs the tests in a file and reports their deviations', async () => {
      const file = join(examples, 'signal-tower.json');
      const good = await cell.runCli('routine', ['test', file]);
      expect(good).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^passed {2}Counts .*\n1 of 1 tests passed/),
      });

      const written = JSON.parse(readFileSync(file, 'utf8'));
      const dark = { name: 'Ends dark', expect: { outputs: { 'Output 2': 'low' } } };
      const stuck = { name: 'Is never done', expect: { notReached: ['step_st_done'] }, maxSeconds: 60 };
      const changed = { ...written, routine: { ...written.routine, tests: [...written.routine.tests, dark, stuck] } };
      const path = join(data.path, 'tower-with-tests.json');
      writeFileSync(path, JSON.stringify(changed));
      const bad = await cell.runCli('routine', ['test', path]);
      expect(bad.code).toBe(1);
      expect(bad.stdout).toContain('failed  Ends dark');
      expect(bad.stdout).toContain('expect.outputs.Output 2: expected low, but high');
      expect(bad.stdout).toContain('1 of 3 tests passed');

      // The typed client reads it as stored.
      const { routineID } = await cell.client.importRoutine(JSON.stringify(changed));
      const stored = createCellClient(createHttp({ url: cell.url, token: cell.client.adminKey }));
      const report = await stored.call(testRoutine, { id: routineID });
      expect(report.tests.map(({ passed }) => passed)).toEqual([true, false, false]);
    }, 60_000);
  });

  inExhaustiveRuns(() => {
    it('rehearses the faults of devices in tests', async () => {
      const written = JSON.parse(readFileSync(join(examples, 'pick-and-place.json'), 'utf8'));
      const jammed = {
        name: 'Fails where the gripper is jammed',
        given: { deviceFaults: [{ equipment: '2FG7', fault: 'jammed' }] },
        expect: {
          outcome: 'failed',
          // The device's own message, not the time limit of the step.
          message:
            "Failed to actuate gripper: '2FG7': The gripper did not end the command within 9.4 s and was stopped. It was still busy. Check it before continuing",
        },
      };
      const path = join(data.path, 'jammed.json');
      writeFileSync(path, JSON.stringify({ ...written, routine: { ...written.routine, tests: [jammed] } }));
      const tested = await cell.runCli('routine', ['test', path]);
      expect(tested, tested.stdout).toMatchObject({ code: 0, stdout: expect.stringContaining('1 of 1 tests passed') });
      const none = await cell.runCli('routine', ['test', join(examples, 'pick-and-place.json')]);
      expect(none).toMatchObject({ code: 1 });
      expect(none.stdout + none.stderr).toContain('This routine has no tests');
    }, 60_000);
  });

  inExhaustiveRuns(() => {
    it('checks whether boxes can be stacked before a routine does: stored ones and drafts', async () => {
      const carton = { id: 'carton', name: 'Carton', width: 100, depth: 100, height: 60, offsetZ: 20 };
      const boxList = [1, 2, 3].map((n) => ({ id: `box-${n}`, x: n * 100 - 50, y: 50 }));
      const pallet = { id: 'space_stack_base', name: 'Stand', kind: 'palletBase', lengthMM: 400, widthMM: 300 };
      const boxes = {
        id: 'space_stack',
        name: 'Stack',
        kind: 'palletBoxes',
        palletBaseIDs: [pallet.id],
        boxTypes: [carton],
        layerPatterns: [{ id: 'row', name: 'Row', boxTypeID: 'carton', boxList }],
        layerOrder: ['row', 'row'],
      };
      for (const item of [pallet, boxes])
        expect(await call('POST', '/space-items', item)).toMatchObject({ status: 200 });
      const stored = createCellClient(createHttp({ url: cell.url, token: cell.client.adminKey }));
      expect(await stored.call(proveStoredPallets, { id: 'space_stack' })).toMatchObject({
        palletBoxesID: 'space_stack',
        pallets: [{ palletBaseID: pallet.id, name: 'Stand', boxCount: 6, judgedCount: 6, problems: [] }],
      });

      const away = { ...pallet, cornerXMM: 1100 };
      const drawn = JSON.stringify({ palletBoxesID: 'space_stack', spaceItems: [boxes, away] });
      const [report] = (await stored.call(provePallets, {}, { document: drawn })).pallets;
      expect(report?.problems).toContainEqual({
        kind: 'outOfReach',
        layerIndex: 1,
        boxIndex: 3,
        message: 'Box 3 of layer 1 is out of reach: no joint angles reach its approach position',
      });
      expect(await call('POST', '/space-items/space_stack_base/prove')).toMatchObject({
        status: 400,
        text: expect.stringContaining('Choose a valid space item'),
      });
      expect(await call('POST', '/space-items/space_none/prove')).toMatchObject({ status: 404 });
      expect(await call('POST', '/pallets/prove', { palletBoxesID: 'space_stack' })).toMatchObject({ status: 400 });
    }, 120_000);
  });

  inExhaustiveRuns(() => {
    it('serves several callers over HTTP in turn and refuses those beyond the queue', async () => {
      const body = readFileSync(join(examples, 'signal-tower.json'), 'utf8');
      const headers = { authorization: `Bearer ${cell.client.adminKey}`, 'content-type': 'application/json' };
      const leaving = new AbortController();
      const ask = async (signal?: AbortSignal) => {
        const request = { method: 'POST', headers, body, ...(signal && { signal }) };
        const response = await fetch(`${cell.url}/api/v1/cell/routines/prove`, request);
        return { status: response.status, answer: await response.text() };
      };
      const ended: { readonly at: number; readonly seconds: number }[] = [];
      const proveOnce = async () => {
        const { status, answer } = await ask();
        expect(status, answer).toBe(200);
        ended.push({ at: performance.now(), seconds: proofReportSchema.parse(JSON.parse(answer)).computedSeconds });
      };
      await Promise.all([proveOnce(), proveOnce()]);
      const [first, second] = ended;
      // One after the other: the second began when the first was complete.
      const oneProofMS = (second?.at ?? 0) - (first?.at ?? 0);
      expect(oneProofMS).toBeGreaterThan((second?.seconds ?? 0) * 1000);

      // One dry run is in progress and eight are waiting; further callers are refused immediately.
      const refused: string[] = [];
      const crowd = Array.from({ length: 12 }, () =>
        ask(leaving.signal).then(
          ({ status, answer }) => void (status === 409 && refused.push(answer)),
          () => undefined,
        ),
      );
      await expect.poll(() => refused.length, { timeout: 20_000 }).toBe(3);
      expect(refused.every((answer) => answer.includes(proofRefusals.busy))).toBe(true);
      // Callers that disconnect lose their turns.
      leaving.abort();
      await Promise.all(crowd);
      const leftAt = performance.now();
      await expect.poll(async () => (await ask()).status, { timeout: 60_000, interval: 20 }).toBe(200);
      expect(performance.now() - leftAt).toBeLessThan(5 * oneProofMS);
    }, 120_000);
  });

  inExhaustiveRuns(() => {
    it('waits for its turn while another one runs and refuses invalid options', async () => {
      const file = join(examples, 'pick-and-place.json');
      const both = await Promise.all([1, 2].map(() => cell.runCli('routine', ['prove', file, '--json'])));
      expect(both, both.map(({ stdout }) => stdout).join('')).toMatchObject([{ code: 0 }, { code: 0 }]);
      const wrong = await cell.runCli('routine', ['prove', file, '--cycles', '0', '--json']);
      expect(wrong).toMatchObject({ code: 1, stdout: expect.stringContaining('Invalid options of a dry run') });
    }, 60_000);
  });
});
