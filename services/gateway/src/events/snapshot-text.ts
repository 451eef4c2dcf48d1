import { escapePointer, unescapePointer } from '@cellwright/domain/run';
import type { StatePatch, StateSnapshot } from '@cellwright/domain/runner-socket';
import { processTurns, type TurnBudget } from '@cellwright/service-kit';

const stepsPointer = '/steps';
/** Steps that are written between two checks of the time. */
const stepsAtOnce = 200;

/**
 * JSON text of a state that changes by patches. The text of each step is cached until the step changes, and a large
 * state is written in turns of the event loop: a routine may have 20,000 steps.
 */
export class SnapshotText {
  /** Text by step; undefined if it must be written again. The map is undefined if the steps must be listed again. */
  private steps: Map<string, string | undefined> | undefined;
  private readonly turns: TurnBudget;

  constructor(turns: TurnBudget = processTurns) {
    this.turns = turns;
  }

  reset(): void {
    this.steps = undefined;
  }

  /** Records which steps a patch changes. */
  note(patch: StatePatch['patch']): void {
    for (const { op, path } of patch) {
      if (path === '' || path === stepsPointer) this.steps = undefined;
      if (!this.steps || !path.startsWith(`${stepsPointer}/`)) continue;
      const [part = ''] = path.slice(stepsPointer.length + 1).split('/');
      const id = unescapePointer(part);
      if (op === 'remove' && path === `${stepsPointer}/${escapePointer(id)}`) this.steps.delete(id);
      else this.steps.set(id, undefined);
    }
  }

  /** Writes the text; immediately for a small state. The state must not change until this resolves. */
  write(snapshot: StateSnapshot): string | Promise<string> {
    this.steps ??= new Map(Object.keys(snapshot.state.steps).map((id) => [id, undefined]));
    const writing = this.writeSteps(snapshot, this.steps);
    for (;;) {
      const step = writing.next();
      if (step.done) return step.value;
      const pause = this.turns.pause();
      if (pause) return this.finish(writing, pause);
    }
  }

  private async finish(writing: Generator<void, string>, firstPause: Promise<void>): Promise<string> {
    await firstPause;
    for (;;) {
      const step = writing.next();
      if (step.done) return step.value;
      await this.turns.pause();
    }
  }

  private *writeSteps(
    { state, ...rest }: StateSnapshot,
    known: Map<string, string | undefined>,
  ): Generator<void, string> {
    const { steps, ...others } = state;
    const texts: string[] = [];
    for (const [id, text] of known) {
      const written = text ?? `${JSON.stringify(id)}:${JSON.stringify(steps[id])}`;
      if (text === undefined) known.set(id, written);
      texts.push(written);
      if (texts.length % stepsAtOnce === 0) yield;
    }
    const head = JSON.stringify({ ...rest, state: others }).slice(0, -2);
    return `${head},"steps":{${texts.join(',')}}}}`;
  }
}
