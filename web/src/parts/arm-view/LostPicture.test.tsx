// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, vi } from 'vitest';
import { PictureFrame, useLostPicture } from './LostPicture.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const canvas = document.createElement('canvas');
const invalidate = vi.fn();

function View() {
  const { isLost, follow } = useLostPicture();
  return (
    <PictureFrame isLost={isLost}>
      <button type="button" onClick={() => follow({ gl: { domElement: canvas }, invalidate })} />
    </PictureFrame>
  );
}

describe('A 3D picture', () => {
  it('shows a note when the browser cannot draw it, and returns when it can', async () => {
    const place = document.createElement('div');
    await act(async () => createRoot(place).render(<View />));
    await act(async () => place.querySelector('button')?.click());
    expect(place.querySelector('[role=alert]')).toBeNull();
    await act(async () => canvas.dispatchEvent(new Event('webglcontextlost')));
    expect(place.querySelector('[role=alert]')).not.toBeNull();
    await act(async () => canvas.dispatchEvent(new Event('webglcontextrestored')));
    expect(place.querySelector('[role=alert]')).toBeNull();
    expect(invalidate).toHaveBeenCalledOnce();
  });
});
