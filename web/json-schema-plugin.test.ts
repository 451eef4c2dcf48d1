import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attachWriters, detachWriters } from './json-schema-plugin.ts';

const zod = dirname(createRequire(import.meta.url).resolve('zod/package.json'));
const read = (path: string) => readFileSync(join(zod, 'v4', path), 'utf8');

describe('The writers of JSON Schema', () => {
  it('come only from the stand-in in the schemas of the installed zod', () => {
    const code = detachWriters(read('classic/schemas.js'));
    expect(code).not.toMatch(/from "\.\.\/core\/(?:json-schema-processors|to-json-schema)\.js"/);
    expect(code).toContain('from "virtual:json-schema-later"');
  });

  it('register themselves when they load', () => {
    expect(attachWriters(read('core/json-schema-processors.js'))).toMatch(/register\(\{ processors: ownWriters/);
  });

  it('fail the build with a message if zod changes', () => {
    expect(() => detachWriters('import * as other from "./other.js";')).toThrow(
      'Bring web/json-schema-plugin.ts up to date',
    );
  });
});
