import { useCallback, useEffect, useRef, useState } from 'react';
import type { Camera, Scene, WebGLRenderer } from 'three';

/** Maximum wait for the programs of a picture, ms. Afterwards it is drawn anyway, which waits for them. */
const maxCompileMS = 3000;
/** Delay before a graphics context is released, ms: until then the next picture has drawn its first frames. */
const releaseAfterMS = 5000;

/** Parts of a renderer that are used here. */
export interface Renderer extends Pick<WebGLRenderer, 'forceContextLoss' | 'compileAsync'> {
  readonly debug: { checkShaderErrors: boolean };
}

interface Picture {
  readonly gl: Renderer;
  readonly scene: Scene;
  readonly camera: Camera;
}

/**
 * Keeps the page answering while a picture opens and closes, because whatever asks the graphics processor waits for all its
 * work: the programs of a picture are compiled in parallel before its first frame, and its context is released later.
 */
export function useCompiled() {
  const [isCompiled, setCompiled] = useState(false);
  const latest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(latest.current), []);
  const prepare = useCallback(({ gl, scene, camera }: Picture) => {
    gl.debug.checkShaderErrors = import.meta.env.DEV;
    const release = gl.forceContextLoss.bind(gl);
    gl.forceContextLoss = () => void setTimeout(release, releaseAfterMS);
    const draw = () => {
      clearTimeout(latest.current);
      setCompiled(true);
    };
    latest.current = setTimeout(draw, maxCompileMS);
    // A context that is lost at this moment makes it throw before it returns a promise.
    new Promise((resolve) => resolve(gl.compileAsync(scene, camera))).then(draw, draw);
  }, []);
  return { isCompiled, prepare };
}
