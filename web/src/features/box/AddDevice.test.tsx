// @vitest-environment happy-dom
import { equipmentKinds } from '@cellwright/equipment/contracts';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { readText, renderIn, wrapIn } from '../../i18n/in-language.fixture.tsx';
import { AddDevice } from './AddDevice.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const nothing = () => undefined;

it('AddDevice offers the catalogue first, and the form of a kind once it is chosen', async () => {
  const html = await renderIn('en', <AddDevice devices={[]} onAdded={nothing} onCancel={nothing} />);
  expect(html.match(/data-testid="kind-/g)).toHaveLength(equipmentKinds.length);
  expect(html).not.toContain('Host');
  expect(readText(html)).toContain('Cancel');
});

it('AddDevice states that a simulator replaces a device that is not there', async () => {
  const shown = document.createElement('div');
  const root = createRoot(shown);
  const page = await wrapIn('en', <AddDevice devices={[]} onAdded={nothing} onCancel={nothing} />);
  await act(() => root.render(page));
  await act(() => shown.querySelector<HTMLElement>('[data-testid="kind-OnRobot2FG7"]')?.click());
  expect(readText(shown.innerHTML)).toContain('Works without the device, too');
  await act(() => root.unmount());
});
