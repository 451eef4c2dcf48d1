import { loadConfig } from '@cellwright/service-kit';
import { describe, expect, test } from 'vitest';
import { configSchema } from './config.ts';

describe('the environment of a controller', () => {
  test('needs nothing for a simulated one on any port', () => {
    expect(loadConfig(configSchema, {})).toMatchObject({
      CONTROLLER_KIND: 'simulated',
      CONTROLLER_HOST: '127.0.0.1',
      CONTROLLER_PORT: 0,
      ROBOT_ARM: { model: { name: 'cellwright_1300' } },
      CONTROLLER_LOG_ENTRIES: 20_000,
    });
  });

  test.each([
    ['CONTROLLER_KIND', 'real', "must be 'simulated' or 'twin'"],
    ['CONTROLLER_PORT', '70000', 'must be a port number from 0 to 65535'],
    ['ROBOT_ARM', 'robot', 'must be one of cellwright_1300, cellwright_small, cellwright_large'],
    ['CONTROLLER_LOG_ENTRIES', '5', 'must be at least 100'],
  ])('%s=%s is refused, and the error names the variable', (variable, value, problem) => {
    expect(() => loadConfig(configSchema, { [variable]: value })).toThrow(`${variable}`);
    expect(() => loadConfig(configSchema, { [variable]: value })).toThrow(problem);
  });
});
