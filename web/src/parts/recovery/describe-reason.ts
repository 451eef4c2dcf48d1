import '../../i18n/plan-cause.ts';
import type { Failure } from '@cellwright/domain/robot';
import i18next from 'i18next';
import type { planCause } from '../../i18n/en/plan-cause.ts';
import { shortReason } from './short-reason.ts';

const bodyNames = ['body', 'other'];

type Cause = NonNullable<Failure['causes']>[number];
type CauseKey = keyof (typeof planCause)['key'];

/**
 * Describes the reason of a failure: the causes from the planner in the language of the page, else its English text.
 */
export function describeReason({ reason, causes = [] }: Pick<Failure, 'reason' | 'causes'>): string {
  const said = causes.flatMap(({ key, values }) => (isKnownKey(key) ? describeCause(key, values) : []));
  return said.length === 0 || said.length < causes.length ? shortReason(reason) : said.join(' ');
}

/** False for a cause that only a newer planner returns. */
function isKnownKey(key: string): key is CauseKey {
  return i18next.exists(`key.${key}`, { ns: 'planCause' });
}

function describeCause(key: CauseKey, values: Cause['values']): string {
  const numbers = new Intl.NumberFormat(i18next.language, { maximumFractionDigits: 9 });
  const shown = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'number') return [name, numbers.format(value)];
    return [name, bodyNames.includes(name) ? nameBody(value) : value];
  });
  return i18next.t(`key.${key}`, { ns: 'planCause', ...Object.fromEntries(shown) });
}

/** Returns the name of a link; arms of other makers have their own names. */
function nameBody(body: string): string {
  return isKnownBody(body) ? i18next.t(`body.${body}`, { ns: 'planCause' }) : body.replaceAll('_', ' ');
}

function isKnownBody(body: string): body is keyof (typeof planCause)['body'] {
  return i18next.exists(`body.${body}`, { ns: 'planCause' });
}
