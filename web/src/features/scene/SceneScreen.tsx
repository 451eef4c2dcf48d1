import '../../i18n/scene.ts';
import type { SpaceItem } from '@cellwright/domain/space';
import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowsMove } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { cell, useMayAuthor, useMayOperate } from '../../api/cell.ts';
import { uploadMesh } from '../../api/space-files.ts';
import { useAuthorNote } from '../../api/use-author-note.ts';
import { useRobotKind } from '../../api/use-robot.ts';
import { useSpaceItems } from '../../api/use-space-items.ts';
import { type ProgramObstacle, programID, useProgramObstacles } from '../../connected/cell-solids/use-solids.ts';
import { AuthorNote } from '../../parts/Permitted.tsx';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import { Page } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { showError, showUndo } from '../../ui/toasts.ts';
import { ItemEditor } from './ItemEditor.tsx';
import { ItemList } from './ItemList.tsx';
import { newMesh } from './new-object.ts';
import { ProgramEditor } from './ProgramEditor.tsx';
import type { PoseTarget } from './pose-target.ts';
import styles from './Scene.module.css';
import { SceneView } from './SceneView.tsx';
import { itemDrafts } from './use-item-draft.ts';
import { useMovedPoint } from './use-moved-point.ts';

const JogDrawer = lazyScreen(() => import('../../connected/jog/JogDrawer.tsx'));

const noItems: readonly (SpaceItem & { readonly version: number })[] = [];

/** `/scene`: the space items of the cell and other obstacles, shown and moved in place. */
export default function SceneScreen() {
  const { t } = useTranslation('scene');
  const mayEdit = useMayAuthor();
  const mayOperate = useMayOperate();
  const granters = useAuthorNote();
  const queries = useQueryClient();
  const { data, error, refetch } = useSpaceItems();
  const [begun, begin] = useState<SpaceItem>();
  const [chosenID, choose] = useState<string>();
  const [shown, show] = useState<SpaceItem>();
  const items = data?.items ?? noItems;
  const robotKind = useRobotKind();
  const target = useRef<PoseTarget>(undefined);
  const moved = useMovedPoint(chosenID);
  const [showsJog, setJog] = useState(false);
  // On a narrow screen jogging replaces the picture.
  const isWide = useMediaQuery('(min-width: 1600px)') ?? false;
  const [isUploading, setUploading] = useState(false);
  const asked = useProgramObstacles();
  const [shownProgram, showProgram] = useState<ProgramObstacle>();
  const program = asked.find(({ name }) => programID(name) === chosenID);
  const programs = useMemo(
    () =>
      asked.map((each) =>
        shownProgram?.name === each.name && chosenID === programID(each.name) ? shownProgram : each,
      ),
    [asked, shownProgram, chosenID],
  );
  const stored = items.find(({ id }) => id === chosenID);
  const drafts = useSyncExternalStore(itemDrafts.subscribe, () => itemDrafts.all);
  // Items that were never stored: incomplete ones, which can be chosen again.
  const unstored = drafts.flatMap(({ item }) => (items.some(({ id }) => id === item.id) ? [] : [item]));
  const chosen = stored ?? (begun?.id === chosenID ? begun : undefined) ?? unstored.find(({ id }) => id === chosenID);
  const visible = useMemo(() => {
    const edited = shown?.id === chosenID ? shown : undefined;
    return edited ? [edited, ...items.filter(({ id }) => id !== edited.id)] : items;
  }, [items, shown, chosenID]);
  const beginMove: typeof moved.begin = (point, position) => {
    if (!isWide) setJog(false);
    moved.begin(point, position);
  };
  const refresh = () => queries.invalidateQueries({ queryKey: ['globalSpace'] });
  const remove = async ({ id, name }: SpaceItem, isStored: boolean) => {
    try {
      if (isStored) {
        await cell.globalSpace.remove(id);
        const restore = () => void cell.globalSpace.restore(id).then(refresh, showError);
        showUndo(t('removed', { name }), t('undo'), restore);
      }
      itemDrafts.drop(id);
      choose(undefined);
      begin(undefined);
      await refresh();
    } catch (refusal) {
      showError(refusal);
    }
  };
  const beginItem = async (item: SpaceItem) => {
    begin(item);
    if (item.kind === 'environmentObject') {
      try {
        // An object is complete from the start: it is an obstacle as soon as it is visible.
        await cell.globalSpace.create(item);
        const takeBack = () => void cell.globalSpace.remove(item.id).then(refresh, showError);
        showUndo(t('added', { name: item.name }), t('undo'), takeBack);
        await refresh();
      } catch (refusal) {
        showError(refusal);
      }
    }
    choose(item.id);
  };
  const upload = async (file: File) => {
    setUploading(true);
    try {
      await beginItem(newMesh(await uploadMesh(file), items));
    } catch (refusal) {
      showError(refusal);
    } finally {
      setUploading(false);
    }
  };
  return (
    <Page
      title={t('title')}
      fills
      actions={
        <Button
          size="md"
          variant={showsJog ? 'light' : 'default'}
          c={showsJog ? 'var(--text)' : undefined}
          aria-pressed={showsJog}
          leftSection={<IconArrowsMove size={iconSizes.sm} aria-hidden />}
          onClick={() => setJog(!showsJog)}
        >
          {t('jog')}
        </Button>
      }
    >
      <AuthorNote granters={granters} />
      {error && !data && <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton h={240} />}
      {data && (
        <div className={styles.columns} data-jog={showsJog}>
          <ItemList
            items={unstored.length > 0 ? [...items, ...unstored] : items}
            chosenID={chosenID}
            mayEdit={mayEdit}
            onChoose={choose}
            programs={programs}
            isUploading={isUploading}
            onUpload={(file) => void upload(file)}
            onBegin={(item) => void beginItem(item)}
          />
          <div className={styles.detail}>
            {program && (
              <ProgramEditor
                key={program.name}
                obstacle={programs.find(({ name }) => name === program.name) ?? program}
                robotKind={robotKind}
                mayEdit={mayOperate}
                target={target}
                onShow={showProgram}
              />
            )}
            {chosen && (
              <ItemEditor
                key={chosen.id}
                initial={chosen}
                version={stored?.version}
                others={items.filter(({ id }) => id !== chosen.id)}
                mayEdit={mayEdit}
                onShow={show}
                target={target}
                moved={{ ...moved, begin: beginMove }}
                onRemove={(item, isStored) => void remove(item, isStored)}
              />
            )}
            {!program && !chosen && <p className={styles.muted}>{t('help')}</p>}
          </div>
          {(isWide || !showsJog) && (
            <SceneView
              items={visible}
              programs={programs}
              chosenID={chosenID}
              mayEdit={program ? mayOperate : mayEdit}
              target={target}
              moved={moved}
              onChoose={choose}
            />
          )}
          {showsJog && (
            <Suspense>
              <JogDrawer onClose={() => setJog(false)} />
            </Suspense>
          )}
        </div>
      )}
    </Page>
  );
}
