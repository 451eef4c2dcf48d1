import { decimalText } from '../../../ui/decimal-text.ts';

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats a size in decimal units: 1.5 GB. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${decimalText(size.toFixed(unit === 0 || size >= 100 ? 0 : 1))} ${units[unit]}`;
}

/** Formats milliseconds: 12 ms; below 10 with a decimal. */
export function formatMS(ms: number): string {
  return `${decimalText(Math.abs(ms) < 10 ? ms.toFixed(1) : ms.toFixed(0))} ms`;
}
