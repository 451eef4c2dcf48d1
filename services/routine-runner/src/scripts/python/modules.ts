import { builtinsSource } from './modules/builtins.ts';
import { fractionsSource } from './modules/fractions.ts';
import { mathSource } from './modules/math.ts';
import { randomSource } from './modules/random.ts';
import { reSource } from './modules/re.ts';
import { statisticsSource } from './modules/statistics.ts';

/** Python modules that the interpreter lacks or has only in part, by import name. */
export const ownModules: Readonly<Record<string, string>> = {
  own_builtins: builtinsSource,
  own_math: mathSource,
  own_random: randomSource,
  own_fractions: fractionsSource,
  own_re: reSource,
  own_statistics: statisticsSource,
};

/** Modules that an expression may import. */
export const offeredModules = [
  'datetime',
  'fractions',
  'functools',
  'itertools',
  'json',
  'math',
  'random',
  're',
  'statistics',
  'string',
] as const;
