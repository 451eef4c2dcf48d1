import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import '../../../i18n/shortcuts.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { chooseDensity, densities, useDensity } from './density.ts';
import styles from './Shortcuts.module.css';

/** Keys by what they do. Keys of one combination are joined by +, alternatives are separate. */
const groups = [
  ['everywhere', [['palette', ['Ctrl+K']]]],
  [
    'editor',
    [
      ['shortcuts', ['?']],
      ['undo', ['Ctrl+Z']],
      ['redo', ['Ctrl+Shift+Z', 'Ctrl+Y']],
      ['find', ['Ctrl+F']],
    ],
  ],
  [
    'steps',
    [
      ['walk', ['↑', '↓']],
      ['extend', ['Shift+↑', 'Shift+↓']],
      ['all', ['Ctrl+A']],
      ['fold', ['←', '→']],
      ['move', ['Alt+↑', 'Alt+↓']],
      ['nest', ['Alt+←', 'Alt+→']],
      ['cut', ['Ctrl+X']],
      ['copy', ['Ctrl+C']],
      ['paste', ['Ctrl+V']],
      ['duplicate', ['Ctrl+D']],
      ['disable', ['Ctrl+/']],
      ['remove', ['Del']],
    ],
  ],
  [
    'debug',
    [
      ['resume', ['F8']],
      ['breakpoint', ['F9']],
      ['over', ['F10']],
      ['into', ['F11']],
    ],
  ],
] as const;

/** Keyboard shortcuts of the editor, and the height of its rows. */
export function ShortcutSheet({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('shortcuts');
  const density = useDensity();
  return (
    <Modal
      opened
      size="lg"
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
      transitionProps={{ duration: 0 }}
      onClose={onClose}
    >
      <div className={styles.density}>
        <span>{t('density')}</span>
        <Segments
          label={t('density')}
          choices={densities.map((value) => ({ value, label: t(`densities.${value}`) }))}
          value={density}
          onChange={chooseDensity}
        />
      </div>
      {groups.map(([group, acts]) => (
        <section key={group} className={styles.group}>
          <h2>{t(`groups.${group}`)}</h2>
          <dl>
            {acts.map(([act, combinations]) => (
              <div key={act}>
                <dt>{t(`acts.${act}`)}</dt>
                <dd>
                  {combinations.map((keys) => (
                    <kbd key={keys}>{keys}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
