import { ProductError, type VariableValue } from '@cellwright/domain/basics';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { VariableSaver } from './variable-saver.ts';

function startSaver() {
  const clock = new VirtualClock();
  const library = { isAway: false, overtaken: 0, saved: [] as [string, VariableValue][], attempts: 0 };
  const saver = new VariableSaver(async (id, value) => {
    library.attempts += 1;
    if (library.isAway) throw new ProductError('unavailable', 'The database does not answer. Try again in a moment');
    if (library.overtaken-- > 0) throw new ProductError('conflict', 'Someone saved another version');
    library.saved.push([id, value]);
  }, clock);
  return { clock, library, saver };
}

describe('VariableSaver', () => {
  it('saves the newest value when the library is back', async () => {
    const { clock, library, saver } = startSaver();
    library.isAway = true;
    const first = saver.save('variable_1', 1);
    await clock.advance(20_000);
    const second = saver.save('variable_1', 2);
    await clock.advance(20_000);
    expect(library.attempts).toBeGreaterThan(5);
    library.isAway = false;
    await clock.runUntilSettled(Promise.all([first, second]));
    expect(library.saved).toEqual([['variable_1', 2]]);
  });

  it('gives up an outage of ten minutes', async () => {
    const { clock, library, saver } = startSaver();
    library.isAway = true;
    await expect(clock.runUntilSettled(saver.save('variable_1', 1), 700_000)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(clock.now()).toBeGreaterThanOrEqual(600_000);
  });

  it('rejects pending entries when it is closed', async () => {
    const { clock, library, saver } = startSaver();
    library.isAway = true;
    const saving = saver.save('variable_1', 1);
    const refused = expect(saving).rejects.toThrow();
    await clock.advance(1000);
    saver.close();
    await refused;
  });

  it('saves over a concurrent version, at most three times', async () => {
    const { clock, library, saver } = startSaver();
    library.overtaken = 2;
    await clock.runUntilSettled(saver.save('variable_1', 1));
    expect(library.saved).toEqual([['variable_1', 1]]);
    library.overtaken = 3;
    await expect(clock.runUntilSettled(saver.save('variable_1', 2))).rejects.toMatchObject({ code: 'conflict' });
  });
});
