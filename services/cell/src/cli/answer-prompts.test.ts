import { ProductError } from '@cellwright/domain/basics';
import type { OperatorPrompt } from '@cellwright/domain/routine';
import { idleSession } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { answerPrompts, type PromptSession } from './answer-prompts.ts';
import { createTextOutput } from './output.ts';

const confirm: OperatorPrompt = { stepID: 's1', message: 'Closed?', mode: 'confirm', choices: [], required: true };
const choice: OperatorPrompt = { ...confirm, stepID: 's2', mode: 'choice', choices: ['Flange', 'Shaft'] };

const run = {
  id: 'run_1',
  status: 'paused' as const,
  startedAt: '2026-05-01T00:00:00.000Z',
  currentStepID: null,
  currentStepPath: null,
  cycleCount: 0,
  isStoppingAfterCycle: false,
  pauseReason: null,
  waitingFor: null,
  isInterrupted: false,
  cycleTimeSeconds: null,
  distanceMeters: 0,
};

/** Starts a run that asks one prompt after the other and then completes. */
function startAsking(prompts: readonly OperatorPrompt[], refusal?: string) {
  const open = [...prompts];
  const inputs: (string | undefined)[] = [];
  const session: PromptSession = {
    get state() {
      const [prompt = null] = open;
      return idleSession({ prompt, run: { ...run, status: prompt ? 'paused' : 'completed' } });
    },
    waitFor: async () => undefined,
    async confirmStep({ stepID, input }) {
      if (refusal !== undefined) throw new ProductError('cannot_play_routine', refusal);
      expect(stepID).toBe(open[0]?.stepID);
      inputs.push(input);
      open.shift();
    },
  };
  return { session, inputs };
}

const lines: string[] = [];
const output = createTextOutput((line) => lines.push(line));

describe('answerPrompts', () => {
  it('gives each prompt the next prepared answer', async () => {
    const { session, inputs } = startAsking([confirm, choice]);
    expect(
      await answerPrompts(session, 'run_1', { given: ['yes', 'Shaft'], person: undefined }, output),
    ).toBeUndefined();
    expect(inputs).toEqual([undefined, 'Shaft']);
  });

  it('fails without an answer or a terminal', async () => {
    const { session } = startAsking([confirm, confirm]);
    expect(await answerPrompts(session, 'run_1', { given: ['yes'], person: undefined }, output)).toBe(
      "The routine shows the prompt 'Closed?', but there is no terminal to answer it. Use a terminal, or give the answer with --confirm",
    );
  });

  it('accepts the number or the name of a choice at the terminal', async () => {
    const { session, inputs } = startAsking([choice, choice]);
    const typed = ['1', ' Shaft '];
    const person = { ask: async () => typed.shift() };
    expect(await answerPrompts(session, 'run_1', { given: [], person }, output)).toBeUndefined();
    expect(inputs).toEqual(['Flange', 'Shaft']);
  });

  it('refuses an answer that is not one of the choices', async () => {
    const { session } = startAsking([choice]);
    expect(await answerPrompts(session, 'run_1', { given: ['Bolt'], person: undefined }, output)).toContain(
      "'Bolt' is not one of the choices",
    );
  });
});
