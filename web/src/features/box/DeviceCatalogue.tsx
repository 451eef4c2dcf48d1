import { type AnyEquipmentKind, contractOf } from '@cellwright/equipment/contracts';
import { TextInput } from '@mantine/core';
import {
  IconArrowsVertical,
  IconEngine,
  IconGauge,
  IconHandGrab,
  IconNetwork,
  IconSearch,
  IconTool,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceText } from '../../i18n/contract-text.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Catalogue.module.css';
import { type CatalogueGroup, findKinds } from './find-kinds.ts';

const icons: Readonly<Record<CatalogueGroup, typeof IconTool>> = {
  gripper: IconHandGrab,
  tool: IconTool,
  sensor: IconGauge,
  machine: IconEngine,
  axis: IconArrowsVertical,
  signals: IconNetwork,
};

/** Kinds of devices as cards, grouped by purpose, with a search by name, maker and description. */
export function DeviceCatalogue({ onChoose }: { onChoose(kind: AnyEquipmentKind): void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const found = findKinds(text, deviceText);
  return (
    <div className={styles.catalogue}>
      <TextInput
        size="md"
        aria-label={t('box.findKind')}
        placeholder={t('box.findKind')}
        leftSection={<IconSearch size={iconSizes.sm} aria-hidden />}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      {found.length === 0 && <p role="status">{t('box.noSuchKind')}</p>}
      {found.map(({ group, kinds }) => (
        <section key={group} aria-label={t(`box.groups.${group}`)}>
          <h3>{t(`box.groups.${group}`)}</h3>
          <div className={styles.cards}>
            {kinds.map((kind) => (
              <KindCard key={kind} kind={kind} Icon={icons[group]} onChoose={() => onChoose(kind)} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

interface KindCardProps {
  readonly kind: AnyEquipmentKind;
  readonly Icon: typeof IconTool;
  onChoose(): void;
}

function KindCard({ kind, Icon, onChoose }: KindCardProps) {
  const { t } = useTranslation();
  const { label, description, catalogue } = contractOf(kind);
  return (
    <div className={styles.card}>
      <Icon size={iconSizes.md} aria-hidden />
      <button type="button" className={styles.name} onClick={onChoose} data-testid={`kind-${kind}`}>
        <strong>{deviceText(kind, 'label', label)}</strong>
        <span className={styles.maker}>{catalogue.maker ?? t('box.anyMaker')}</span>
      </button>
      <span className={styles.text}>{deviceText(kind, 'description', description)}</span>
    </div>
  );
}
