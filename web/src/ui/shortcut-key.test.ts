import { describe, expect, it } from 'vitest';
import { isQuestionMark, isShortcut, readShortcutKey } from './shortcut-key.ts';

describe('readShortcutKey', () => {
  it.each([
    ['US', 'z', 'KeyZ', 'z'],
    ['US with Caps Lock', 'Z', 'KeyZ', 'z'],
    ['German QWERTZ', 'z', 'KeyY', 'z'],
    ['German QWERTZ', 'y', 'KeyZ', 'y'],
    ['French AZERTY', 'z', 'KeyW', 'z'],
    ['French AZERTY', 'w', 'KeyZ', 'w'],
    ['French AZERTY', 'a', 'KeyQ', 'a'],
    ['Dvorak', 'c', 'KeyI', 'c'],
    ['Dvorak', 'z', 'Slash', 'z'],
    ['Russian', 'я', 'KeyZ', 'z'],
    ['Russian', 'С', 'KeyC', 'c'],
    ['Greek', 'ζ', 'KeyZ', 'z'],
    ['Hebrew', 'ז', 'KeyZ', 'z'],
    ['Arabic', 'ئ', 'KeyZ', 'z'],
    ['Thai', 'ผ', 'KeyZ', 'z'],
    ['Georgian', 'ზ', 'KeyZ', 'z'],
    ['Japanese kana', 'つ', 'KeyZ', 'z'],
    ['an input method', 'Process', 'KeyZ', 'z'],
    ['Turkish F, whose letters are Latin', 'ö', 'KeyX', 'ö'],
    ['any', 'ArrowUp', 'ArrowUp', 'arrowup'],
    ['any', 'F8', 'F8', 'f8'],
    ['any', '/', 'Digit7', '/'],
  ])('on a %s keyboard reads %s at %s as %s', (_, key, code, shortcut) => {
    expect(readShortcutKey({ key, code })).toBe(shortcut);
  });
});

describe('isShortcut', () => {
  it('accepts Ctrl and Cmd, and not AltGr, which types characters', () => {
    const none = { ctrlKey: false, metaKey: false, altKey: false };
    expect(isShortcut({ ...none, ctrlKey: true })).toBe(true);
    expect(isShortcut({ ...none, metaKey: true })).toBe(true);
    expect(isShortcut({ ...none, ctrlKey: true, altKey: true })).toBe(false);
    expect(isShortcut(none)).toBe(false);
  });
});

describe('isQuestionMark', () => {
  it.each(['?', '؟', '？'])('accepts %s', (key) => {
    expect(isQuestionMark({ key })).toBe(true);
  });

  it('rejects other keys', () => {
    expect(isQuestionMark({ key: '/' })).toBe(false);
  });
});
