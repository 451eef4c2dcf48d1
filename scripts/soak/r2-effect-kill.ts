// R2: the routine runner is killed between an external effect and its journal entry, 200 times: an output, and a
// command to a device of each capability in turn. No effect is repeated, and where the journal lacks the result, the
// step is shown as unknown and the next play asks. Usage: tsx scripts/soak/r2-effect-kill.ts [kills]
import {
  type DeviceCaseName,
  type DeviceLoss,
  deviceCaseNames,
  isLossWrong,
  killAfterCommand,
  type OutlivingDevices,
  startDevices,
} from '../../services/cell/e2e/faults/device-loss.fixture.ts';
import { type EffectLoss, killAfterEffect } from '../../services/cell/e2e/faults/effect-loss.fixture.ts';
import { soak, trialsOf } from './cell/soak.ts';

function isWrong({ run, lastResult, question, pulses, intents, pulsesAfterKill }: EffectLoss): boolean {
  const isUnknown = lastResult === 'unknown';
  const isShown = run.interruptedIn?.hasUnknownEffect === isUnknown;
  const isAsked = (question !== undefined) === isUnknown;
  return run.status !== 'interrupted' || pulsesAfterKill > 0 || pulses > intents || !isShown || !isAsked;
}

const turns: readonly (DeviceCaseName | 'output')[] = ['output', ...deviceCaseNames];

await soak('R2', { shape: 'processes', env: { RUN_SIMULATORS: 'false' } }, async (faults, note) => {
  const outputs: EffectLoss[] = [];
  const commands: DeviceLoss[] = [];
  const devices: OutlivingDevices = await startDevices(faults);
  for (let trial = 0; trial < trialsOf(200); trial++) {
    note(trial);
    // Mostly immediately, between the effect and its entry; sometimes at any time in the next round.
    const delayMS = Math.floor(trial / turns.length) % 4 === 3 ? 150 * Math.random() : 0;
    const turn = turns[trial % turns.length] ?? 'output';
    if (turn === 'output') outputs.push(await killAfterEffect(faults, delayMS));
    else commands.push(await killAfterCommand(faults, devices, turn, delayMS));
  }
  await devices.close();
  const repeated =
    outputs.filter(({ pulses, intents, pulsesAfterKill }) => pulsesAfterKill > 0 || pulses > intents).length +
    commands.filter(({ commands, intents }) => commands > intents).length;
  const unknown = [...outputs, ...commands].filter(({ lastResult }) => lastResult === 'unknown').length;
  const wrong = [...outputs.filter(isWrong), ...commands.filter(isLossWrong)];
  const kills = outputs.length + commands.length;
  return { holds: wrong.length === 0, kills, repeated, unknown, goal: { repeated: 0 }, wrong };
});
