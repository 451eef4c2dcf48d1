// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { PerspectiveCamera, Scene } from 'three';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Renderer, useCompiled } from './use-compiled.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

/** Renderer whose programs are compiled when `finish` is called. */
function makeRenderer() {
  let finish: () => void = () => undefined;
  let fail: () => void = () => undefined;
  const compiled = new Promise<Scene>((resolve, reject) => {
    finish = () => resolve(new Scene());
    fail = () => reject(new Error('context lost'));
  });
  const forceContextLoss = vi.fn();
  const gl: Renderer = { debug: { checkShaderErrors: true }, forceContextLoss, compileAsync: async () => compiled };
  return { gl, forceContextLoss, finish: () => finish(), fail: () => fail() };
}

let end: () => Promise<void>;
let shown: ReturnType<typeof useCompiled>;

function Picture() {
  shown = useCompiled();
  return null;
}

async function open(gl: Renderer) {
  const root = createRoot(document.createElement('div'));
  end = async () => act(async () => root.unmount());
  await act(async () => root.render(<Picture />));
  await act(async () => shown.prepare({ gl, scene: new Scene(), camera: new PerspectiveCamera() }));
}

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await end();
  vi.useRealTimers();
});

describe('A picture', () => {
  it('draws its first frame once its programs are compiled', async () => {
    const { gl, finish } = makeRenderer();
    await open(gl);
    expect(shown.isCompiled).toBe(false);
    await act(async () => finish());
    expect(shown.isCompiled).toBe(true);
  });

  it('draws its first frame if its programs cannot be compiled', async () => {
    const { gl, fail } = makeRenderer();
    await open(gl);
    await act(async () => fail());
    expect(shown.isCompiled).toBe(true);
  });

  it('draws its first frame if its graphics context is lost at once', async () => {
    const compileAsync = () => {
      throw new Error('context lost');
    };
    await open({ ...makeRenderer().gl, compileAsync });
    expect(shown.isCompiled).toBe(true);
  });

  it('leaves no timer behind when it closes before its programs are compiled', async () => {
    await open(makeRenderer().gl);
    await end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('draws its first frame after 3 s if its programs are still being compiled', async () => {
    await open(makeRenderer().gl);
    await act(async () => vi.advanceTimersByTime(2999));
    expect(shown.isCompiled).toBe(false);
    await act(async () => vi.advanceTimersByTime(1));
    expect(shown.isCompiled).toBe(true);
  });

  it('releases its graphics context 5 s after it is closed, so that the next picture does not wait', async () => {
    const { gl, forceContextLoss } = makeRenderer();
    await open(gl);
    gl.forceContextLoss();
    vi.advanceTimersByTime(4999);
    expect(forceContextLoss).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(forceContextLoss).toHaveBeenCalledOnce();
  });
});
