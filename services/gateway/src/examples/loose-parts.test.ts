import { ProductError } from '@cellwright/domain/basics';
import type { LoosePart } from '@cellwright/domain/space';
import { identityPose, makePose } from '@cellwright/geometry';
import { noAuthor } from '@cellwright/service-kit/calls';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { loosePartsOf } from './loose-parts.ts';

const part = (name: string, x: number): LoosePart => ({
  ...{ name, color: '#102030', shape: { kind: 'box', size: [0.1, 0.1, 0.1] } },
  pose: makePose([x, 0, 0], identityPose),
});
const parts = [part('one', 0.1), part('two', 0.2)];
const named = z.looseObject({ name: z.string() });

/** Runner with a planning scene, as far as loose parts use it. */
function createRunner() {
  const obstacles = new Map<string, Record<string, unknown>>();
  const runner: Parameters<typeof loosePartsOf>[0] = {
    async ask(call, input) {
      if (call.name === 'getPlanningScene')
        return call.output.parse({
          robotKind: 'simulated',
          revision: 1,
          obstacles: [...obstacles.values()],
          endEffector: null,
        });
      const { robotKind, ...obstacle } = named.parse(input);
      expect(robotKind).toBe('simulated');
      const { name } = obstacle;
      if (call.name === 'addObstacle') obstacles.set(name, obstacle);
      else if (!obstacles.delete(name)) throw new ProductError('not_found', 'There is no such obstacle');
      return call.output.parse({ revision: 1, notes: [] });
    },
  };
  return { obstacles, loose: loosePartsOf(runner) };
}

describe('loosePartsOf', () => {
  it('adds parts that the arm does not avoid, and puts moved ones back', async () => {
    const { obstacles, loose } = createRunner();
    expect(await loose.hasAll(noAuthor, parts)).toBe(false);
    await loose.put(noAuthor, parts);
    expect([...obstacles.values()]).toEqual(parts.map((each) => ({ ...each, isLoose: true })));
    expect(await loose.hasAll(noAuthor, parts)).toBe(true);
    obstacles.set('two', { ...part('two', 0.3), isLoose: true });
    expect(await loose.hasAll(noAuthor, parts)).toBe(false);
    await loose.put(noAuthor, parts);
    expect(await loose.hasAll(noAuthor, parts)).toBe(true);
  });

  it('removes its parts wherever they lie, and nothing else', async () => {
    const { obstacles, loose } = createRunner();
    await loose.put(noAuthor, parts);
    obstacles.set('one', { ...part('one', 0.9), isLoose: true });
    obstacles.set('two', { ...part('two', 0.2), isLoose: undefined });
    obstacles.set('fence', { ...part('fence', 0), isLoose: undefined });
    await loose.remove(noAuthor, parts);
    expect([...obstacles.keys()]).toEqual(['two', 'fence']);
  });
});
