/** Controls that the guided tour points at. */
export type TourMark =
  | 'devices'
  | 'addDevice'
  | 'newDevice'
  | 'mount'
  | 'teach'
  | 'newRoutine'
  | 'addStep'
  | 'position'
  | 'problemCount'
  | 'dryRun'
  | 'findings';

/** Marks a control for the guided tour; one control on the screen has each mark. */
export const tourMark = (mark: TourMark) => ({ 'data-tour': mark });
