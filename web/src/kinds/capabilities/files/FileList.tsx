import type { ListedFile } from '@cellwright/domain/equipment';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../../device-parts/DeviceParts.module.css';

interface FileListProps {
  readonly files: readonly ListedFile[];
  /** 'show <name>' or 'delete <name>' while the command runs. */
  readonly pending: string | undefined;
  readonly isFree: boolean;
  onShow(name: string): Promise<void>;
  onDelete(name: string): Promise<void>;
}

/** Lists the files of a server with buttons to show and delete them; deleting takes two presses. Folders are listed only. */
export function FileList({ files, pending, isFree, onShow, onDelete }: FileListProps) {
  const { t } = useTranslation();
  const [doubted, doubt] = useState<string>();
  if (files.length === 0) return <p className={styles.muted}>{t('box.files.none')}</p>;
  return (
    <ul className={styles.files} data-testid="files">
      {files.map(({ name, isFolder, sizeBytes }) => (
        <li key={name}>
          <span className={styles.fileName}>{isFolder ? `${name}/` : name}</span>
          <span className={styles.muted}>{isFolder ? '' : t('box.files.bytes', { bytes: sizeBytes })}</span>
          {!isFolder && (
            <>
              <Button
                size="md"
                variant="default"
                disabled={!isFree}
                loading={pending === `show ${name}`}
                aria-label={t('box.files.showNamed', { name })}
                onClick={() => void onShow(name)}
              >
                {t('box.files.show')}
              </Button>
              <Button
                size="md"
                variant="default"
                color={doubted === name ? 'red' : undefined}
                disabled={!isFree}
                loading={pending === `delete ${name}`}
                aria-label={t(doubted === name ? 'box.files.reallyDeleteNamed' : 'box.files.deleteNamed', { name })}
                onClick={() => {
                  if (doubted === name) void onDelete(name);
                  doubt(doubted === name ? undefined : name);
                }}
              >
                {t(doubted === name ? 'box.files.reallyDelete' : 'box.files.delete')}
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
