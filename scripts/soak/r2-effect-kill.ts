// R2: the routine runner is killed between an output and its journal entry, 200 times. No pulse is repeated, and where
// the journal does not know, the step shows as unknown and the next play asks.
// Usage: tsx scripts/soak/r2-effect-kill.ts [kills]
import { type EffectLoss, killAfterEffect } from '../../services/cell/e2e/faults/effect-loss.fixture.ts';
import { soak, trialsOf } from './cell/soak.ts';

function isWrong({ run, lastResult, question, pulses, intents, pulsesAfterKill }: EffectLoss): boolean {
  const isUnknown = lastResult === 'unknown';
  const isShown = run.interruptedIn?.hasUnknownEffect === isUnknown;
  const isAsked = (question !== undefined) === isUnknown;
  return run.status !== 'interrupted' || pulsesAfterKill > 0 || pulses > intents || !isShown || !isAsked;
}

await soak('R2', { shape: 'processes' }, async (faults, note) => {
  const losses: EffectLoss[] = [];
  for (let trial = 0; trial < trialsOf(200); trial++) {
    note(trial);
    // Mostly at once, which is between the output and its entry; some anywhere in the next round.
    losses.push(await killAfterEffect(faults, trial % 4 === 3 ? 150 * Math.random() : 0));
  }
  const repeated = losses.filter(
    ({ pulses, intents, pulsesAfterKill }) => pulsesAfterKill > 0 || pulses > intents,
  ).length;
  const unknown = losses.filter(({ lastResult }) => lastResult === 'unknown').length;
  const wrong = losses.filter(isWrong);
  return { holds: wrong.length === 0, kills: losses.length, repeated, unknown, goal: { repeated: 0 }, wrong };
});
