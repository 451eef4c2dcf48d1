// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resumption } from '@cellwright/domain/run';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { translateMessage } from '../../i18n/cell-words.ts';
import { readText, wrapIn } from '../../i18n/in-language.fixture.tsx';
import { ResumeCard, type ResumeCardProps } from './ResumeCard.tsx';

// Test files share the texts of the page.
afterEach(async () => {
  if (i18next.isInitialized) await i18next.changeLanguage('en');
});

const nothing = () => undefined;
const brakesFirst = 'Release the brakes first';
const weld = { stepID: 'step_weld', stepPath: '2', stepKind: 'Weld' };
const run: Resumption['run'] = {
  ...{ id: 'run_1', robotKind: 'simulated', routineID: 'routine_1', routineName: 'Seam', routineVersion: 1 },
  ...{ startedAt: '2026-01-01T08:00:00Z', endedAt: '2026-01-01T09:00:00Z', cycleCount: 0 },
  status: 'stopped',
};
const stopped: Resumption = {
  ...{ run, beside: [], variables: [], effects: [], guard: null },
  at: { ...weld, rounds: [], isDone: false },
  obstacle: 'Step 2: A weld cannot be continued in the middle. Choose the step to continue with',
};
const place: ResumeCardProps['place'] = {
  run,
  at: { ...weld, name: 'Weld', isDone: false, round: null },
};

async function readCard(
  part: Partial<Resumption>,
  props: Partial<ResumeCardProps> = {},
  language: 'en' | 'de' = 'en',
): Promise<string> {
  const acts = { resume: nothing, giveUp: nothing, startReturn: nothing, endReturn: nothing };
  const card = (
    <ResumeCard
      {...{ place, ...acts, ...props }}
      resumption={{ ...stopped, ...part }}
      isStale={false}
      pending={undefined}
    />
  );
  return readText(renderToStaticMarkup(await wrapIn(language, card)));
}

const styles = readFileSync(join(import.meta.dirname, 'Resume.module.css'), 'utf8');

describe('ResumeCard', () => {
  it('keeps 24 px between buttons, so that a glove that misses one does not discard the run', () => {
    expect(styles).toMatch(/\.buttons \{[^}]*gap: 24px;/);
  });

  it('shows when the run ended, because runs of one routine may wait at the same step', async () => {
    expect(await readCard({})).toMatch(/Ended Jan 1, 2026, \d/);
  });
});

describe('ResumeCard of a run that cannot continue at its place', () => {
  it('offers to choose a step where the routine is not shown', async () => {
    expect(await readCard({}, { chooseStep: nothing })).toContain('Choose a step in the routine');
    expect(await readCard({ obstacle: null }, { chooseStep: nothing })).not.toContain('Choose a step in the routine');
  });

  it('says where to select one beside the routine, until one is selected', async () => {
    expect(await readCard({})).toContain('Select a step above');
    const chosen = await readCard({}, { chosen: { stepID: 'step_1', path: '1' } });
    expect(chosen).not.toContain('Select a step above');
    expect(chosen).toContain('Continue at step 1 instead');
  });

  it('gives the reason in the language of the page', async () => {
    expect(await readCard({ obstacle: null, guard: { message: brakesFirst, offersReturn: false } })).toContain(
      brakesFirst,
    );
    if (!i18next.isInitialized) await i18next.init({ lng: 'en', interpolation: { escapeValue: false } });
    await i18next.changeLanguage('de');
    await vi.waitFor(() => expect(translateMessage(brakesFirst)).not.toBe(brakesFirst));
    const card = await readCard({ obstacle: null, guard: { message: brakesFirst, offersReturn: false } });
    expect(card).toContain('Lösen Sie zuerst die Bremsen');
    expect(card).not.toContain(brakesFirst);
  });

  it('offers no choice for a run that had not begun', async () => {
    const text = await readCard(
      { at: null, obstacle: 'It had not begun. Play from the start' },
      { chooseStep: nothing },
    );
    expect(text).not.toContain('Choose a step');
  });
});

/** Part of a resumption with an effect that may or may not have happened. */
const asked = (kind: string, details: unknown): Pick<Resumption, 'effects'> => ({
  effects: [{ ...weld, effectID: 'effect_1', thread: 'main', rounds: [], kind, details, question: 'Did it?' }],
});
const commanded = (capability: string) => asked('actuateDevice', { capability, equipmentID: 'equipment_1' });

describe('The question of ResumeCard about an effect', () => {
  it.each([
    ['gripper', 'Greifer'],
    ['vacuum', 'Vakuumgreifer'],
    ['door', 'Tür'],
  ])('names the capability %s in the language of the page', async (capability, german) => {
    expect(await readCard(commanded(capability))).toContain(`${capability}`);
    const card = await readCard(commanded(capability), {}, 'de');
    expect(card).toContain(`Ein Gerät (${german}) sollte einen Befehl bekommen`);
    expect(card).not.toContain(capability);
  });

  it('keeps the name of a capability that comes with a package', async () => {
    expect(await readCard(commanded('glueGun'), {}, 'de')).toContain('Ein Gerät (glueGun)');
  });

  it('names outputs, their level and their duration in the language of the page', async () => {
    const outputs = asked('setOutputs', [
      { kind: 'Output', port: 3, level: 'high' },
      { kind: 'Relay', port: 1, level: 'low', pulseSeconds: 0.5 },
    ]);
    expect(await readCard(outputs)).toContain('Output 3 high, Relay 1 low for 0.5 s was to be set');
    expect(await readCard(outputs, {}, 'de')).toMatch(/3 auf Ein, .* 1 für 0[.,]5 s auf Aus/);
  });
});
