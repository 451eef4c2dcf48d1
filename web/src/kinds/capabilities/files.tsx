import { commandFiles } from '@cellwright/calls';
import type { EquipmentRecord, FilesCommand, FilesOutcome, ListedFile } from '@cellwright/domain/equipment';
import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { useRobotKind } from '../../api/use-robot.ts';
import { Section } from '../../ui/Page.tsx';
import styles from '../device-parts/DeviceParts.module.css';
import type { TrialProps } from '../device-parts/use-device-trial.ts';
import type { CapabilityUI } from '../device-ui.ts';
import { FileList } from './files/FileList.tsx';
import { readForUpload } from './files/read-file.ts';

export const ui: CapabilityUI<'files'> = { Trial: TryFiles };

/** Maximum length of a shown file, characters. */
const maxShownLength = 20_000;

/** Tries a file server: lists its folder, shows, uploads and deletes files. */
function TryFiles({ device, description: { folder } }: TrialProps<'files'>) {
  const { t } = useTranslation();
  const [files, setFiles] = useState<readonly ListedFile[]>();
  const [content, setContent] = useState<string>();
  const { isFree, pending, answer, run } = useFiles(device);
  const list = async () => {
    const outcome = await run('list', { operation: 'list', folder: '' });
    if (outcome?.operation === 'list') setFiles(outcome.files);
  };
  const show = async (path: string) => {
    const outcome = await run(`show ${path}`, { operation: 'download', path });
    if (outcome?.operation !== 'download') return;
    const isText = outcome.encoding === 'utf8';
    setContent(isText ? outcome.content.slice(0, maxShownLength) : t('box.files.noText', { bytes: outcome.sizeBytes }));
  };
  const send = async (file: File | null) => {
    if (!file) return;
    const sent = await run('send', { operation: 'upload', path: file.name, ...(await readForUpload(file)) });
    if (sent) await list();
  };
  const remove = async (path: string) => {
    if (await run(`delete ${path}`, { operation: 'delete', path })) await list();
  };
  return (
    <Section title={t('box.files.title')}>
      <p className={styles.muted}>{t(device.isEnabled ? 'box.files.help' : 'box.tryOff', { folder })}</p>
      {files && <FileList files={files} pending={pending} isFree={isFree} onShow={show} onDelete={remove} />}
      {content !== undefined && (
        <pre className={styles.fileContent} data-testid="file-content">
          {content}
        </pre>
      )}
      <p className={answer === undefined ? styles.muted : styles.problem} role="status" data-testid="try-answer">
        {answer}
      </p>
      <div className={styles.buttons}>
        <FileButton onChange={(file) => void send(file)}>
          {(props) => (
            <Button {...props} size="md" variant="default" disabled={!isFree} loading={pending === 'send'}>
              {t('box.files.send')}
            </Button>
          )}
        </FileButton>
        <Button size="md" disabled={!isFree} loading={pending === 'list'} onClick={() => void list()}>
          {t('box.files.list')}
        </Button>
      </div>
    </Section>
  );
}

/** Sends one file command at a time; `answer` is the error of the last one. */
function useFiles(device: EquipmentRecord) {
  const robotKind = useRobotKind();
  const [pending, setPending] = useState<string>();
  const [answer, setAnswer] = useState<string>();
  return {
    isFree: device.isEnabled && pending === undefined,
    pending,
    answer,
    /** @param asked id of the pressed button */
    async run(asked: string, command: FilesCommand): Promise<FilesOutcome | undefined> {
      setPending(asked);
      try {
        const outcome = await cell.call(commandFiles, { id: device.id, robotKind }, { document: command });
        setAnswer(undefined);
        return outcome;
      } catch (error) {
        setAnswer(error instanceof Error ? error.message : String(error));
        return undefined;
      } finally {
        setPending(undefined);
      }
    },
  };
}
