/** Panels beside the tree, in the order of their tabs. */
export const panelNames = ['step', 'items', 'problems', 'debug', 'comments', 'versions'] as const;
export type PanelName = (typeof panelNames)[number];
