import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  addressConfig,
  booleanConfig,
  ConfigError,
  commonConfig,
  countConfig,
  loadConfig,
  millisecondsConfig,
  portConfig,
  urlConfig,
} from './config.ts';

const schema = z.object({
  ...commonConfig,
  PORT: portConfig(4100),
  DATABASE_URL: urlConfig(['postgres:', 'postgresql:'], 'postgresql://user@localhost:5432/cellwright'),
  LIBRARY_ADDRESS: addressConfig('127.0.0.1:4101'),
  GRACE_MS: millisecondsConfig(10_000),
  FAST: booleanConfig(false),
  KEEP: countConfig(1000),
});

const database = { DATABASE_URL: 'postgresql://cell@localhost:5432/cellwright' };

function problemsOf(env: Record<string, string>): string {
  try {
    loadConfig(schema, env);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return error instanceof Error ? error.message : '';
  }
}

describe('loadConfig', () => {
  test('uses defaults for unset and empty variables', () => {
    expect(loadConfig(schema, { ...database, PORT: '', LOG_LEVEL: '' })).toEqual({
      ...database,
      LOG_LEVEL: 'INFO',
      NODE_NAME: 'local',
      ADMIN_HOST: '127.0.0.1',
      PORT: 4100,
      LIBRARY_ADDRESS: '127.0.0.1:4101',
      GRACE_MS: 10_000,
      FAST: false,
      KEEP: 1000,
    });
  });

  test('parses numbers and switches', () => {
    const env = { ...database, PORT: '0', GRACE_MS: '250', FAST: 'true', KEEP: '5', LIBRARY_ADDRESS: '[::1]:9' };
    expect(loadConfig(schema, env)).toMatchObject({ PORT: 0, GRACE_MS: 250, FAST: true, KEEP: 5 });
  });

  test('names every invalid variable on its own line', () => {
    expect(
      problemsOf({ PORT: '99999', LOG_LEVEL: 'LOUD', LIBRARY_ADDRESS: 'library', FAST: 'maybe' }).split('\n').sort(),
    ).toEqual([
      'DATABASE_URL: is not set, and it has no default',
      'FAST: must be true or false',
      'LIBRARY_ADDRESS: must be host:port, for example 127.0.0.1:4100',
      'LOG_LEVEL: must be one of ERROR, WARN, INFO, DEBUG',
      'PORT: must be a port number from 0 to 65535',
    ]);
  });

  test.each(['http', 'NaN', '1.5', '-1'])('refuses the port %s', (port) => {
    expect(problemsOf({ ...database, PORT: port })).toBe('PORT: must be a port number from 0 to 65535');
  });

  test.each(['0', '-1', '1.5', 'Infinity'])('refuses %s as a count', (count) => {
    expect(problemsOf({ ...database, KEEP: count })).toMatch(/^KEEP: must be a whole number/);
  });

  test('refuses a URL of another protocol without repeating it, because it may contain a password', () => {
    const message = problemsOf({ DATABASE_URL: 'mysql://root:secret@localhost/x' });
    expect(message).toBe('DATABASE_URL: must be a URL like postgresql://user@localhost:5432/cellwright');
  });
});
