import '../../i18n/scene.ts';
import type { SpaceItem } from '@cellwright/domain';
import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell, useMayAuthor } from '../../api/cell.ts';
import { useArmModel } from '../../api/robot-arm.ts';
import { useArmBase, useJointSource, useRobot } from '../../api/use-robot.ts';
import { ArmView } from '../../ui/arm-view/ArmView.tsx';
import { Page } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { placesOf } from '../../ui/space-items/places.ts';
import { showError, showUndo } from '../../ui/toasts.ts';
import { ItemEditor } from './ItemEditor.tsx';
import { ItemList } from './ItemList.tsx';
import styles from './Scene.module.css';

const many = { limit: 1000, sort: 'name' };
const noItems: readonly (SpaceItem & { readonly version: number })[] = [];

/** `/scene`: the space items of the cell, taught from where the arm stands and seen where they are. */
export default function SceneScreen() {
  const { t } = useTranslation('scene');
  const mayEdit = useMayAuthor();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['globalSpace', 'scene'],
    queryFn: ({ signal }) => cell.globalSpace.find(many, signal),
  });
  const [begun, begin] = useState<SpaceItem>();
  const [chosenID, choose] = useState<string>();
  const [shown, show] = useState<SpaceItem>();
  const items = data?.items ?? noItems;
  const stored = items.find(({ id }) => id === chosenID);
  const chosen = stored ?? (begun?.id === chosenID ? begun : undefined);
  const visible = useMemo(() => {
    const edited = shown?.id === chosenID ? shown : undefined;
    return edited ? [edited, ...items.filter(({ id }) => id !== edited.id)] : items;
  }, [items, shown, chosenID]);
  const refresh = () => queries.invalidateQueries({ queryKey: ['globalSpace'] });
  const remove = async ({ id, name }: SpaceItem, isStored: boolean) => {
    try {
      if (isStored) {
        await cell.globalSpace.remove(id);
        const restore = () => void cell.globalSpace.restore(id).then(refresh, showError);
        showUndo(t('removed', { name }), t('undo'), restore);
      }
      choose(undefined);
      begin(undefined);
      await refresh();
    } catch (refusal) {
      showError(refusal);
    }
  };
  return (
    <Page title={t('title')} fills>
      {!mayEdit && <p className={styles.muted}>{t('noPermission')}</p>}
      {error && !data && <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton h={240} />}
      {data && (
        <div className={styles.columns}>
          <ItemList
            items={items}
            chosenID={chosenID}
            mayEdit={mayEdit}
            onChoose={choose}
            onBegin={(item) => {
              begin(item);
              choose(item.id);
            }}
          />
          <div className={styles.detail}>
            {chosen ? (
              <ItemEditor
                key={chosen.id}
                initial={chosen}
                version={stored?.version}
                others={items.filter(({ id }) => id !== chosen.id)}
                mayEdit={mayEdit}
                onShow={show}
                onRemove={(item, isStored) => void remove(item, isStored)}
              />
            ) : (
              <p className={styles.muted}>{t('help')}</p>
            )}
          </div>
          <SceneView items={visible} chosenID={chosenID} />
        </div>
      )}
    </Page>
  );
}

function SceneView({ items, chosenID }: { readonly items: readonly SpaceItem[]; readonly chosenID?: string }) {
  const { t } = useTranslation('scene');
  const { tcp, isStale } = useRobot(({ state, isStale }) => ({ tcp: state?.tool.tcp, isStale }));
  const places = useMemo(() => placesOf(items, chosenID), [items, chosenID]);
  return (
    <section className={styles.view} aria-label={t('view')}>
      <ArmView
        source={useJointSource()}
        model={useArmModel()}
        base={useArmBase()}
        tcp={tcp}
        places={places}
        isStale={isStale}
      />
    </section>
  );
}
