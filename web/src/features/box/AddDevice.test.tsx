// @vitest-environment happy-dom
import { equipmentKinds } from '@cellwright/equipment/contracts';
import { expect, it } from 'vitest';
import { readText, renderIn } from '../../i18n/in-language.fixture.tsx';
import { AddDevice } from './AddDevice.tsx';

const nothing = () => undefined;

it('AddDevice offers the catalogue first, and the form of a kind once it is chosen', async () => {
  const html = await renderIn('en', <AddDevice devices={[]} onAdded={nothing} onCancel={nothing} />);
  expect(html.match(/data-testid="kind-/g)).toHaveLength(equipmentKinds.length);
  expect(html).not.toContain('Host');
  expect(readText(html)).toContain('Cancel');
});
