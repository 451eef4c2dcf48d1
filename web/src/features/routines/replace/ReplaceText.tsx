import { Button, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { createDrafts } from '../../../api/unsaved/drafts.ts';
import { useTextDraft } from '../../../api/unsaved/use-text-draft.ts';
import '../../../i18n/replace.ts';
import { Section } from '../../../ui/Page.tsx';
import styles from './ReplaceText.module.css';
import { type FoundRoutine, useReplace } from './use-replace.ts';

const initialTexts = { find: '', replacement: '' };
/** Texts that are not replaced yet. */
const replaceDrafts = createDrafts<typeof initialTexts>('replacement');

/** Finds and replaces a text in all routines, with a preview. */
export default function ReplaceText({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('replace');
  const { texts, field, discard } = useTextDraft(replaceDrafts, 'new', t('title'), initialTexts);
  const { find, replacement } = texts;
  const { found, isBusy, forget, search, apply } = useReplace();
  const close = () => {
    discard();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void search(find, replacement);
  };
  return (
    <Section title={t('title')}>
      <form className={styles.fields} onChange={forget} onSubmit={submit}>
        <TextInput label={t('find')} {...field('find')} />
        <TextInput label={t('replacement')} {...field('replacement')} />
        <Button size="md" type="submit" variant="default" loading={isBusy && !found} disabled={find === ''}>
          {t('preview')}
        </Button>
        <Button
          size="md"
          loading={isBusy && found !== undefined}
          disabled={!found || found.length === 0}
          onClick={() => found && void apply(found, discard)}
        >
          {t('replace', { count: found?.length ?? 0 })}
        </Button>
        <Button size="md" variant="subtle" onClick={close}>
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
