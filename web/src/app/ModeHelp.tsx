import type { RobotKind } from '@cellwright/domain/robot';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../api/cell.ts';
import '../i18n/modes.ts';

/** Explains a robot of the menu; the record of the live robot states if a twin stands in for it. */
export default function ModeHelp({ kind }: { readonly kind: RobotKind }) {
  const { t } = useTranslation('modes');
  const { data, isPending } = useQuery({
    queryKey: ['robots', kind],
    queryFn: ({ signal }) => cell.robots.get(kind, { signal }),
    enabled: kind === 'live',
  });
  if (kind === 'live' && isPending) return null;
  return t(kind === 'live' && data?.isTwin ? 'twin' : kind);
}
