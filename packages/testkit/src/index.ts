/** For tests only: a clock they drive, the real servers they need, faults, and generators. */
export { flushPromises, VirtualClock } from './virtual-clock.ts';
