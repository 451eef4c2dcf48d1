/** Result of a function that can fail in an expected way. Unexpected failures are thrown. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };
