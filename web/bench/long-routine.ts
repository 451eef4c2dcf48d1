import type { BrowserBench } from '../e2e/browser.fixture.ts';

export const stepCount = 2000;
/** Steps in each loop of the routine. */
const perLoop = 20;

/** Stores a routine of very many steps in loops; returns its id. */
export async function makeLongRoutine(bench: BrowserBench): Promise<string> {
  const stepConfigurations: Record<string, unknown> = {};
  const make = (stepKind: string, name: string, args: Record<string, unknown>) => {
    const id = `step_${name}`;
    stepConfigurations[id] = { stepKind, args };
    return { id, stepKind, isDisabled: false };
  };
  const steps = Array.from({ length: stepCount / perLoop }, (_, loop) => ({
    ...make('Loop', `loop-${loop}`, { times: 2 }),
    steps: Array.from({ length: perLoop - 1 }, (_, step) =>
      make('Wait', `wait-${loop}-${step}`, { milliseconds: 10 + step }),
    ),
  }));
  const answer = await fetch(`${bench.url}/api/v1/cell/routines`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bench.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Very long', steps, stepConfigurations }),
  });
  const { id }: { id?: string } = await answer.json();
  if (id === undefined) throw new Error(`the routine was refused: ${answer.status}`);
  return id;
}
