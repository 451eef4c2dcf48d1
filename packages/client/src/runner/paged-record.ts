/** Number of values per page: small enough to copy, large enough that few pages are needed. */
const pageSize = 128;

type Page = unknown[];

/**
 * Assigns a place to every key. Versions share it and only add to it: a place that a version does not use is empty
 * there.
 */
class Places {
  readonly keys: string[] = [];
  readonly #byKey = new Map<string, number>();

  find(key: string): number | undefined {
    return this.#byKey.get(key);
  }

  add(key: string): number {
    const place = this.keys.push(key) - 1;
    this.#byKey.set(key, place);
    return place;
  }
}

const contents = new WeakMap<object, { readonly places: Places; readonly pages: Page[] }>();

/**
 * Copies a large object of JSON values into pages. It behaves like the object; `forkPaged` copies it at the cost of its
 * page list, whatever its size.
 */
export function toPaged(record: object): object {
  const own = new Places();
  const pages: Page[] = [];
  for (const [key, value] of Object.entries(record)) {
    const place = own.add(key);
    const page = Math.floor(place / pageSize);
    pages[page] ??= [];
    pages[page].push(value);
  }
  return open(own, pages);
}

/** Returns a modifiable copy with the same values; the original stays unchanged. Undefined if it is not paged. */
export function forkPaged(record: object): object | undefined {
  const found = contents.get(record);
  return found && open(found.places, [...found.pages]);
}

/** Returns the record over its pages. A page shared with another version is copied on its first change. */
function open(own: Places, pages: Page[]): object {
  const copied = new Set<number>();
  const write = (place: number, value: unknown): void => {
    const index = Math.floor(place / pageSize);
    const page = copied.has(index) ? (pages[index] ?? []) : [...(pages[index] ?? [])];
    copied.add(index);
    page[place % pageSize] = value;
    pages[index] = page;
  };
  const read = (key: string | symbol): unknown => {
    const place = typeof key === 'string' ? own.find(key) : undefined;
    return place === undefined ? undefined : pages[Math.floor(place / pageSize)]?.[place % pageSize];
  };
  const record = new Proxy(
    {},
    {
      get: (target, key) => read(key) ?? Reflect.get(target, key),
      has: (target, key) => read(key) !== undefined || Reflect.has(target, key),
      ownKeys: () => own.keys.filter((key) => read(key) !== undefined),
      getOwnPropertyDescriptor(_target, key) {
        const value = read(key);
        return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true };
      },
      defineProperty(_target, key, { value }) {
        if (typeof key !== 'string') return false;
        write(own.find(key) ?? own.add(key), value);
        return true;
      },
      deleteProperty(_target, key) {
        const place = typeof key === 'string' ? own.find(key) : undefined;
        if (place !== undefined && read(key) !== undefined) write(place, undefined);
        return true;
      },
    },
  );
  contents.set(record, { places: own, pages });
  return record;
}
