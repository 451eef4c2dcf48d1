import { fileURLToPath } from 'node:url';

/** Returns the folder of a service's migrations, relative to the built cell. */
export function migrationsOf(service: string): string {
  return fileURLToPath(new URL(`../../${service}/prisma/migrations`, import.meta.url));
}
