import { guardedSelector, movesNothingSelector, startingSelector } from './marks.ts';
import { Rests } from './rests.ts';

/** Time for which a finger must hold a control that starts the arm, ms. press.css fills the ring in the same time. */
const holdMS = 600;
/** Interval at which positions are measured without a change of the page, ms: animations move controls without one. */
const lookEveryMS = 200;
/** Distance that a holding finger may slip, CSS px. */
const slipPX = 24;

interface Press {
  readonly id: number;
  readonly at: number;
  readonly x: number;
  readonly y: number;
  /** True if the press was meant for the control under it. */
  readonly isMeant: boolean;
  /** True if a finger need not hold the control. */
  readonly isTapEnough: boolean;
  /** Set while a finger holds a control that starts the arm. */
  readonly hold?: { readonly control: HTMLElement; readonly timer: ReturnType<typeof setTimeout> };
}

export interface PressRules {
  /** Called after a tap that should have been a hold. */
  onTooShort(): void;
  /** True if a tap of a finger starts the arm. Read at the beginning of each press. */
  isTapEnough(): boolean;
}

/**
 * Ignores presses of finger, mouse and keyboard on controls that have just appeared, moved or changed their meaning,
 * and requires a finger to hold controls that start the arm, unless a tap is enough. Controls are marked by `guarded`
 * and `startsMotion`. A resting control has `aria-disabled` and `data-resting`; a held one `data-starting`. Returns a
 * function that ends it.
 */
export function guardPresses(root: HTMLElement, rules: PressRules): () => void {
  const guard = new PressGuard(root, rules);
  return () => guard.end();
}

class PressGuard {
  private readonly root: HTMLElement;
  private readonly rules: PressRules;
  private readonly rests = new Rests<HTMLElement>();
  private readonly resting = new Set<HTMLElement>();
  private readonly ending = new AbortController();
  private readonly changes: MutationObserver;
  private readonly timer: ReturnType<typeof setInterval>;
  /** Animation frame in which the controls are measured; undefined without a change since the last one. */
  private nextLook: number | undefined;
  private press: Press | undefined;
  /** Control that a completed hold clicks: this click passes. */
  private passing: HTMLElement | undefined;

  constructor(root: HTMLElement, rules: PressRules) {
    this.root = root;
    this.rules = rules;
    this.changes = new MutationObserver((changes) => changes.some(mayMoveControls) && this.lookSoon());
    // Any of these can move a control.
    const attributeFilter = ['data-guarded', 'disabled', 'data-loading', 'class', 'style', 'hidden'];
    this.changes.observe(root, { childList: true, characterData: true, subtree: true, attributeFilter });
    this.timer = setInterval(() => this.look(), lookEveryMS);
    const on = { capture: true, signal: this.ending.signal } as const;
    root.addEventListener('pointerdown', (event) => this.begin(event), on);
    root.addEventListener('pointermove', (event) => this.slip(event), on);
    for (const name of ['pointerup', 'pointercancel'] as const) {
      root.addEventListener(name, (event) => this.release(event), on);
    }
    for (const name of ['pointerdown', 'pointerup', 'mousedown', 'mouseup'] as const) {
      root.addEventListener(name, (event) => this.isRefused(event) && refuse(event), on);
    }
    root.addEventListener('click', (event) => this.click(event), on);
    root.addEventListener('contextmenu', (event) => this.press?.hold && event.preventDefault(), on);
    root.addEventListener('keydown', keepFromRepeating, on);
    window.addEventListener('scroll', () => this.lookSoon(), on);
    window.addEventListener('resize', () => this.lookSoon(), on);
    this.look();
  }

  end(): void {
    this.ending.abort();
    this.changes.disconnect();
    clearInterval(this.timer);
    if (this.nextLook !== undefined) cancelAnimationFrame(this.nextLook);
    this.endHold();
    for (const control of this.resting) wake(control);
  }

  /**
   * Measures the controls before the change is drawn, once for all changes of a frame: measuring lays the page out. Each
   * press measures them itself, so none comes before it.
   */
  private lookSoon(): void {
    this.nextLook ??= requestAnimationFrame(() => {
      this.nextLook = undefined;
      this.look();
    });
  }

