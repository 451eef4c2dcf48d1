import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/replace.ts';
import { Section } from '../../../ui/Page.tsx';
import styles from './ReplaceText.module.css';
import { type FoundRoutine, useReplace } from './use-replace.ts';

/** Finds and replaces a text in all routines, with a preview. */
export default function ReplaceText({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('replace');
  const [find, setFind] = useState('');
  const [replacement, setReplacement] = useState('');
  const { found, isBusy, forget, search, apply } = useReplace();
  return (
    <Section title={t('title')}>
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          void search(find, replacement);
        }}
      >
        <TextInput
          size="md"
          label={t('find')}
          value={find}
          onChange={({ currentTarget: { value } }) => {
            setFind(value);
            forget();
          }}
        />
        <TextInput
          size="md"
          label={t('replacement')}
          value={replacement}
          onChange={({ currentTarget: { value } }) => {
            setReplacement(value);
            forget();
          }}
        />
        <Button size="md" type="submit" variant="default" loading={isBusy && !found} disabled={find === ''}>
          {t('preview')}
        </Button>
        <Button
          size="md"
          loading={isBusy && found !== undefined}
          disabled={!found || found.length === 0}
          onClick={() => found && void apply(found)}
        >
          {t('replace', { count: found?.length ?? 0 })}
        </Button>
        <Button size="md" variant="subtle" onClick={onClose}>
          {t('close')}
        </Button>
      </form>
      <p className={styles.muted} role="status">
        {found?.length === 0 ? t('nothing') : t('help')}
      </p>
      {found?.map((each) => (
        <Changes key={each.routine.id} found={each} />
      ))}
    </Section>
  );
}

/** Changed texts of one routine, before and after. */
function Changes({ found: { name, changes } }: { readonly found: FoundRoutine }) {
  const { t } = useTranslation('replace');
  return (
    <table className={styles.changes}>
      <caption>{name}</caption>
      <tbody>
        {changes.map(({ place, stepPath, before, after }) => (
          <tr key={`${place} ${stepPath}`}>
            <th scope="row">{t(`places.${place}`, { path: stepPath })}</th>
            <td>
              <del>{before}</del>
            </td>
            <td>
              <ins>{after}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
