import { MissingFileError, type Registry } from './registry.ts';

/** Opens a registry that a web server offers. */
export function createHttpRegistry(location: string): Registry {
  const base = location.endsWith('/') ? location : `${location}/`;
  return {
    location,
    async read(path, from, signal) {
      const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
      const response = await fetch(new URL(path, base), { headers, signal });
      if (response.status === 404 || response.status === 403) throw new MissingFileError(path);
      if (!response.ok || !response.body) throw new Error(`The registry answered ${response.status} for ${path}`);
      return { from: response.status === 206 ? from : 0, bytes: response.body };
    },
  };
}
