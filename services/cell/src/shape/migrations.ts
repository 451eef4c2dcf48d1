import { fileURLToPath } from 'node:url';

/** Migrations of a service, seen from the built cell. */
export function migrationsOf(service: string): string {
  return fileURLToPath(new URL(`../../${service}/prisma/migrations`, import.meta.url));
}
