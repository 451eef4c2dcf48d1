import * as z from 'zod';

/** Number of LEDs on the ring around the tool. */
export const ledCount = 48;

const channel = z.number().int().min(0, 'A colour value must be 0 to 255').max(255, 'A colour value must be 0 to 255');
export const ledColorSchema = z.object({ red: channel, green: channel, blue: channel });
export type LedColor = z.infer<typeof ledColorSchema>;

/** Pattern of the ring: dark, one colour for all LEDs, or colours for some of them. */
export const ledPatternSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('solid'), color: ledColorSchema }),
  z.object({
    kind: z.literal('ring'),
    leds: z
      .array(
        z.object({
          index: z
            .number()
            .int()
            .min(0)
            .max(ledCount - 1),
          color: ledColorSchema,
        }),
      )
      .min(1)
      .max(ledCount),
  }),
]);
export type LedPattern = z.infer<typeof ledPatternSchema>;

/** Returns the colours of all LEDs as three bytes each: red, green, blue; empty for a dark ring. */
export function ledBytesOf(pattern: LedPattern): Uint8Array {
  if (pattern.kind === 'off') return new Uint8Array();
  const bytes = new Uint8Array(3 * ledCount);
  const set = (index: number, { red, green, blue }: LedColor) => bytes.set([red, green, blue], 3 * index);
  if (pattern.kind === 'ring') for (const { index, color } of pattern.leds) set(index, color);
  else for (let index = 0; index < ledCount; index++) set(index, pattern.color);
  return bytes;
}

/** Returns the colours as `#rrggbb`, one for each LED; empty for a dark ring. */
export function ledColorsOf(bytes: Uint8Array): string[] {
  const hex = (value: number | undefined) => (value ?? 0).toString(16).padStart(2, '0');
  return Array.from(
    { length: Math.floor(bytes.length / 3) },
    (_, index) => `#${hex(bytes[3 * index])}${hex(bytes[3 * index + 1])}${hex(bytes[3 * index + 2])}`,
  );
}
