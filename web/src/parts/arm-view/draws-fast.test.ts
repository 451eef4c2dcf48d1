import { describe, expect, it } from 'vitest';
import { drawsFast } from './draws-fast.ts';

const named = (renderer: string) => ({
  RENDERER: 1,
  getExtension: () => ({ UNMASKED_RENDERER_WEBGL: 2 }),
  getParameter: (name: number) => (name === 2 ? renderer : 'WebKit WebGL'),
});

describe('drawsFast', () => {
  it.each([
    ['a graphics processor', 'ANGLE (ARM, Mali-G78)', 8, true],
    ['a graphics processor in a weak device', 'ANGLE (Intel, UHD Graphics 600)', 2, false],
    ['drawing in software', 'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device))', 16, false],
    ['drawing with Mesa in software', 'llvmpipe (LLVM 15.0.7, 256 bits)', 16, false],
  ])('judges %s', (_, renderer, cores, isFast) => {
    expect(drawsFast(named(renderer), cores)).toBe(isFast);
  });

  it('uses the public name if the browser hides the hardware', () => {
    const hidden = { ...named(''), getExtension: () => null };
    expect(drawsFast(hidden, 8)).toBe(true);
  });
});
