import { createFolderRegistry } from './folder-registry.ts';
import { createHttpRegistry } from './http-registry.ts';
import type { Registry } from './registry.ts';

/** Opens the registry at a URL (http, https) or in a folder. */
export function openRegistry(location: string): Registry {
  return /^https?:\/\//.test(location) ? createHttpRegistry(location) : createFolderRegistry(location);
}
