/** Light of a screen value (sRGB, 0…255), 0…1. */
export function linearOf(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Screen value, 0…1, of light, 0…1. Light beyond is clipped. */
export function screenOf(light: number): number {
  const clipped = Math.min(1, Math.max(0, light));
  return clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
}
