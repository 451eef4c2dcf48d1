import { parseRoutineFile } from '@cellwright/domain/routine';
import { compileProgram } from '@cellwright/steps/contracts';
import type { Program } from '@cellwright/steps/engine';
import type { ScriptLanguage, ScriptRunner } from '@cellwright/steps/framework';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { createScripts } from '../../scripts/script-runner.ts';
import { mostPreparingMS, prepareScripts } from './prepare-scripts.ts';

const counting = {
  format: 'cellwright.routine',
  formatVersion: 1,
  routine: {
    id: 'routine_count',
    name: 'Counting',
    environmentVariables: [{ id: 'variable_count', name: 'count', initialValue: 0, isGlobal: false }],
    steps: [{ id: 'step_count', stepKind: 'SetEnvironmentVariable' }],
    stepConfigurations: {
      step_count: {
        stepKind: 'SetEnvironmentVariable',
        args: {
          variableID: 'variable_count',
          newValue: { kind: 'JavaScript', source: 'variables.count + 1' },
          isGlobal: false,
        },
      },
    },
  },
};
const program = compileCounting();

function compileCounting(): Program {
  const file = parseRoutineFile(counting);
  if (!file.ok) throw new Error(JSON.stringify(file));
  const { id: routineID, name } = file.value.routine;
  return { routineID, version: 1, name, mainLoopStepID: undefined, steps: compileProgram(file.value.routine) };
}

/** Returns scripts whose interpreters become ready when the test decides. */
function slowScripts() {
  const asked: ScriptLanguage[] = [];
  let ready: () => void = () => undefined;
  const scripts: ScriptRunner = {
    run: () => Promise.reject(new Error('not in this test')),
    prepare: (language) => {
      asked.push(language);
      return new Promise((resolve) => {
        ready = resolve;
      });
    },
  };
  return { scripts, asked, beReady: () => ready() };
}

describe('a play of a routine with expressions', () => {
  it('waits until their interpreter is ready, and leaves no timer', async () => {
    const clock = new VirtualClock();
    const { scripts, asked, beReady } = slowScripts();
    let isPrepared = false;
    const prepared = prepareScripts(program, scripts, clock).then(() => {
      isPrepared = true;
    });
    await clock.advance(1000);
    expect([asked, isPrepared]).toEqual([['JavaScript'], false]);
    beReady();
    await prepared;
    expect(clock.now()).toBe(1000);
  });

  it('waits only up to the limit', async () => {
    const clock = new VirtualClock();
    let isPrepared = false;
    void prepareScripts(program, slowScripts().scripts, clock).then(() => {
      isPrepared = true;
    });
    await clock.advance(mostPreparingMS - 1);
    expect(isPrepared).toBe(false);
    await clock.advance(1);
    expect(isPrepared).toBe(true);
  });

  it('finds the real interpreter ready for its first expression, also after its replacement', async () => {
    const all = createScripts({ isPythonOn: async () => true });
    const scripts = all.forRobot('simulated');
    const clock = new VirtualClock();
    const run = (source: string) =>
      scripts.run({ language: 'JavaScript', source, values: { variables: [['count', 1]], steps: [], io: [] } });
    await prepareScripts(program, scripts, clock);
    expect(await run('variables.count + 1')).toMatchObject({ ok: true });
    expect(await run('while (true) {}')).toMatchObject({ ok: false });
    await prepareScripts(program, scripts, clock);
    expect(await run('variables.count + 1')).toMatchObject({ ok: true });
    await all.close();
    await prepareScripts(program, scripts, clock);
  });
});
