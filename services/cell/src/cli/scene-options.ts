import type { Vec3 } from '@cellwright/geometry';

const units: Readonly<Record<string, number>> = { m: 1, cm: 0.01, mm: 0.001, inch: 0.0254 };
export const unitNames = Object.keys(units);
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/** Returns the metres of a unit; undefined for an unknown one. */
export function readUnit(name: string): number | undefined {
  return Object.hasOwn(units, name) ? units[name] : undefined;
}

/** Returns the coordinates in a text such as 0.5,0,0.2; undefined unless it has exactly three numbers. */
export function readPlace(text: string): Vec3 | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const [x, y, z, ...rest] = parts.map((part) => (decimal.test(part) ? Number(part) : undefined));
  if (x === undefined || y === undefined || z === undefined || rest.length > 0) return undefined;
  return [x, y, z];
}
