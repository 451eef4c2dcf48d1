import { isDeepStrictEqual } from 'node:util';
import type { RobotKind } from '@cellwright/domain/robot';
import type { ContactSurface } from '@cellwright/domain/space';
import type { Identity } from '../domain/identity.ts';
import type { RobotLine } from '../robot-api/robot-line.ts';
import type { Surfaces } from './example-cell.ts';

/** Returns the surfaces of the simulated robot, and of the live one while it is a twin. */
export function surfacesOf(line: Pick<RobotLine, 'send'>, isTwin: () => boolean): Surfaces {
  const kinds = (): readonly RobotKind[] => (isTwin() ? ['simulated', 'live'] : ['simulated']);
  const read = async (robotKind: RobotKind, identity: Identity): Promise<readonly ContactSurface[]> =>
    (await line.send({ robotKind, identity }, 'getContactSurfaces', {})).surfaces;
  const set = async (robotKind: RobotKind, identity: Identity, surfaces: readonly ContactSurface[]) =>
    void (await line.send({ robotKind, identity }, 'setContactSurfaces', { surfaces: [...surfaces] }));
  return {
    async read(identity) {
      const [first = [], ...others] = await Promise.all(kinds().map((kind) => read(kind, identity)));
      return first.filter((surface) => others.every((each) => each.some((other) => isDeepStrictEqual(other, surface))));
    },
    async put(identity, surfaces) {
      const names = new Set(surfaces.map(({ name }) => name));
      for (const kind of kinds()) {
        const kept = (await read(kind, identity)).filter(({ name }) => !names.has(name));
        await set(kind, identity, [...kept, ...surfaces]);
      }
    },
    async remove(identity, surface) {
      let isGone = true;
      for (const kind of kinds()) {
        const present = await read(kind, identity);
        const left = present.filter((each) => !isDeepStrictEqual(each, surface));
        if (left.length < present.length) await set(kind, identity, left);
        if (left.some(({ name }) => name === surface.name)) isGone = false;
      }
      return isGone;
    },
  };
}
