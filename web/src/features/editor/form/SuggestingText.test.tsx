// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wrapIn } from '../../../i18n/in-language.fixture.tsx';
import { SuggestingText } from './SuggestingText.tsx';

const suggestion = { key: 'weight', insert: '[Part weight]', start: 6, end: 9, hint: null };

function Typed({ onChange }: { onChange(text: string): void }) {
  const [text, setText] = useState('round(');
  const change = (next: string) => {
    setText(next);
    onChange(next);
  };
  const suggest = (typed: string) => (typed.includes('wei') ? [suggestion] : []);
  return <SuggestingText label="Formula" value={text} suggest={suggest} onChange={change} />;
}

async function show(onChange: (text: string) => void) {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const shown = await wrapIn('en', <Typed onChange={onChange} />);
  act(() => root.render(shown));
  const field = place.querySelector('textarea');
  if (!field) throw new Error('No text field is shown');
  const type = (text: string) =>
    act(() => {
      // Past the property by which React notices what it set itself.
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, field.value + text);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
  return { field, type };
}

describe('A text with suggestions', () => {
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    // No frame is drawn between two keys, as on a busy tablet.
    vi.stubGlobal('requestAnimationFrame', () => 0);
    // The DOM of the tests has none, and the field that grows with its text listens to them.
    Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  });

  it('has the suggestion and the caret behind it before the next key, however late the next frame is', async () => {
    const changes: string[] = [];
    const { field, type } = await show((text) => changes.push(text));
    type('wei)');
    act(() => {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    });
    expect(changes).toEqual(['round(wei)', 'round([Part weight])']);
    expect(field.value).toBe('round([Part weight])');
    expect([field.selectionStart, field.selectionEnd]).toEqual([19, 19]);
  });

  it('takes the suggestion that is pressed, and offers no further ones', async () => {
    const changes: string[] = [];
    const { field, type } = await show((text) => changes.push(text));
    type('wei)');
    act(() => field.ownerDocument.querySelector<HTMLButtonElement>('ul button')?.click());
    expect(changes.at(-1)).toBe('round([Part weight])');
    expect([field.selectionStart, field.ownerDocument.activeElement]).toEqual([19, field]);
    expect(field.ownerDocument.querySelectorAll('ul button')).toHaveLength(0);
  });
});
