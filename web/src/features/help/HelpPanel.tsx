import '../../i18n/help.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { shownTopic } from '../../connected/help/help-topic.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import { Article } from './Article.tsx';
import styles from './Help.module.css';
import { HelpSearch } from './HelpSearch.tsx';
import { type ArticlePlace, findTopic, placesByTopic } from './help-topics.ts';

const firstPlace: ArticlePlace = { article: 'getting-started' };

/** Help beside the screen: the section that explains it, a search over all articles, and the articles it links to. */
export default function HelpPanel({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('help');
  const panel = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const own = useScreenPlace();
  const [chosen, choose] = useState<{ readonly own: ArticlePlace; readonly place: ArticlePlace }>();
  // Another screen shows its own help.
  const place = chosen?.own === own ? chosen.place : own;
  useEffect(() => panel.current?.focus(), []);
  useEscape(panel, onClose);
  useEffect(() => {
    if (place.section === undefined && body.current) body.current.scrollTop = 0;
  }, [place]);
  const open = (next: ArticlePlace) => choose({ own, place: next });
  return (
    <aside ref={panel} className={styles.panel} aria-label={t('title')} tabIndex={-1} data-testid="help-panel">
      <header className={styles.panelHead}>
        <h2>{t('title')}</h2>
        <Link to="/help" className={styles.footLink} onClick={onClose}>
          {t('all')}
        </Link>
        <ActionIcon size="md" aria-label={t('close')} onClick={onClose}>
          <IconX size={iconSizes.sm} aria-hidden />
        </ActionIcon>
      </header>
      <div ref={body} className={styles.panelBody}>
        <HelpSearch onChoose={open}>
          {place !== own && (
            <Button
              size="md"
              variant="subtle"
              leftSection={<IconArrowLeft size={iconSizes.sm} aria-hidden />}
              onClick={() => choose(undefined)}
            >
              {t('thisScreen')}
            </Button>
          )}
          <Article name={place.article} section={place.section} onArticle={open} />
        </HelpSearch>
      </div>
    </aside>
  );
}

/** Returns the place that explains the shown screen. */
function useScreenPlace(): ArticlePlace {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const part = useSyncExternalStore(shownTopic.subscribe, () => shownTopic.current);
  const topic = part ?? findTopic(path);
  return topic === undefined ? firstPlace : placesByTopic[topic];
}

/** Calls `onEscape` when Escape is pressed inside an element. */
function useEscape(element: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const newest = useRef(onEscape);
  newest.current = onEscape;
  useEffect(() => {
    const inside = element.current;
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && newest.current();
    inside?.addEventListener('keydown', onKeyDown);
    return () => inside?.removeEventListener('keydown', onKeyDown);
  }, [element]);
}
