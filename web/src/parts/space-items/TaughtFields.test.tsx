import type { SpaceItem } from '@cellwright/domain/space';
import { describe, expect, it } from 'vitest';
import { renderIn } from '../../i18n/in-language.fixture.tsx';
import { lengthUnits } from '../../ui/length.ts';
import { newItem } from './new-item.ts';
import { TaughtFields } from './TaughtFields.tsx';

const nothing = () => undefined;
const still = { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };

function filledIn(item: SpaceItem, isAside: boolean): Promise<number> {
  const fields = (
    <TaughtFields
      item={item}
      others={[]}
      mayEdit
      isAside={isAside}
      isDisabled={false}
      length={lengthUnits.millimeter}
      proveStack={async () => Promise.reject(new Error('not asked'))}
      moveHere={{ reason: undefined, isBlocked: false, start: nothing, end: nothing }}
      postures={{ poseOf: () => still, jointsOf: nothing, begin: () => ({ pose: still }), limits: [] }}
      onTeach={nothing}
      onPlace={nothing}
      onChange={nothing}
    />
  );
  return renderIn('en', fields).then((html) => html.split('data-variant="filled"').length - 1);
}

describe.each(['singlePosition', 'gridPositionList', 'freeformPositionList'] as const)('A new %s', (kind) => {
  const item = newItem(kind, 'P', [], false);

  it('emphasises the position to teach next', async () => {
    expect(await filledIn(item, false)).toBe(1);
  });

  it('emphasises nothing beside another next action', async () => {
    expect(await filledIn(item, true)).toBe(0);
  });
});
