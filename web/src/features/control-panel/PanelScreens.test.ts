// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { panelScreens } from './PanelScreens.tsx';

describe('PanelScreens', () => {
  it('has a screen for every address of the control panel, and no other', () => {
    const source = readFileSync(join(import.meta.dirname, '../../app/router.tsx'), 'utf8');
    const addresses = [...source.matchAll(/panelRoute\('\/control-panel\/(.+)'\)/g)].map(([, address]) => address);
    expect(Object.keys(panelScreens).toSorted()).toEqual(addresses.toSorted());
  });
});
