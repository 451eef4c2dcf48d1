import { isBlockingProblem, type Problem } from '@cellwright/domain/routine';
import { resolveSpaceItems, type SpaceItem } from '@cellwright/domain/space';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayAuthor, useMayOperate } from '../../api/cell.ts';
import { testUnsaved } from '../../api/prove-routine.ts';
import { session as signedIn } from '../../api/session.ts';
import { useAuthorNote } from '../../api/use-author-note.ts';
import { useHelpTopic } from '../../connected/help/help-topic.ts';
import { useFollowedEditor } from '../../connected/tour/open-editor.ts';
import { stepFiles } from '../../kinds/step-ui.ts';
import { AuthorNote } from '../../parts/Permitted.tsx';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import { usePaletteCommands } from '../../ui/palette-commands.ts';
import { useAsked } from '../../ui/use-asked.ts';
import { useComments } from './comments/use-comments.ts';
import type { MovedPart } from './document/place-position.ts';
import { playsInRounds } from './document/plays-in-rounds.ts';
import styles from './Editor.module.css';
import { EditorHeader } from './EditorHeader.tsx';
import { listEditorCommands } from './editor-commands.ts';
import { type Editor, EditorContext } from './editor-context.ts';
import { groupByStep } from './group-by-step.ts';
import type { PanelName } from './panels/panel-names.ts';
import { SidePanel } from './panels/SidePanel.tsx';
import { RunBar } from './run/RunBar.tsx';
import { TargetView } from './run/TargetView.tsx';
import { useTypedCode } from './session/code-drafts.ts';
import { deskMemories } from './session/desk-memory.ts';
import { dropFormulasOfRemovedSteps } from './session/formula-drafts.ts';
import { useDryRunPlayback } from './session/use-dry-run-playback.ts';
import { useEditorCell } from './session/use-editor-cell.ts';
import { useEditorKeys } from './session/use-editor-keys.ts';
import { useProblems } from './session/use-problems.ts';
import { describeDryRun, useProof } from './session/use-proof.ts';
import { useReach } from './session/use-reach.ts';
import { type StoredRoutine, useRoutineSession } from './session/use-routine-session.ts';
import { useSelection } from './session/use-selection.ts';
import { useStepCommands } from './session/use-step-commands.ts';
import { useDensity } from './shortcuts/density.ts';
import { useShortcutSheet } from './shortcuts/use-shortcut-sheet.tsx';
import { StepDragging } from './tree/StepDragging.tsx';
import { StepLibrary } from './tree/StepLibrary.tsx';
import { StepTree } from './tree/StepTree.tsx';
import { useShownEditor } from './versions/use-shown-editor.ts';

const JogDrawer = lazyScreen(() => import('../../connected/jog/JogDrawer.tsx'));
const PreviewBar = lazyScreen(() => import('./versions/PreviewBar.tsx'));

const none: readonly Problem[] = [];

/** True if the routine has no steps, or only an empty loop. */
function isBegun({ steps }: StoredRoutine['routine']): boolean {
  return steps.every((step) => playsInRounds(step.stepKind) && (step.steps?.length ?? 0) === 0);
}

/**
 * Library, tree, form and 3D view side by side; on a tablet library and view are initially closed, on a small one the
 * view covers the form.
 */
