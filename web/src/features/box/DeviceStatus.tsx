import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { contractOf, isKnownKind } from '@cellwright/equipment/contracts';
import { useTranslation } from 'react-i18next';
import { useLiveState } from '../../api/use-live-state.ts';
import { deviceText } from '../../i18n/contract-text.ts';
import { statusLooks, statusOf } from '../../parts/device-status.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';

/**
 * Returns the label of a device's kind in the language of the page; undefined for a kind that this version does not
 * know.
 */
export function labelOfDevice({ config }: Pick<EquipmentRecord, 'config'>): string | undefined {
  return isKnownKind(config.kind) ? deviceText(config.kind, 'label', contractOf(config.kind).label) : undefined;
}

/** State of a device in one word. */
export function DeviceStatus({ device }: { readonly device: EquipmentRecord }) {
  const { t } = useTranslation();
  const { data, error } = useLiveState(device);
  const { tone, word } = statusLooks[statusOf(device, { live: data, hasFailed: error !== null })];
  return <StatusChip tone={tone} word={t(word)} />;
}
