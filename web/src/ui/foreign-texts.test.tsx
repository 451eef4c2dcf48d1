// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { tolerateForeignTexts } from './foreign-texts.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
beforeAll(() => tolerateForeignTexts(document));

type Rewrite = (text: Text) => void;

function font(content: string | Node): HTMLElement {
  const inner = document.createElement('font');
  inner.append(content);
  const outer = document.createElement('font');
  outer.append(inner);
  return outer;
}

const around: Rewrite = (text) => {
  const place = document.createComment('');
  text.replaceWith(place);
  place.replaceWith(font(text));
};
const inPlace: Rewrite = (text) => text.replaceWith(font(`x${text.data}`));
const besideAndAway: Rewrite = (text) => {
  text.before(font(`x${text.data}`));
  text.remove();
};

function rewriteTexts(root: Element, rewrite: Rewrite): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) texts.push(node);
  for (const text of texts) rewrite(text);
}

function Shown({ count, isOn }: { readonly count: number; readonly isOn: boolean }) {
  return (
    <div>
      {isOn ? 'On' : null}
      {isOn && <b>bold</b>}
      Count {count} of <i>many</i>
      {!isOn && 'Off'}
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
        <span key={index}>{index}</span>
      ))}
      tail
    </div>
  );
}

describe('A page whose texts a translator rewrites', () => {
  it.each([
    ['puts elements around them', around],
    ['puts elements in their place', inPlace],
    ['puts elements beside them and takes them away', besideAndAway],
  ])('stays complete and current when the translator %s', async (_, rewrite) => {
    const container = document.createElement('div');
    document.body.append(container);
    const root = createRoot(container);
    const fresh = document.createElement('div');
    const freshRoot = createRoot(fresh);
    await act(() => root.render(<Shown count={1} isOn={false} />));
    for (const props of [
      { count: 3, isOn: true },
      { count: 2, isOn: false },
      { count: 0, isOn: true },
      { count: 4, isOn: false },
    ]) {
      rewriteTexts(container, rewrite);
      await act(async () => undefined);
      await act(() => root.render(<Shown {...props} />));
      await act(() => freshRoot.render(<Shown {...props} />));
      // Unchanged texts may still be in the translated wording.
      expect(container.textContent?.replaceAll('x', '')).toBe(fresh.textContent);
    }
    await act(() => root.unmount());
    expect(container.textContent).toBe('');
  });
});