  private look(): void {
    const now = performance.now();
    const controls = [...this.root.querySelectorAll<HTMLElement>(guardedSelector)];
    this.rests.look(
      controls.map((control) => [control, { meaning: meaningOf(control), place: control.getBoundingClientRect() }]),
      now,
    );
    for (const control of this.resting) {
      if (!control.isConnected || this.rests.isMeant(control, now)) this.wakeUp(control);
    }
    for (const control of controls) {
      if (!this.resting.has(control) && !this.rests.isMeant(control, now)) this.rest(control);
    }
  }

  private rest(control: HTMLElement): void {
    this.resting.add(control);
    // A control with its own `aria-disabled` keeps it.
    const isSaid = control.hasAttribute('aria-disabled');
    control.dataset.resting = isSaid ? 'said' : '';
    if (!isSaid) control.setAttribute('aria-disabled', 'true');
    setTimeout(() => this.look(), this.rests.leftMS(control, performance.now()));
  }

  private wakeUp(control: HTMLElement): void {
    this.resting.delete(control);
    wake(control);
  }

  private begin(event: PointerEvent): void {
    this.endHold();
    this.look();
    const at = performance.now();
    const control = guardedAt(event);
    const isMeant = !control || this.rests.isMeant(control, at);
    const { pointerId: id, clientX: x, clientY: y } = event;
    const isTapEnough = this.rules.isTapEnough();
    const isByFinger = event.pointerType === 'touch' && event.isPrimary;
    const isHeld = control?.matches(startingSelector) && isByFinger && isMeant && !isTapEnough;
    this.press = { id, at, x, y, isMeant, isTapEnough, ...(isHeld && control && { hold: this.startHold(control) }) };
  }

  private startHold(control: HTMLElement): NonNullable<Press['hold']> {
    control.dataset.starting = '';
    const finish = () => {
      this.endHold();
      this.look();
      if (!control.isConnected || !this.rests.isMeant(control, performance.now())) return;
      this.passing = control;
      control.click();
      this.passing = undefined;
    };
    return { control, timer: setTimeout(finish, holdMS) };
  }

  private slip({ pointerId, clientX, clientY }: PointerEvent): void {
    const press = this.press;
    if (press?.hold && press.id === pointerId && Math.hypot(clientX - press.x, clientY - press.y) > slipPX)
      this.endHold();
  }

  private release({ type, pointerId }: PointerEvent): void {
    if (pointerId !== this.press?.id) return;
    const isHolding = this.press.hold?.control.dataset.starting !== undefined;
    this.endHold();
    if (isHolding && type === 'pointerup') this.rules.onTooShort();
  }

  private endHold(): void {
    const hold = this.press?.hold;
    if (!hold) return;
    clearTimeout(hold.timer);
    delete hold.control.dataset.starting;
  }

  /** True for events of a press that was not meant for the control under it. */
  private isRefused(event: Event): boolean {
    return guardedAt(event) !== undefined && this.press?.isMeant === false;
  }

  private click(event: MouseEvent): void {
    const control = guardedAt(event);
    if (!control || control === this.passing) return;
    this.look();
    // Keys and assistive technology click without a press.
    const press = event.detail === 0 ? undefined : this.press;
    const isByFinger = press?.hold !== undefined || (event instanceof PointerEvent && event.pointerType === 'touch');
    const isTooShort = isByFinger && press?.isTapEnough !== true && control.matches(startingSelector);
    if (isTooShort || press?.isMeant === false || !this.rests.isMeant(control, press?.at ?? performance.now()))
      refuse(event);
  }
}

/**
 * Returns the meaning of a press; undefined for a disabled control that starts the arm. A control that stops the arm
 * keeps its meaning while it is disabled, so that it works as soon as it is enabled.
 */
function meaningOf(control: HTMLElement): string | undefined {
  const isOff = control.matches(':disabled, [data-loading]');
  return isOff && control.matches(startingSelector) ? undefined : control.dataset.guarded;
}

function guardedAt({ target }: Event): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>(guardedSelector)) || undefined;
}

function wake(control: HTMLElement): void {
  if (control.dataset.resting !== 'said') control.removeAttribute('aria-disabled');
  delete control.dataset.resting;
}

function refuse(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** A held key presses one control, not each that takes its place. */
function keepFromRepeating(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && guardedAt(event)) event.preventDefault();
}

/** True for a change of the page that may move a control, or change its meaning. */
export function mayMoveControls({ target }: Pick<MutationRecord, 'target'>): boolean {
  const element = target instanceof Element ? target : target.parentElement;
  // A removed text has no parent any more.
  return !element?.closest(movesNothingSelector);
}
