import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderIn } from '../../i18n/in-language.fixture.tsx';
import { HoldButton } from './HoldButton.tsx';

const nothing = () => undefined;
const styles = readFileSync(new URL('./HoldButton.module.css', import.meta.url), 'utf8');

it('HoldButton has the colour that standards assign to its action, if any', async () => {
  const guided = (
    <HoldButton tone="notice" onStart={nothing} onEnd={nothing}>
      Guided mode
    </HoldButton>
  );
  const plain = (
    <HoldButton onStart={nothing} onEnd={nothing}>
      Go to
    </HoldButton>
  );
  expect(await renderIn('en', guided)).toContain('data-tone="notice"');
  expect(await renderIn('en', plain)).not.toContain('data-tone');
  expect(styles).toMatch(/\.hold\[data-tone="notice"\]\[data-held="true"\][^}]*background: var\(--notice\)/s);
});
