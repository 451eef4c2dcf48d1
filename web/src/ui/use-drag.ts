import {
  MouseSensor,
  type SensorDescriptor,
  type SensorOptions,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useEffect } from 'react';

/** A touch must rest before it drags, so that it can also scroll. */
const touch = { activationConstraint: { delay: 250, tolerance: 8 } };
const mouse = { activationConstraint: { distance: 6 } };
/** Time after a drop during which the drag library still clears every selection, ms. */
const clearsAfterDropMS = 50;

/** Returns the sensors of drags by mouse and touch. Keeps the caret of a text field while `isDragging`, and after the drop. */
export function useDrag(isDragging: boolean): SensorDescriptor<SensorOptions>[] {
  useEffect(() => (isDragging ? keepCaret() : undefined), [isDragging]);
  return useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch));
}

/**
 * Hides changes of the selection from the drag library while a text field has the focus. The library clears the selection
 * until shortly after the drop, and a field that has lost its caret takes no text.
 */
function keepCaret(): () => void {
  const hide = (event: Event) => {
    if (isTextField(document.activeElement)) event.stopImmediatePropagation();
  };
  window.addEventListener('selectionchange', hide, true);
  // Later than the timer of the library, which was set before.
  return () => void setTimeout(() => window.removeEventListener('selectionchange', hide, true), clearsAfterDropMS);
}

function isTextField(element: Element | null): boolean {
  return element?.matches('input, textarea, [contenteditable="true"]') === true;
}
