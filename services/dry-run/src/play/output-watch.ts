import type { ControllerCommand } from '@cellwright/controller-link';
import type { IOLevel } from '@cellwright/domain/robot';
import { proofMessages } from '@cellwright/domain/runner-socket';
import type { ProgramStep } from '@cellwright/steps/framework';
import type { Findings } from '../review/findings.ts';

interface Watched {
  readonly firstLevel: IOLevel;
  lastLevel: IOLevel;
  lastStep: ProgramStep | undefined;
}

/** Which outputs a routine leaves on. */
export class OutputWatch {
  private readonly outputs = new Map<string, Watched>();

  note(command: ControllerCommand, step: ProgramStep | undefined): void {
    if (command.kind !== 'setOutputs') return;
    for (const { name, level, pulseSeconds } of command.outputs) {
      // A pulse returns to the level before it by itself.
      if (pulseSeconds > 0) continue;
      const watched = this.outputs.get(name);
      if (watched) Object.assign(watched, { lastLevel: level, lastStep: step });
      else this.outputs.set(name, { firstLevel: level, lastLevel: level, lastStep: step });
    }
  }

  /** An output that the routine switches off before it switches it on is a signal of its own, and may end on. */
  review(findings: Findings): void {
    for (const [name, { firstLevel, lastLevel, lastStep }] of this.outputs) {
      if (lastLevel !== 'high') continue;
      if (firstLevel === 'high') findings.add('outputLeftOn', lastStep, [name]);
      else findings.say('outputLeftOn', lastStep, proofMessages.outputKept(name), { severity: 'note' });
    }
  }
}
