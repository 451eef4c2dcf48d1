import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { createFeatures } from './features.ts';

function open() {
  const clock = new VirtualClock();
  const library = { on: [] as string[], isAnswering: true, askedCount: 0 };
  const features = createFeatures({
    async listOn() {
      library.askedCount += 1;
      if (!library.isAnswering) throw new Error('unavailable');
      return library.on;
    },
    clock,
    log: { warn: () => undefined },
  });
  return { clock, library, features, isOn: () => features.isOn('pythonExpressions') };
}

describe('Features of the runner', () => {
  it('count as off until the library reports them, and on from then on', async () => {
    const { library, isOn } = open();
    expect(await isOn()).toBe(false);
    library.on = ['pythonExpressions'];
    expect(await isOn()).toBe(true);
  });

  it('reload two seconds later, or once their change is reported', async () => {
    const { clock, library, features, isOn } = open();
    library.on = ['pythonExpressions'];
    await isOn();
    library.on = [];
    expect(await isOn()).toBe(true);
    features.forget();
    expect(await isOn()).toBe(false);
    library.on = ['pythonExpressions'];
    await isOn();
    library.on = [];
    await clock.advance(2000);
    expect(await isOn()).toBe(false);
  });

  it('stay as they were while the library does not answer', async () => {
    const { clock, library, isOn } = open();
    library.isAnswering = false;
    expect(await isOn()).toBe(false);
    library.isAnswering = true;
    library.on = ['pythonExpressions'];
    await isOn();
    library.isAnswering = false;
    await clock.advance(5000);
    expect(await isOn()).toBe(true);
  });
});
