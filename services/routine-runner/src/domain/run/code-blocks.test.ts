import { messages } from '@cellwright/domain/messages';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { routineOf, step } from '../testing/fake-cell.fixture.ts';
import { startLoadedCell } from '../testing/loaded-cell.fixture.ts';
import type { CodeCalls, CodeRunner } from './code-blocks.ts';

const block = { id: 'codeBlock_1', name: 'Count', description: '', source: 'await cell.wait(10)' };

/** A code runner whose calls and end are controlled by the test. */
class FakeCode implements CodeRunner {
  readonly sources: string[] = [];
  readonly #signal = new AbortController();
  end: () => void = () => undefined;
  #calls: CodeCalls | undefined;

  async call(name: string, ...args: unknown[]): Promise<unknown> {
    const answer = await this.#calls?.call(name, JSON.stringify(args), this.#signal.signal);
    return answer?.ok ? answer.value : answer?.message;
  }

  async callRaw(name: string, args: string): Promise<unknown> {
    return this.#calls?.call(name, args, this.#signal.signal);
  }

  run(source: string, calls: CodeCalls, signal: AbortSignal): ReturnType<CodeRunner['run']> {
    this.sources.push(source);
    this.#calls = calls;
    return new Promise((resolve) => {
      this.end = () => resolve({ ok: true, value: undefined });
      signal.addEventListener('abort', () => resolve({ ok: false, stopped: true }), { once: true });
    });
  }
}

async function startCode({ isOn = true, blocks = [block] } = {}) {
  const code = new FakeCode();
  const steps = [step('step_1', 'CodeBlock', { codeBlockId: block.id }), step('step_2', 'Wait', { milliseconds: 1 })];
  const routine = { ...routineOf(steps), codeBlocks: blocks, safetyOutputs: ['Output 16'] };
  const cell = await startLoadedCell({ routine, ...(isOn && { codeRunner: code }) });
  await cell.ask('playRoutine');
  await cell.clock.advance(50);
  return { cell, code };
}

describe('a code block in a run', () => {
  it('runs the source that was loaded with the routine, and the routine continues after it', async () => {
    const { cell, code } = await startCode();
    expect(code.sources).toEqual([block.source]);
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', steps: { step_1: { state: 'playing' } } });
    code.end();
    await cell.clock.advance(100);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'completed' } });
  });

  it('reads and writes variables by name or id, and reports', async () => {
    const { cell, code } = await startCode();
    expect(await code.call('getVariable', 'count')).toBe(0);
    expect(await code.call('setVariable', 'count', 3)).toBeNull();
    expect(await code.call('getVariable', 'variable_count')).toBe(3);
    expect(await code.call('getVariable', 'gone')).toBe('Unknown variable id gone');
    expect(await code.call('setVariable', 'gone', 1)).toBe('Unknown variable id gone');
    await code.call('report', '3 of 5');
    expect(await code.call('getStepVariable', 'step_1', 'report')).toBe('3 of 5');
    await cell.clock.advance(50);
    expect(cell.state()).toMatchObject({
      variables: { variable_count: { value: 3 } },
      steps: { step_1: { variables: { report: '3 of 5' } } },
    });
  });

  it('sets outputs with an intent in the journal, but none of the safety outputs', async () => {
    const { cell, code } = await startCode();
    const setting = code.call('setOutput', 'Output 1', 'high');
    await cell.clock.advance(50);
    expect(await setting).toBeNull();
    expect(await code.call('readPort', 'Output 1')).toBe('high');
    expect(cell.entries().map(({ event }) => event)).toContain('effectIntended');
    expect(await code.call('setOutput', 'Output 16', 'high')).toBe(messages.safetyOutputsCannotBeSet);
    expect(await code.call('setOutput', 'Input 1', 'high')).toBe('Input 1 is not an output');
    expect(await code.call('setOutput', 'Output 99', 'high')).toBe('Output 99 is not an output');
    expect(await code.call('readPort', 'Input 99')).toBe('Input 99 cannot be read');
  });

  it.each([
    ['getVariable', '[1]'],
    ['setVariable', '["count"]'],
    ['setVariable', '["count", {}]'],
    ['getStepVariable', '["step_1"]'],
    ['readPort', '{}'],
    ['setOutput', '["Output 1", 1]'],
    ['wait', '[-1]'],
    ['wait', 'null'],
    ['report', '["forged"'],
  ])('gets the expected arguments of cell.%s when it passes %s', async (name, args) => {
    const { code } = await startCode();
    expect(await code.callRaw(name, args)).toMatchObject({
      ok: false,
      message: expect.stringContaining(`${name} takes`),
    });
  });

  it.each(['constructor', 'moveTo', '__proto__'])('cannot call cell.%s', async (name) => {
    const { code } = await startCode();
    expect(await code.call(name)).toBe(`cell.${name} does not exist`);
  });

  it('R9: fails with a pause, repeatedly, and the routine can be restarted', async () => {
    const { cell } = await startCode();
    for (let round = 0; round < propertyRuns(50, 1000); round++) {
      await cell.ask('pauseRoutine');
      await cell.clock.advance(50);
      expect(cell.state()).toMatchObject({
        kind: 'Failure',
        run: { status: 'failed' },
        failure: { kind: 'StepPlayFailure', reason: messages.codeBlockPaused, stepID: 'step_1' },
      });
      expect(await cell.ask('resumeRoutine')).toMatchObject({ ok: false });
      await cell.ask('recover');
      await cell.clock.advance(50);
      await cell.ask('playRoutine');
      await cell.clock.advance(50);
    }
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', steps: { step_1: { state: 'playing' } } });
  });

  it('ends with a stop', async () => {
    const { cell } = await startCode();
    await cell.ask('stop');
    await cell.clock.advance(100);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'stopped' } });
  });

  it.each([
    [{ isOn: false }, messages.developerApiNeeded],
    [{ blocks: [] }, messages.codeBlockFolderInaccessible],
  ])('fails by name with %j', async (parts, reason) => {
    const { cell } = await startCode(parts);
    expect(cell.state()).toMatchObject({ kind: 'Failure', failure: { kind: 'ExecutionFailure', reason } });
  });
});
