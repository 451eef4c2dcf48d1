/** Maximum page size of the cell. */
const pageSize = 1000;

interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** Returns all documents of a list, page after page. @throws ProductError if a page cannot be read. */
export async function findAll<T>(
  find: (query: { readonly limit: number; readonly offset: number }) => Promise<Page<T>>,
): Promise<T[]> {
  const found: T[] = [];
  for (;;) {
    const { items, total } = await find({ limit: pageSize, offset: found.length });
    found.push(...items);
    if (items.length === 0 || found.length >= total) return found;
  }
}
