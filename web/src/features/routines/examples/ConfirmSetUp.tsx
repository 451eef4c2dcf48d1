import type { ExampleThing, ListedExample } from '@cellwright/domain/cell';
import { Button } from '@mantine/core';
import {
  IconCamera,
  IconCode,
  IconMapPin,
  IconPuzzle,
  IconSquare,
  IconToggleRight,
  IconTool,
  IconVariable,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMayAuthor } from '../../../api/cell.ts';
import { PinGate } from '../../../connected/pin/PinGate.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from './Examples.module.css';
import { useExampleTexts } from './example-texts.ts';

const icons: Readonly<Record<ExampleThing, typeof IconTool>> = {
  routines: IconSquare,
  equipment: IconTool,
  globalVariables: IconVariable,
  globalSpace: IconMapPin,
  codeBlocks: IconCode,
  featureFlags: IconToggleRight,
  contactSurfaces: IconSquare,
  mountedTools: IconTool,
  cameraCalibrations: IconCamera,
  looseParts: IconPuzzle,
};

interface Props {
  readonly example: ListedExample;
  readonly isWaiting: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Lists what the cell lacks for an example, and asks for the PIN if a feature must be enabled. */
export function ConfirmSetUp({ example, isWaiting, onConfirm, onCancel }: Props) {
  const { t } = useTranslation('examples');
  const mayAuthor = useMayAuthor();
  const { translate, nameItem } = useExampleTexts();
  const { title, text } = translate(example);
  const refused = example.lacks.filter(({ isAllowed }) => !isAllowed);
  const needsPin = refused.some(({ thing }) => thing === 'featureFlags');
  return (
    <section className={styles.confirm} aria-label={title} data-testid="example-set-up">
      <h2>{title}</h2>
      <p className={styles.muted}>{text}</p>
      <h3>{t('lacksTitle')}</h3>
      <ul className={styles.things}>
        {example.lacks.map((item) => {
          const Icon = icons[item.thing];
          return (
            <li key={`${item.thing} ${item.id}`}>
              <Icon size={iconSizes.md} aria-hidden />
              <strong>{nameItem(item)}</strong>
              <span className={styles.muted}>{t(`things.${item.thing}`)}</span>
            </li>
          );
        })}
      </ul>
      <p className={styles.muted}>{t('lacksHelp')}</p>
      {mayAuthor && needsPin && (
        <>
          <p>{t('pin')}</p>
          <PinGate />
        </>
      )}
      {!mayAuthor && <p>{t('noAuthor')}</p>}
      {mayAuthor && refused.length > 0 && !needsPin && <p>{t('notAllowed')}</p>}
      <div className={styles.actions}>
        <Button size="md" loading={isWaiting} disabled={!mayAuthor || refused.length > 0} onClick={onConfirm}>
          {t('setUp')}
        </Button>
        <Button size="md" variant="default" disabled={isWaiting} onClick={onCancel}>
          {t('back')}
        </Button>
      </div>
    </section>
  );
}