export function EditorDesk({ stored }: { readonly stored: StoredRoutine }) {
  const { t } = useTranslation(['translation', 'transform', 'shortcuts']);
  const [desk] = useState(() => deskMemories.open(signedIn.userID, stored.routine.id));
  const session = useRoutineSession(stored, desk);
  const selection = useSelection(session.routine, desk);
  const commands = useStepCommands(session, selection);
  const cell = useEditorCell();
  const reachMeters = useReach();
  const typedCell = useTypedCode(cell);
  const checkedCell = useMemo(() => ({ ...typedCell, reachMeters }), [typedCell, reachMeters]);
  const found = useProblems(session.routine, checkedCell);
  const problems = found ?? none;
  const proof = useProof(session.routine);
  const dryRunPlayback = useDryRunPlayback(proof);
  const tests = useAsked(session.routine, testUnsaved);
  useFollowedEditor({
    routine: session.routine,
    problemCount: useMemo(() => problems.filter(isBlockingProblem).length, [problems]),
    dryRun: describeDryRun(proof),
  });
  const mayOperate = useMayOperate();
  const granters = useAuthorNote();
  const isWide = useMediaQuery('(min-width: 1600px)') ?? false;
  const isSmall = useMediaQuery('(max-width: 75em)') ?? false;
  // The library is open for a new routine.
  const [library, setLibrary] = useState(isBegun(stored.routine) ? true : desk.library);
  const [view, setView] = useState(desk.view);
  const [showsJog, setJog] = useState(desk.showsJog ?? false);
  const [taught, showTaught] = useState<SpaceItem>();
  const [openItemID, openItem] = useState(desk.openItemID);
  const [movedPart, setMovedPart] = useState<MovedPart>();
  const [panel, setPanel] = useState<PanelName>(desk.panel ?? 'step');
  useEffect(() => {
    Object.assign(desk, { panel, openItemID, library, view, showsJog });
  }, [desk, panel, openItemID, library, view, showsJog]);
  const [previewVersion, preview] = useState<number>();
  const mayAuthor = useMayAuthor();
  // A document that is hidden by another version of it is not changed.
  const mayEdit = mayAuthor && previewVersion === undefined;
  const comments = useComments(session.routine);
  // Stable callbacks: the rows of the tree render again only when their own data changes.
  const openLibrary = useCallback(() => setLibrary(true), []);
  const showStep = useCallback(() => setPanel('step'), []);
  useEditorKeys(session, mayEdit);
  useHelpTopic(`editor/${panel}`);
  useEffect(() => dropFormulasOfRemovedSteps(session.routine), [session.routine]);
  const shortcuts = useShortcutSheet();
  // Another density is offered once one was chosen.
  useDensity();
  useEffect(stepFiles.preload, []);
  const problemsByStep = useMemo(() => groupByStep(problems), [problems]);
  const spaceItems = useMemo(
    () => resolveSpaceItems([...session.routine.space, ...cell.spaceItems]),
    [session.routine.space, cell.spaceItems],
  );
  const movePart = useCallback(
    (part: MovedPart | undefined) => {
      setMovedPart(part);
      if (!part) return;
      setView(true);
      if (!isWide) setJog(false);
    },
    [isWide],
  );
  const dryRun = {
    ...dryRunPlayback,
    open() {
      setView(true);
      if (!isWide) setJog(false);
      dryRunPlayback.open();
    },
  };
  const editor: Editor = {
    session,
    desk,
    selection,
    commands,
    cell,
    spaceItems,
    problems,
    isChecked: found !== undefined,
    problemsByStep,
    proof,
    dryRun,
    tests,
    mayEdit,
    mayOperate,
    taught,
    showTaught,
    openItemID,
    openItem,
    movedPart,
    movePart,
    previewVersion,
    preview,
    comments,
  };
  const shown = useShownEditor(editor);
  const showsLibrary = mayEdit && (library ?? isWide);
  const showsView = view ?? isWide;
  const leaveTree = () => {
    setView(false);
    setJog(false);
  };
  /** On a small screen one of them is open beside the tree. */
  const toggleLibrary = () => {
    setLibrary(!showsLibrary);
    if (isSmall) leaveTree();
  };
  const toggleView = () => {
    setView(!showsView);
    if (isSmall) setLibrary(false);
    if (!isWide) setJog(false);
  };
  /** Jogging replaces the library, and on a narrow screen the view. */
  const toggleJog = () => {
    setJog(!showsJog);
    if (showsJog) return;
    setLibrary(false);
    if (!isWide) setView(false);
  };
  const openPanel = (name: PanelName) => {
    setPanel(name);
    if (isSmall) setView(false);
  };
  usePaletteCommands(
    listEditorCommands(
      t,
      mayEdit ? session : { ...session, canUndo: false, canRedo: false },
      { library: toggleLibrary, view: toggleView, jog: toggleJog, panel: openPanel, shortcuts: shortcuts.open },
      mayEdit && commands.canReverse() ? () => commands.reverse() : undefined,
    ),
  );
  return (
    <EditorContext value={editor}>
      <div className={styles.screen} data-wide={isWide}>
        <EditorHeader
          showsLibrary={showsLibrary}
          showsView={showsView}
          showsJog={showsJog}
          onLibrary={toggleLibrary}
          onView={toggleView}
          onJog={toggleJog}
        />
        <AuthorNote granters={granters} />
        {previewVersion !== undefined && (
          <Suspense>
            <PreviewBar version={previewVersion} />
          </Suspense>
        )}
        <StepDragging>
          <div className={styles.desk} data-jog={showsJog}>
            {showsLibrary && <StepLibrary />}
            <EditorContext value={shown}>
              <StepTree onOpenLibrary={openLibrary} onSelect={showStep} />
            </EditorContext>
            {/* Typed text is kept while the view covers the form. */}
            <SidePanel shown={shown} panel={panel} isHidden={isSmall && showsView} onPanel={setPanel} />
            {showsView && (
              <EditorContext value={shown}>
                <TargetView />
              </EditorContext>
            )}
            {showsJog && (
              <Suspense>
                <JogDrawer onClose={toggleJog} />
              </Suspense>
            )}
          </div>
        </StepDragging>
        {shortcuts.sheet}
        <RunBar
          onStep={() => openPanel('step')}
          onProblems={() => openPanel('problems')}
          onDebug={() => openPanel('debug')}
        />
      </div>
    </EditorContext>
  );
}
