import styles from './Tooltip.module.css';
import { trackTooltips } from './tooltip-tracker.ts';

/** Distance of a tooltip from its control and from the edges of the window, px. */
const gap = 6;
/** Controls without a visible label. */
const wordless = 'button[aria-label], a[aria-label], [role="button"][aria-label]';

/** Shows the name of a control that has only an icon while a mouse points at it or the keyboard is on it. */
export function showTooltips(document: Document): void {
  const box = document.createElement('div');
  box.className = styles.tooltip ?? '';
  box.dataset.testid = 'tooltip';
  // The control itself has the accessible name.
  box.setAttribute('aria-hidden', 'true');
  const tracker = trackTooltips<Element>((target) => {
    box.remove();
    const name = target?.isConnected ? target.getAttribute('aria-label') : null;
    if (!target || !name) return;
    box.textContent = name;
    document.body.append(box);
    place(box, target);
  });
  const watch = (
    enter: 'pointerover' | 'focusin',
    leave: 'pointerout' | 'focusout',
    counts: (event: Event) => boolean,
  ) => {
    document.addEventListener(enter, (event) => {
      const target = findWordless(event.target);
      if (target && counts(event)) tracker.enter(target);
    });
    document.addEventListener(leave, (event) => {
      const target = findWordless(event.target);
      const isInside = 'relatedTarget' in event && findWordless(event.relatedTarget) === target;
      if (target && !isInside) tracker.leave(target);
    });
  };
  watch('pointerover', 'pointerout', (event) => 'pointerType' in event && event.pointerType === 'mouse');
  watch('focusin', 'focusout', ({ target }) => target instanceof Element && target.matches(':focus-visible'));
  for (const kind of ['pointerdown', 'keydown', 'scroll']) {
    document.addEventListener(kind, tracker.dismiss, { capture: true, passive: true });
  }
}

function findWordless(target: unknown): Element | undefined {
  const control = target instanceof Element ? target.closest(wordless) : null;
  const hasWords = control && (control.textContent?.trim() !== '' || control.hasAttribute('title'));
  return control && !hasWords ? control : undefined;
}

/** Places it below the control, or above it if there is no space, inside the window. */
function place(box: HTMLElement, target: Element): void {
  const control = target.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isBelow = control.bottom + gap + height <= clientHeight;
  const middle = control.left + control.width / 2 - width / 2;
  box.style.left = `${Math.max(gap, Math.min(middle, clientWidth - width - gap))}px`;
  box.style.top = `${isBelow ? control.bottom + gap : control.top - gap - height}px`;
}
