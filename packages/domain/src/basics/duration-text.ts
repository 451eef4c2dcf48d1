/**
 * Formats a duration like a stopwatch: 8.4 s, 2:05, 1:02:05.
 * @param digits decimals of a duration below a minute; longer ones have none
 */
export function durationText(seconds: number, digits = 1): string {
  // Rounding may reach the minute: 59.97 s.
  const short = seconds.toFixed(digits);
  if (Number(short) < 60) return `${short} s`;
  const whole = Math.max(60, Math.floor(seconds));
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${pad(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`;
}

/** Returns the seconds of a duration that is typed as seconds or like a stopwatch: 12.5, 2:05, 1:02:05.5. */
export function readDuration(text: string): number | undefined {
  const parts = text.trim().split(':');
  const [seconds = '', ...above] = parts.reverse();
  if (above.length > 2 || !/^\d+(\.\d+)?$/.test(seconds) || !above.every((part) => /^\d+$/.test(part)))
    return undefined;
  if (parts.slice(0, -1).some((part) => Number(part) >= 60)) return undefined;
  return parts.reduce((sum, part, index) => sum + Number(part) * 60 ** index, 0);
}
