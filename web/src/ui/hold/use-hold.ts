import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { createHoldGesture, type HoldClock, type HoldEvents, type HoldGesture } from './hold-gesture.ts';

/** Only differences between times are used. */
const pageClock: HoldClock = { now: () => performance.now() };

export interface HoldOptions extends HoldEvents {
  /** Disables the control and releases a current press. */
  readonly isDisabled?: boolean;
}

/** Makes an element hold-to-run: spread `handlers` on it. */
export function useHold(options: HoldOptions) {
  const [isHeld, setHeld] = useState(false);
  const events = useRef(options);
  events.current = options;
  const gestureRef = useRef<HoldGesture>(undefined);
  gestureRef.current ??= createHoldGesture(pageClock, {
    onStart() {
      setHeld(true);
      events.current.onStart();
    },
    onEnd(reason) {
      setHeld(false);
      events.current.onEnd(reason);
    },
  });
  const gesture = gestureRef.current;

  useEffect(() => {
    if (options.isDisabled) gesture.letGo();
  }, [options.isDisabled, gesture]);
  useEffect(() => {
    const letGo = () => gesture.letGo();
    const whenHidden = () => document.hidden && gesture.letGo();
    const orientation = window.screen.orientation;
    window.addEventListener('blur', letGo);
    window.addEventListener('pagehide', letGo);
    window.addEventListener('orientationchange', letGo);
    document.addEventListener('visibilitychange', whenHidden);
    orientation?.addEventListener('change', letGo);
    return () => {
      window.removeEventListener('blur', letGo);
      window.removeEventListener('pagehide', letGo);
      window.removeEventListener('orientationchange', letGo);
      document.removeEventListener('visibilitychange', whenHidden);
      orientation?.removeEventListener('change', letGo);
      gesture.letGo();
    };
  }, [gesture]);

  const isHoldKey = (key: string) => key === ' ' || key === 'Enter';
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (options.isDisabled || event.button !== 0) return;
      // Captures the pointer, so that leaving the control is noticed.
      event.currentTarget.setPointerCapture(event.pointerId);
      gesture.pressPointer(event.pointerId, event.currentTarget.getBoundingClientRect());
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) =>
      gesture.movePointer(event.pointerId, event.clientX, event.clientY),
    onPointerUp: (event: PointerEvent<HTMLElement>) => gesture.releasePointer(event.pointerId),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => gesture.releasePointer(event.pointerId),
    onLostPointerCapture: (event: PointerEvent<HTMLElement>) => gesture.releasePointer(event.pointerId),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (options.isDisabled || event.repeat || !isHoldKey(event.key)) return;
      event.preventDefault();
      gesture.pressKey(event.key);
    },
    onKeyUp: (event: KeyboardEvent<HTMLElement>) => gesture.releaseKey(event.key),
    onBlur: () => gesture.letGo(),
    onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
  };
  return { isHeld, handlers };
}
