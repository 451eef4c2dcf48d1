import fc from 'fast-check';
import { deepJson, nastyJson, nastyNumber, nastyText } from '../generators.ts';

type Path = readonly (string | number)[];
type Change = (value: unknown) => unknown;

/** Marks a removed value. */
const gone = Symbol('gone');
/** Maximum number of places considered in a large document. */
const mostPlaces = 500;

/**
 * Generates values that differ from this one in one or two places: a wrong type, something missing, one too many, huge,
 * empty, just past a bound.
 */
export function nearMissesOf(value: unknown): fc.Arbitrary<unknown> {
  const places = placesOf(value);
  const one = fc
    .tuple(fc.nat(places.length - 1), changes)
    .map(([at, change]): [Path, Change] => [places[at] ?? [], change]);
  return fc
    .array(one, { minLength: 1, maxLength: 2 })
    .map((steps) => steps.reduce((result, [path, change]) => changeAt(result, path, change), value))
    .map((result) => (result === gone ? null : result));
}

/** Replaces any value. */
const replaceBy =
  (other: unknown): Change =>
  () =>
    other;

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.oneof(nastyJson, nastyNumber, nastyText).map(replaceBy),
  fc.constantFrom<unknown>(null, {}, [], '', 0, -1, true, [[]], 'x'.repeat(100_000)).map(replaceBy),
  fc.constant(replaceBy(gone)),
  fc.constantFrom(deepJson(70), deepJson(300, 'array')).map(replaceBy),
  fc.constantFrom(1, -1, 1e-9, 0.5, 1e9, 1e300).map(
    (by): Change =>
      (value) =>
        shifted(value, by),
  ),
  fc.constant<Change>((value) => (typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? ''))),
  fc.tuple(nastyText, nastyJson).map(
    ([name, more]): Change =>
      (value) =>
        withMore(value, name, more),
  ),
  fc.constantFrom(2, 30).map(
    (times): Change =>
      (value) =>
        repeated(value, times),
  ),
);

function shifted(value: unknown, by: number): unknown {
  return typeof value === 'number' ? value + by : [value];
}

/** Returns one more entry, also one whose name is special in JavaScript. */
function withMore(value: unknown, name: string, more: unknown): unknown {
  if (Array.isArray(value)) return [...value, more];
  if (isObject(value)) return Object.fromEntries([...Object.entries(value), [name, more]]);
  return [value, more];
}

function repeated(value: unknown, times: number): unknown {
  if (typeof value === 'string') return value.repeat(times);
  if (Array.isArray(value)) return Array.from({ length: times }, () => value).flat();
  return Array.from({ length: times }, () => value);
}

function placesOf(value: unknown): Path[] {
  const places: Path[] = [[]];
  const waiting: { readonly path: Path; readonly value: unknown }[] = [{ path: [], value }];
  for (let next = waiting.shift(); next && places.length < mostPlaces; next = waiting.shift()) {
    const { path } = next;
    const children: [string | number, unknown][] = Array.isArray(next.value)
      ? [...next.value.entries()]
      : isObject(next.value)
        ? Object.entries(next.value)
        : [];
    for (const [name, child] of children) {
      places.push([...path, name]);
      waiting.push({ path: [...path, name], value: child });
    }
  }
  return places;
}

/** Returns the same value except for one place; a place removed by an earlier change stays removed. */
function changeAt(value: unknown, [name, ...rest]: Path, change: Change): unknown {
  if (name === undefined) return change(value);
  if (Array.isArray(value) && typeof name === 'number' && name < value.length) {
    const child = changeAt(value[name], rest, change);
    return child === gone ? value.toSpliced(name, 1) : value.with(name, child);
  }
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const child = changeAt(value[String(name)], rest, change);
  const others = Object.entries(value).filter(([key]) => key !== name);
  return Object.fromEntries(child === gone ? others : [...others, [String(name), child]]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
