/** Delay before a tooltip opens, so that a passing pointer opens nothing, ms. */
const openAfterMS = 500;
/** Delay before a tooltip closes, so that leaving for a moment closes nothing, ms. */
const closeAfterMS = 150;

export interface TooltipTracker<Target> {
  /**
   * Called when the pointer or the focus is on the target: its tooltip opens after a delay, or at once if another is
   * open.
   */
  enter(target: Target): void;
  /** Closes the tooltip after a delay. Counts only for the active target. */
  leave(target: Target): void;
  /** Closes the open or pending tooltip at once. */
  dismiss(): void;
}

/**
 * Tracks the one active tooltip of the page.
 * @param show receives the target whose tooltip is open; undefined when none is
 */
export function trackTooltips<Target>(show: (open: Target | undefined) => void): TooltipTracker<Target> {
  let active: Target | undefined;
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const after = (ms: number, run: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
  const open = () => {
    isOpen = true;
    show(active);
  };
  const close = () => {
    clearTimeout(timer);
    active = undefined;
    if (!isOpen) return;
    isOpen = false;
    show(undefined);
  };
  return {
    enter(target) {
      const isSame = target === active;
      active = target;
      if (!isOpen) after(openAfterMS, open);
      else {
        clearTimeout(timer);
        if (!isSame) open();
      }
    },
    leave(target) {
      if (target === active) after(isOpen ? closeAfterMS : 0, close);
    },
    dismiss: close,
  };
}
