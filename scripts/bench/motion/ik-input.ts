import { readFileSync } from 'node:fs';
import type { DhTable } from '@cellwright/arm';

/** A pose to reach: metres, unit quaternion x, y, z, w; `branches` as in the file, a count or the branches. */
export interface PoseItem {
  readonly pos: readonly number[];
  readonly quat_xyzw: readonly number[];
  readonly branches?: number | readonly (readonly number[])[];
}

export interface NamedDh {
  readonly name: string;
  readonly a: readonly number[];
  readonly d: readonly number[];
  readonly alpha: readonly number[];
  readonly theta: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

const halfPi = Math.PI / 2;
const turn = 2 * Math.PI;

/** Arms measured when no file is given. */
export const builtInArms: readonly NamedDh[] = [
  {
    name: 'ur5e',
    a: [0, -0.425, -0.3922, 0, 0, 0],
    d: [0.1625, 0, 0, 0.1333, 0.0997, 0.0996],
    alpha: [halfPi, 0, 0, halfPi, -halfPi, 0],
    theta: [0, 0, 0, 0, 0, 0],
    lower: Array(6).fill(-turn),
    upper: Array(6).fill(turn),
  },
  {
    name: 'default',
    a: [0, -0.5907, -0.5494, 0, 0, 0],
    d: [0.172, 0, 0, 0.19195, 0.1498, 0.1621],
    alpha: [halfPi, 0, 0, halfPi, -halfPi, 0],
    theta: [Math.PI, -halfPi, 0, -halfPi, 0, Math.PI],
    lower: [-turn, -2.356194, -2.879793, -turn, -turn, -turn],
    upper: [turn, 2.356194, 2.879793, turn, turn, turn],
  },
  {
    name: 'spherical wrist',
    a: [0.18, 0.6, 0.12, 0, 0, 0],
    d: [0.4, 0, 0, 0.62, 0, 0.115],
    alpha: [-halfPi, 0, halfPi, -halfPi, halfPi, 0],
    theta: [0, 0, 0, 0, 0, 0],
    lower: [-2.97, -2.7, -2.6, -turn, -2.2, -turn],
    upper: [2.97, 2.7, 2.6, turn, 2.2, turn],
  },
  {
    name: 'no closed form',
    a: [0.05, -0.4, -0.35, 0.06, 0.04, 0],
    d: [0.2, 0.1, -0.05, 0.14, 0.1, 0.09],
    alpha: [1.4, 0.2, -0.3, 1.7, -1.3, 0.4],
    theta: [0, 0, 0, 0, 0, 0],
    lower: Array(6).fill(-Math.PI),
    upper: Array(6).fill(Math.PI),
  },
];

/**
 * Reads a DH file: `{ a, d, alpha }` of six numbers each (metres, radians), optionally `theta` (or `offset`), `lower`,
 * `upper` and `name`; the columns may also be in a field `dh`, or be a list of rows `{ a, d, alpha, theta }`.
 */
export function readDhFile(path: string): NamedDh {
  const file: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const table = isRecord(file) && file.dh !== undefined ? file.dh : file;
  const columns = Array.isArray(table) ? toColumns(table) : table;
  if (!isRecord(columns)) throw new Error(`${path} holds no DH table`);
  const column = (name: string, fallback?: number): number[] => readColumn(path, columns, name, fallback);
  return {
    name: typeof columns.name === 'string' ? columns.name : path,
    a: column('a'),
    d: column('d'),
    alpha: column('alpha'),
    theta: column(columns.theta === undefined ? 'offset' : 'theta', 0),
    lower: column('lower', -turn),
    upper: column('upper', turn),
  };
}

function toColumns(rows: readonly unknown[]): Record<string, unknown> {
  const names = ['a', 'd', 'alpha', 'theta', 'offset', 'lower', 'upper'];
  const present = names.filter((name) => rows.some((row) => isRecord(row) && row[name] !== undefined));
  return Object.fromEntries(present.map((name) => [name, rows.map((row) => (isRecord(row) ? row[name] : undefined))]));
}

function readColumn(path: string, columns: Record<string, unknown>, name: string, fallback?: number): number[] {
  const values = columns[name];
  if (values === undefined && fallback !== undefined) return Array(6).fill(fallback);
  if (!Array.isArray(values) || values.length !== 6 || !values.every((value) => Number.isFinite(value))) {
    throw new Error(`${path}: ${name} must be six numbers`);
  }
  return values.map(Number);
}

export function readPosesFile(path: string): PoseItem[] {
  const file: { items: PoseItem[] } = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(file.items)) throw new Error(`${path} has no items`);
  return file.items;
}

/** Converts the table for the arm package. */
export function toDhTable(arm: NamedDh): DhTable {
  const limits = arm.lower.map((lower, index) => ({
    lower,
    upper: arm.upper[index] ?? turn,
    velocity: Math.PI,
    effort: 100,
  }));
  return { name: arm.name, a: arm.a, d: arm.d, alpha: arm.alpha, theta: arm.theta, limits };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
